import { generateKeyPairSync, randomBytes, randomUUID, sign, verify } from 'node:crypto';
import { existsSync, linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { errorCode } from '../kernel/error-code.js';
import { OWNER_ONLY, replaceFile } from './files.js';
import {
  KEY_PURPOSES,
  type KeyPurpose,
  type ListedKey,
  listedKeys,
  newestKey,
  publicKeyOf,
} from './key-lists.js';
import { parseJson } from '../kernel/parse-json.js';
import { ConfigurationError } from './read-config.js';
import { type Secrets, secretsSchema } from './runtime.js';

/** Name of the file in the data folder. */
export const SECRETS_FILE = 'secrets.json';
/** Beginning of the name of a folder in the data folder that a restore fills, and removes when it is done. */
export const RESTORING = 'restoring-';
const KEY_BYTES = 32;

/** The secrets of a data folder, created on its first start. @throws ConfigurationError */
export function readSecrets(dataDir: string): Secrets {
  const path = join(dataDir, SECRETS_FILE);
  if (!existsSync(path)) createSecrets(dataDir, newSecrets());
  return parseSecrets(dataDir);
}

/** @throws ConfigurationError naming the secret that is damaged */
export function parseSecrets(folder: string): Secrets {
  const { data, error } = secretsSchema.safeParse(
    parseJson(readFileSync(join(folder, SECRETS_FILE), 'utf8')),
  );
  const damaged = data ? damagedPair(data) : error.issues[0]?.path.join('.');
  if (!data || damaged)
    throw new ConfigurationError(`FLIP_DATA: ${SECRETS_FILE} is damaged: ${damaged || 'it is not JSON'}`);
  return data;
}

/** Names the session key that signs nothing; false when all do. */
function damagedPair(secrets: Secrets): string | false {
  if (!isPair(secrets)) return 'sessionPublicKey';
  const pairs = listedKeys(secrets, 'session').map(({ key }) => key);
  return !pairs.every(isPrivateKey) && 'keys.session';
}

function isPrivateKey(sessionPrivateKey: string): boolean {
  try {
    return isPair({ sessionPrivateKey, sessionPublicKey: publicKeyOf(sessionPrivateKey) });
  } catch {
    return false;
  }
}

function isPair({
  sessionPrivateKey,
  sessionPublicKey,
}: Pick<Secrets, 'sessionPrivateKey' | 'sessionPublicKey'>): boolean {
  const text = Buffer.from(SECRETS_FILE);
  try {
    return verify('sha256', text, sessionPublicKey, sign('sha256', text, sessionPrivateKey));
  } catch {
    return false;
  }
}

/**
 * Writes the secrets of a data folder. Existing ones stay: a link appears whole or not at all, and another process may
 * have been first. @throws ConfigurationError when they are missing while the folder has data encrypted with them, or a restore
 * was interrupted
 */
export function createSecrets(dataDir: string, secrets: Secrets): void {
  const path = join(dataDir, SECRETS_FILE);
  const beside = existsSync(path) ? [] : readdirSync(dataDir);
  if (beside.some((name) => name.startsWith(RESTORING)))
    throw new ConfigurationError('FLIP_DATA: an unfinished restore: empty the folder and restore again');
  if (beside.some((name) => name.endsWith('.db')))
    throw new ConfigurationError(
      `FLIP_DATA: ${SECRETS_FILE} is missing, and only it can decrypt the data there`,
    );
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, JSON.stringify(secrets, null, 2), { mode: OWNER_ONLY, flag: 'wx', flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}

/**
 * Gives a purpose other keys: first in the file, durably, then in `secrets`, and so in every part of this process at once.
 * From the first time on every purpose has a list, so that none needs the key encryption key of then.
 * @throws ConfigurationError when the file does not have the secrets of this process
 */
export async function replaceKeys(
  dataDir: string,
  secrets: Secrets,
  change: { readonly purpose: KeyPurpose; readonly list: readonly ListedKey[] },
): Promise<void> {
  if (!isDeepStrictEqual(parseSecrets(dataDir), { ...secrets }))
    throw new ConfigurationError(`FLIP_DATA: ${SECRETS_FILE} was changed: restart the server first`);
  const listOf = (purpose: KeyPurpose) =>
    purpose === change.purpose ? change.list : listedKeys(secrets, purpose);
  const newest = (purpose: KeyPurpose) => newestKey(listOf(purpose)).key;
  const lists = Object.fromEntries(KEY_PURPOSES.map((purpose) => [purpose, listOf(purpose)]));
  const own = {
    ...secrets,
    sessionPrivateKey: newest('session'),
    sessionPublicKey: publicKeyOf(newest('session')),
    keyEncryptionKey: newest('key-encryption'),
    simulatorWebhookSecret: newest('simulator-webhook'),
  };
  await replaceFile(join(dataDir, SECRETS_FILE), JSON.stringify({ ...own, keys: lists }, null, 2));
  Object.assign(secrets, own, { keys: Object.assign(secrets.keys, lists) });
}

/** A new key for a purpose, as its list has it. */
export function newKey(purpose: KeyPurpose): string {
  if (purpose === 'simulator-webhook') return `wbhsec_${randomUUID()}`;
  if (purpose !== 'session') return randomBytes(KEY_BYTES).toString('base64');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function newSecrets(): Secrets {
  const sessionPrivateKey = newKey('session');
  return {
    sessionPrivateKey,
    sessionPublicKey: publicKeyOf(sessionPrivateKey),
    blindIndexKey: randomBytes(KEY_BYTES).toString('base64'),
    keyEncryptionKey: newKey('key-encryption'),
    simulatorWebhookSecret: newKey('simulator-webhook'),
    simulatorApiKey: `persona_sandbox_${randomUUID()}`,
    keys: {},
  };
}
