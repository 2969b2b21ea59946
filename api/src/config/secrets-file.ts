import { generateKeyPairSync, randomBytes, randomUUID, sign, verify } from 'node:crypto';
import { existsSync, linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../kernel/error-code.js';
import { OWNER_ONLY } from './files.js';
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
  const damaged = data ? !isPair(data) && 'sessionPublicKey' : error.issues[0]?.path.join('.');
  if (!data || damaged)
    throw new ConfigurationError(`FLIP_DATA: ${SECRETS_FILE} is damaged: ${damaged || 'it is not JSON'}`);
  return data;
}

function isPair({ sessionPrivateKey, sessionPublicKey }: Secrets): boolean {
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

function newSecrets(): Secrets {
  const session = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const key = () => randomBytes(KEY_BYTES).toString('base64');
  return {
    sessionPrivateKey: session.privateKey,
    sessionPublicKey: session.publicKey,
    blindIndexKey: key(),
    keyEncryptionKey: key(),
    simulatorWebhookSecret: `wbhsec_${randomUUID()}`,
    simulatorApiKey: `persona_sandbox_${randomUUID()}`,
  };
}
