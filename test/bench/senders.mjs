// Senders of the benchmark: their ids, sessions and events, created with the product's own parts.
import { setTimeout as pause } from 'node:timers/promises';
import { JwtService } from '@nestjs/jwt';
import { v5 as uuidV5 } from 'uuid';
import { accountStream } from '../../dist/compiled/api/src/features/accounts/account/account.decider.js';
import { AccessTokens } from '../../dist/compiled/api/src/features/accounts/sessions/access-tokens.js';
import { SessionStore } from '../../dist/compiled/api/src/features/accounts/sessions/session-store.js';
import { SECRETS_FILE } from '../../dist/compiled/api/src/config/secrets-file.js';
import { requireOwnStores } from '../../dist/compiled/api/src/engine/stores/own-secrets.js';
import { openStores } from '../../dist/compiled/api/src/engine/stores/open-stores.js';
import { prepareRuntime } from '../../dist/compiled/api/src/config/prepare-runtime.js';
import { AppModule } from '../../dist/compiled/api/src/app.module.js';
import { featuresOf } from '../../dist/compiled/api/src/event-sourcing/event-sourcing.module.js';
import { senderStream } from '../../dist/compiled/api/src/features/transfers/sending/transfer.decider.js';
import { feesOf } from '../../dist/compiled/api/src/kernel/money/fees.js';
import { drive } from './figures.mjs';

export const features = featuresOf(AppModule);
const declarations = new Map(features.events.map((declaration) => [declaration.type, declaration]));
export const RECIPIENT = { recipient: 'Maya Okafor', platform: 'Cash App', handle: '$mayaokafor', note: '' };

const NAMESPACE = '0e1b2f60-58f5-4b5c-9a53-0a3c7d1f9b11';
const LOOK_EVERY_MS = 5;
const PREPARING_DEADLINE_MS = 120_000;
/** The longest row. */
const ROW_MS = 2 * 60 * 60 * 1_000;
/** Concurrent calls during the preparation of a row. */
export const PREPARING_AT_ONCE = 256;
/** Until when an append of the preparation counts as failed: it waits for a busy disk. */
export const preparingUntil = () => performance.now() + PREPARING_DEADLINE_MS;

/** The same id for the same name in every run. */
export function idOf(name) {
  return uuidV5(name, NAMESPACE);
}

/** `count` senders of a group. */
export function sendersOf(count, group = 'sender') {
  return Array.from({ length: count }, (_, index) => idOf(`${group} ${index}`));
}

/** The stores of a data folder, with its secrets; the folder is created when it is missing. */
export async function openFolder(folder, env = {}) {
  const { secrets, config, clock } = await prepareRuntime({ FLIP_DATA: folder, ...env });
  const stores = await openStores({
    folder,
    keyEncryptionKey: secrets.keyEncryptionKey,
    declarations: features.events,
    subjects: features.subjects,
  });
  // Like a first start.
  const own = { secrets, file: SECRETS_FILE, testMode: config.TEST_MODE };
  await requireOwnStores({ ...stores, prefixes: features.prefixes }, own);
  return { ...stores, secrets, config, clock };
}

/** The result of `work` on the stores of a data folder, which are then closed. */
export async function withFolder(folder, work, env) {
  const stores = await openFolder(folder, env);
  try {
    return await work(stores);
  } finally {
    await stores.close();
  }
}

/** Waits until the views and sagas have reached the head of the log, which the sagas move on. */
export async function followed(eventLog, subscriptions) {
  for (;;) {
    const head = await eventLog.head();
    if (subscriptions.status().every(({ live, through }) => live && through >= head)) return;
    await pause(LOOK_EVERY_MS);
  }
}

/** An event as a command would record it now, or at `at`, by the sender unless by `actor`; its other data is the example's. */
export function factOf(
  type,
  data,
  { name, uid, at = new Date().toISOString(), actor = { kind: 'sender', id: uid } },
) {
  const commandId = idOf(name);
  const { schemaVersion, example } = declarations.get(type);
  const ids = { commandId, $correlationId: commandId, $causationId: commandId };
  const metadata = { schemaVersion, ...ids, actor, at };
  return { id: uuidV5('0', commandId), type, data: { ...example, ...data }, metadata };
}

/** The send called `name` of a sender, accepted at `at`. */
export function requestedOf(uid, { name, at, amountCents, ...changes }) {
  const feeSchedule = 'card-3pct-plus-30c';
  const data = {
    ...RECIPIENT,
    transferId: idOf(name),
    amountCents,
    fingerprint: idOf(`fingerprint of ${name}`).replaceAll('-', ''),
    handleIndex: null,
    registeredAt: null,
    tier: 'verified',
    usedBeforeCents: 0,
    ...feesOf(amountCents, feeSchedule),
    feeSchedule,
    requestedAt: at,
    awaitsPayment: false,
    ...changes,
  };
  return factOf('TransferRequested', data, { name, uid, at });
}

/** Starts a stream of each with the facts, which are made from types and data. */
function startStreams(eventLog, uids, { streamOf, at, factsOf }) {
  return drive(PREPARING_AT_ONCE, uids.length, async (place) => {
    const uid = uids[place];
    const fact = ([type, data]) => factOf(type, data, { name: `${type} of ${uid}`, uid, at });
    await eventLog.append(streamOf(uid), 'no_stream', factsOf(uid).map(fact), preparingUntil());
  });
}

/** Verifies each sender, which lifts the weekly limit. */
export function verifySenders(eventLog, uids, at = new Date().toISOString()) {
  const byProvider = { providerStatus: 'approved', providerAt: at, by: null, reason: null };
  const factsOf = (uid) => {
    const requestId = idOf(`check of ${uid}`);
    return [
      ['KycSubmitted', { requestId }],
      ['InquiryOpened', { requestId, inquiryId: `inq_${requestId}` }],
      ['KycStatusChanged', { requestId, status: 'verified', ...byProvider }],
    ];
  };
  return startStreams(eventLog, uids, { streamOf: senderStream, at, factsOf });
}

/** Registers people with confirmed addresses, which a payment by card needs. */
export function registerPeople(eventLog, uids, at) {
  const factsOf = (uid) => [
    ['AccountRegistered', { email: `${uid}@people.example`, credentialId: idOf(`credential ${uid}`) }],
    ['EmailConfirmed', {}],
  ];
  return startStreams(eventLog, uids, { streamOf: accountStream, at, factsOf });
}

/**
 * Signs people in without their passwords, as staff where they have a role; returns the cookie header of each. Their
 * tokens live for the longest row: the product would renew its own within it.
 */
export function cookiesOf(folder, uids, { role, ...env } = {}) {
  const signIn = async ({ vault, secrets, clock }) => {
    const sessions = new SessionStore(vault, clock, secrets);
    const later = { now: () => clock.now() + ROW_MS };
    const tokens = new AccessTokens(new JwtService({}), secrets, later);
    const staff = role === undefined ? { staff: false } : { staff: true, codeAtMs: clock.now() };
    const roles = ['sender', role].filter((one) => one !== undefined);
    const cookies = new Array(uids.length);
    await drive(PREPARING_AT_ONCE, uids.length, async (place) => {
      const credentialId = idOf(`credential ${uids[place]}`);
      const session = await sessions.open(uids[place], { credentialId, device: 'bench', ...staff });
      cookies[place] = `flip_at=${await tokens.sign(session, roles)}`;
    });
    return cookies;
  };
  return withFolder(folder, signIn, env);
}
