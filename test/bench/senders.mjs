// Senders of the benchmark: their ids, sessions, events and requests, created with the product's own parts.
import { JwtService } from '@nestjs/jwt';
import { v5 as uuidV5 } from 'uuid';
import { accountStream } from '../../dist/compiled/api/src/features/accounts/account.decider.js';
import { AccessTokens } from '../../dist/compiled/api/src/features/accounts/sessions/access-tokens.js';
import { SessionStore } from '../../dist/compiled/api/src/features/accounts/sessions/session-store.js';
import { SECRETS_FILE } from '../../dist/compiled/api/src/config/secrets-file.js';
import { requireOwnStores } from '../../dist/compiled/api/src/engine/stores/own-secrets.js';
import { openStores } from '../../dist/compiled/api/src/engine/stores/open-stores.js';
import { prepareRuntime } from '../../dist/compiled/api/src/config/prepare-runtime.js';
import { AppModule } from '../../dist/compiled/api/src/app.module.js';
import { featuresOf } from '../../dist/compiled/api/src/event-sourcing/event-sourcing.module.js';
import { senderStream } from '../../dist/compiled/api/src/features/transfers/transfer.decider.js';
import { feesOf } from '../../dist/compiled/api/src/kernel/fees.js';
import { formatAmount } from '../../dist/compiled/api/src/kernel/money.js';
import { drive } from './figures.mjs';

export const features = featuresOf(AppModule);

const NAMESPACE = '0e1b2f60-58f5-4b5c-9a53-0a3c7d1f9b11';
/** Concurrent calls during the preparation of a row. */
const PREPARING_AT_ONCE = 256;

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

/** An event as a command would record it now, or at `at`; by the sender unless by `actor`. */
export function factOf(
  type,
  data,
  { name, uid, at = new Date().toISOString(), actor = { kind: 'sender', id: uid } },
) {
  const commandId = idOf(name);
  const { schemaVersion } = features.events.find((declaration) => declaration.type === type);
  const metadata = {
    schemaVersion,
    commandId,
    $correlationId: commandId,
    $causationId: commandId,
    actor,
    at,
  };
  return { id: uuidV5('0', commandId), type, data, metadata };
}

/** Verifies each sender, which lifts the weekly limit. */
export async function verifySenders(eventLog, uids, at) {
  await drive(PREPARING_AT_ONCE, uids.length, async (place) => {
    const uid = uids[place];
    const requestId = idOf(`check of ${uid}`);
    const fact = (type, data) => factOf(type, { requestId, ...data }, { name: `${type} of ${uid}`, uid, at });
    await eventLog.append(senderStream(uid), 'no_stream', [
      fact('KycSubmitted', { fullName: 'Maya Okafor', consentVersion: '2026-11-01', locale: 'en' }),
      fact('InquiryOpened', { inquiryId: `inq_${requestId}` }),
      fact('KycStatusChanged', {
        status: 'verified',
        providerStatus: 'approved',
        providerEventId: null,
        providerAt: at ?? new Date().toISOString(),
      }),
    ]);
  });
}

/** Registers senders with confirmed addresses, which a payment by card needs. */
export async function confirmSenders(folder, uids) {
  const { eventLog, close } = await openFolder(folder);
  const names = { firstName: 'Maya', lastName: 'Okafor', locale: 'en' };
  await drive(PREPARING_AT_ONCE, uids.length, async (place) => {
    const uid = uids[place];
    const fact = (type, data) => factOf(type, data, { name: `${type} of ${uid}`, uid });
    const account = { email: `${uid}@people.example`, ...names, credentialId: idOf(`credential ${uid}`) };
    await eventLog.append(accountStream(uid), 'no_stream', [
      fact('AccountRegistered', account),
      fact('EmailConfirmed', {}),
    ]);
  });
  await close();
}

/** Signs senders in without their passwords; returns the cookie header of each. Their tokens live ten minutes. */
export async function cookiesOf(folder, uids, env) {
  const { vault, secrets, clock, close } = await openFolder(folder, env);
  const sessions = new SessionStore(vault, clock, secrets);
  const tokens = new AccessTokens(new JwtService({ privateKey: secrets.sessionPrivateKey }), clock);
  const cookies = new Array(uids.length);
  await drive(PREPARING_AT_ONCE, uids.length, async (place) => {
    const start = { credentialId: idOf(`credential ${place}`), device: 'bench', staff: false };
    const session = await sessions.open(uids[place], start);
    cookies[place] = `flip_at=${await tokens.sign(session, ['sender'])}`;
  });
  await close();
  return cookies;
}

let sends = 0;

/** A signed-in send of one dollar under a new key; `changes` names a card or another recipient. */
export function send(cookie, changes = {}) {
  sends += 1;
  const amountCents = 100;
  return {
    method: 'POST',
    path: '/api/transfers',
    headers: {
      'content-type': 'application/json',
      'x-flip-request': '1',
      'idempotency-key': `bench-key-${String(sends).padStart(12, '0')}`,
      cookie,
    },
    body: JSON.stringify({
      recipient: 'Maya Okafor',
      platform: 'Cash App',
      handle: 'mayaokafor',
      amount: formatAmount(amountCents),
      total: formatAmount(feesOf(amountCents, 'card-3pct-plus-30c').totalCents),
      ...changes,
    }),
  };
}
