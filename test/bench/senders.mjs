// Senders of the benchmark: their ids, their identity checks and their sessions, made with the product's own parts.
import { JwtService } from '@nestjs/jwt';
import { v5 as uuidV5 } from 'uuid';
import { AccessTokens } from '../../dist/api/accounts/sessions/access-tokens.js';
import { SessionStore } from '../../dist/api/accounts/sessions/session-store.js';
import { systemClock } from '../../dist/api/config/clock.js';
import { openStores } from '../../dist/api/stores/open-stores.js';
import { prepareRuntime } from '../../dist/api/config/prepare-runtime.js';
import { AppModule } from '../../dist/api/app.module.js';
import { featuresOf } from '../../dist/api/event-sourcing/event-sourcing.module.js';
import { senderStream } from '../../dist/api/transfers/transfer.decider.js';
import { drive } from './figures.mjs';

export const features = featuresOf(AppModule);

const NAMESPACE = '0e1b2f60-58f5-4b5c-9a53-0a3c7d1f9b11';
/** How much is asked of a store at once while things are prepared. */
const PREPARING_AT_ONCE = 256;

/** The same id for the same name in every run. */
export function idOf(name) {
  return uuidV5(name, NAMESPACE);
}

/** `count` senders. */
export function sendersOf(count) {
  return Array.from({ length: count }, (_, index) => idOf(`sender ${index}`));
}

/** The stores of a data folder, with its secrets; the folder is made when it is missing. */
export async function openFolder(folder) {
  const { secrets, config } = await prepareRuntime({ FLIP_DATA: folder });
  const stores = await openStores({
    folder,
    keyEncryptionKey: secrets.keyEncryptionKey,
    declarations: features.events,
  });
  return { ...stores, secrets, config };
}

/** An event as a command of this moment, or of `at`, would record it. */
export function factOf(type, data, { name, uid, at = new Date().toISOString() }) {
  const commandId = idOf(name);
  const { schemaVersion } = features.events.find((declaration) => declaration.type === type);
  const metadata = {
    schemaVersion,
    commandId,
    $correlationId: commandId,
    $causationId: commandId,
    actor: { kind: 'sender', id: uid },
    at,
  };
  return { id: uuidV5('0', commandId), type, data, metadata };
}

/** Makes each of them a verified sender: no weekly limit holds for them. */
export async function verifySenders(eventLog, uids) {
  await drive(PREPARING_AT_ONCE, uids.length, async (place) => {
    const uid = uids[place];
    const requestId = idOf(`check of ${uid}`);
    const fact = (type, data) => factOf(type, { requestId, ...data }, { name: `${type} of ${uid}`, uid });
    await eventLog.append(senderStream(uid), 'no_stream', [
      fact('KycSubmitted', { fullName: 'Maya Okafor', consentVersion: '2026-11-01', locale: 'en' }),
      fact('InquiryOpened', { inquiryId: `inq_${requestId}` }),
      fact('KycStatusChanged', {
        status: 'verified',
        providerStatus: 'approved',
        providerEventId: null,
        providerAt: new Date().toISOString(),
      }),
    ]);
  });
}

/** Signs senders in without their passwords; answers the cookie header of each. Their tokens live ten minutes. */
export async function signIn({ vault, secrets }, uids) {
  const sessions = new SessionStore(vault, systemClock);
  const tokens = new AccessTokens(new JwtService({ privateKey: secrets.sessionPrivateKey }), systemClock);
  const cookies = new Array(uids.length);
  await drive(PREPARING_AT_ONCE, uids.length, async (place) => {
    const start = { credentialId: idOf(`credential ${place}`), device: 'bench', staff: false };
    const session = await sessions.open(uids[place], start);
    cookies[place] = `flip_at=${await tokens.sign(session, ['sender'])}`;
  });
  return cookies;
}
