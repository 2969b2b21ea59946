import { createHmac } from 'node:crypto';
import { KEY_PURPOSES, type KeyPurpose, listedKeys, newestKey, publicKeyOf } from '../../config/key-lists.js';
import { ConfigurationError } from '../../config/read-config.js';
import type { Secrets } from '../../config/runtime.js';
import { StoreUnavailable } from '../storage/store-unavailable.js';
import type { Position } from '../../event-sourcing/event.js';
import { BEGINNING, type EventStore } from '../event-store/event-store.port.js';
import { updateRecord } from '../vault/update-record.js';
import { SAGA_OWNER, type Vault } from '../vault/vault.port.js';
import { refuseHalfImport } from './import-marker.js';
import { markServerFormat, requireServerFormat } from './server-format.js';

/** Made with the first data: an HMAC of a constant with each secret, and the mode. Rotations replace those of their purpose. */
export const CHECK_RECORD = { kind: 'check', id: 'secrets', owner: 'secrets' } as const;

/** What stores are said to be made with: the secrets, the file that these are from, and the mode of a server. */
interface MadeWith {
  readonly secrets: Partial<Secrets> & Pick<Secrets, 'keyEncryptionKey'>;
  readonly file: string;
  readonly testMode?: boolean;
}

interface Parts {
  readonly vault: Vault;
  readonly eventStore: EventStore;
  /** Beginnings of the names of our streams. */
  readonly prefixes: readonly string[];
  /** Whether they are on servers, which mark their format in themselves. */
  readonly onServers?: boolean;
}

const proofOf = (name: string, secret: string) =>
  createHmac('sha256', secret).update(`flip ${name}`).digest('base64url');

/** The secrets with separate names; those of a rotated purpose have its keys. */
const OWN_NAMES: Partial<Record<keyof Secrets, KeyPurpose>> = {
  sessionPrivateKey: 'session',
  keyEncryptionKey: 'key-encryption',
  simulatorWebhookSecret: 'simulator-webhook',
};

/**
 * Of each secret, the data was written with one of the keys that are kept; of purposes that were never rotated nothing is known.
 * @throws ConfigurationError naming the first secret that is not the one the data was written with
 */
export function requireSameSecrets(proofs: object, { secrets, file }: MadeWith): void {
  const found = proofs as Readonly<Record<string, unknown>>;
  const isKnown = (name: string, keys: readonly string[]) =>
    keys.some((key) => found[name] === proofOf(name, key));
  const { keys: lists, ...own } = secrets;
  const keysOf = (purpose: KeyPurpose) => listedKeys(secrets, purpose).map(({ key }) => key);
  const keptFor = (name: string, secret: string) => {
    if (name === 'sessionPublicKey' && lists?.session) return keysOf('session').map(publicKeyOf);
    const purpose = OWN_NAMES[name as keyof Secrets];
    return purpose === undefined ? [secret] : keysOf(purpose);
  };
  const other =
    Object.entries(own).find(([name, secret]) => !isKnown(name, keptFor(name, secret)))?.[0] ??
    KEY_PURPOSES.find((purpose) => purpose in found && !isKnown(purpose, keysOf(purpose)));
  if (other === undefined) return;
  throw new ConfigurationError(
    `FLIP_DATA: ${other} in ${file} is not the one this data was written with; put the original file back`,
  );
}

/** Of each secret, and of each purpose with a list the newest key. */
function proofsOf({ keys, ...own }: Partial<Secrets>): Readonly<Record<string, string>> {
  const lists = Object.entries(keys ?? {}).map(([purpose, list]) => [purpose, newestKey(list).key] as const);
  return Object.fromEntries(
    [...Object.entries(own), ...lists].map(([name, secret]) => [name, proofOf(name, secret)]),
  );
}

/** After a rotation: from now on a start needs secrets that have the new keys. @throws StoreUnavailable */
export async function markNewKeys(vault: Vault, secrets: Secrets): Promise<void> {
  const { kind, id, owner } = CHECK_RECORD;
  await updateRecord(vault, { kind, id }, (record) => ({
    put: { owner, value: { ...record?.value, ...proofsOf(secrets) } },
    result: undefined,
  }));
}

/** False when the vault has no check record. A command of an operator has no mode. @throws ConfigurationError, StoreUnavailable */
export async function isMadeWith(vault: Vault, own: MadeWith): Promise<boolean> {
  const record = await vault.get(CHECK_RECORD.kind, CHECK_RECORD.id);
  if (!record) return false;
  requireSameSecrets(record.value, own);
  if (own.testMode !== undefined) requireSameMode(record.value, own.testMode);
  return true;
}

/**
 * Stores belong to test mode or to real use: test mode verifies people and moves money by simulation, and its demo users'
 * passwords are public. @throws ConfigurationError
 */
function requireSameMode(record: object, testMode: boolean): void {
  const { testMode: made = true } = record as { readonly testMode?: boolean };
  if (made === testMode) return;
  throw new ConfigurationError(
    made
      ? 'TEST_MODE: these stores were made in test mode, with demo users whose passwords are public; TEST_MODE=false needs empty stores'
      : 'TEST_MODE: these stores were made with TEST_MODE=false; set it, or use empty stores for test mode',
  );
}

/**
 * Checks before a server uses its stores that no import is unfinished, that its secrets, its vault and its log belong
 * together, and that they are of its mode and format. The first server on empty stores makes the check record and the markers of the format. False while it cannot, because the log is away: then
 * there is nothing to compare either.
 * @throws OtherDataFormat, CopyRefused, ConfigurationError, StoreUnavailable
 */
export async function requireOwnStores(
  { vault, onServers = false, ...log }: Parts,
  own: Required<MadeWith>,
): Promise<boolean> {
  if (onServers) await requireServerFormat({ vault, ...log });
  await refuseHalfImport(vault);
  if (await isMadeWith(vault, own)) {
    await requireLogOfSagas(vault, log.eventStore).catch(unlessAway);
    return true;
  }
  const isUsed = await hasEvents(log).catch(unlessAway);
  if (isUsed === null) return false;
  if (isUsed)
    throw new ConfigurationError(
      'The event log has events, but the vault has no check record: it is empty or belongs to another log',
    );
  if (onServers) await markServerFormat({ vault, ...log });
  const { kind, id, owner } = CHECK_RECORD;
  const value = { ...proofsOf(own.secrets), testMode: own.testMode };
  // Another server may have been first.
  if ((await vault.put(kind, id, { owner, value }, null)) === 'stale') await isMadeWith(vault, own);
  return true;
}

/** @throws ConfigurationError when a saga has processed events that the log does not have: it lost its end */
export async function requireLogOfSagas(vault: Vault, log: Pick<EventStore, 'head'>): Promise<void> {
  const checkpoints = await vault.list<{ readonly through: Position }>('checkpoint', SAGA_OWNER);
  const head = await log.head();
  const ahead = checkpoints.find(({ value }) => value.through > head);
  if (ahead)
    throw new ConfigurationError(
      `The saga ${ahead.id} is beyond the end of the log, which lost its last events or is older than the vault`,
    );
}

function unlessAway(error: unknown): null {
  if (error instanceof StoreUnavailable) return null;
  throw error;
}

/** Whether the log has events of our streams; a database server adds others. @throws StoreUnavailable */
export async function hasEvents({ eventStore, prefixes }: Omit<Parts, 'vault'>): Promise<boolean> {
  // Fails faster than a follow.
  await eventStore.ready();
  const { signal } = new AbortController();
  for await (const { events, live } of eventStore.follow({ after: BEGINNING, prefixes, signal }))
    if (events.length > 0 || live) return events.length > 0;
  return false;
}
