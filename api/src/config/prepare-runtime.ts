import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { FileClock } from './clock.js';
import { type Config, publicUrl } from './config.js';
import { clockIn } from './demo-clock.js';
import { OWNER_ONLY } from './files.js';
import { ConfigurationError, readConfig } from './read-config.js';
import type { Runtime } from './runtime.js';
import { readSecrets } from './secrets-file.js';
import { simulatedAppleKey } from './social-settings.js';

const FOLDER_OWNER_ONLY = 0o700;
const EVERYONE_ELSE = 0o007;
const OWN_FILES = /\.db|^(secrets|demo|demo-clock|simulator)\.json/;

/** The runtime before the provider addresses are known. */
export interface PreparedRuntime extends Omit<Runtime, 'providers'> {
  readonly dataDir: string;
}

/**
 * Reads the configuration, creates the data folder and its secrets, and determines the public address
 * (with PORT=0 it picks a free port now, because mails and return addresses need it).
 * @throws ConfigurationError
 */
export async function prepareRuntime(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<PreparedRuntime> {
  const given = readConfig(environment);
  const { FLIP_TEST_CLOCK: clockFile } = given;
  const dataDir = resolve(given.FLIP_DATA);
  const clock = clockFile === undefined ? clockIn(dataDir, given) : new FileClock(clockFile);
  ownFolder(dataDir);
  const secrets = readSecrets(dataDir);
  const port = given.PORT === 0 ? await freePort(given.HOST) : given.PORT;
  const config: Config = { ...given, FLIP_DATA: dataDir, PORT: port };
  return { config: { ...config, PUBLIC_URL: publicUrl(config) }, secrets, clock, dataDir };
}

/** What the simulator gets of it, as plain values. */
export function simulatorSettings({ config, secrets, clock, dataDir }: PreparedRuntime) {
  const { simulatorApiKey, simulatorWebhookSecret } = secrets;
  return {
    clock,
    dataDir,
    port: config.SIMULATOR_PORT ?? null,
    nearPort: config.PORT,
    smtpPort: config.SIMULATOR_SMTP_PORT,
    publicUrl: config.PUBLIC_URL,
    secrets: { simulatorApiKey, simulatorWebhookSecret, appleKey: simulatedAppleKey(secrets) },
  };
}

/** Creates the data folder; an existing one and its files also become readable by their owner alone. */
function ownFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
    makePrivate(path, FOLDER_OWNER_ONLY);
    for (const name of readdirSync(path)) if (OWN_FILES.test(name)) makePrivate(join(path, name), OWNER_ONLY);
  } catch (error) {
    throw new ConfigurationError(`FLIP_DATA: ${(error as Error).message}`);
  }
}

/** A mounted volume can belong to another account, with access for our group: enough, if everyone else has none. */
function makePrivate(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    if ((statSync(path).mode & EVERYONE_ELSE) !== 0) throw error;
  }
}

async function freePort(host: string): Promise<number> {
  const probe = createServer().listen(0, host);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await once(probe.close(), 'close');
  return port;
}
