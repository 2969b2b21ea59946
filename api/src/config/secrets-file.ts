import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, existsSync, linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { OWNER_ONLY } from './durable-files.js';
import { parseJson } from './parse-json.js';
import { ConfigurationError } from './read-config.js';
import type { Secrets } from './runtime.js';

/** Name of the file in the data folder. */
export const SECRETS_FILE = 'secrets.json';
const KEY_BYTES = 32;

const secretsSchema = z.object({
  sessionPrivateKey: z.string().startsWith('-----BEGIN PRIVATE KEY-----'),
  sessionPublicKey: z.string().startsWith('-----BEGIN PUBLIC KEY-----'),
  blindIndexKey: z.base64().length(44),
  keyEncryptionKey: z.base64().length(44),
  simulatorWebhookSecret: z.string().min(16),
  simulatorApiKey: z.string().min(16),
}) satisfies z.ZodType<Secrets>;

/**
 * The secrets of a data folder, made on its first start.
 * @throws ConfigurationError when the file is damaged, or gone while the folder holds data sealed with it
 */
export function readSecrets(dataDir: string): Secrets {
  const path = join(dataDir, SECRETS_FILE);
  if (!existsSync(path)) {
    if (readdirSync(dataDir).some((name) => name.endsWith('.db')))
      throw new ConfigurationError(`FLIP_DATA: ${SECRETS_FILE} is missing beside data that only it can open`);
    writeOnce(path);
  }
  chmodSync(path, OWNER_ONLY);
  const parsed = secretsSchema.safeParse(parseJson(readFileSync(path, 'utf8')));
  if (!parsed.success) throw new ConfigurationError(`FLIP_DATA: ${SECRETS_FILE} is damaged`);
  return parsed.data;
}

/** A link appears whole or not at all; when another process was first, its secrets stand. */
function writeOnce(path: string): void {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, JSON.stringify(newSecrets(), null, 2), { mode: OWNER_ONLY, flag: 'wx', flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
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
