import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { type Clock, FileClock, systemClock } from './clock.js';
import { type Config, publicUrl } from './config.js';
import { OWNER_ONLY } from './files.js';
import { ConfigurationError, readConfig } from './read-config.js';
import type { ProviderSettings, Runtime } from './runtime.js';
import { readSecrets } from './secrets-file.js';
import { socialSettings } from './social-settings.js';

const PERSONA_API_URL = 'https://api.withpersona.com';
const PERSONA_HOSTED_URL = 'https://inquiry.withpersona.com';
const PAYPAL_API_URL = 'https://api-m.paypal.com';
/** PayPal's own test mode, where money and accounts are made up. */
const PAYPAL_SANDBOX_URL = 'https://api-m.sandbox.paypal.com';
/** What the simulator expects of its PayPal client, beside the secret. */
export const SIMULATED_PAYPAL = { clientId: 'simulator', webhookId: 'WH-simulator' } as const;
const STRIPE_API_URL = 'https://api.stripe.com';
const SIMULATED_PUBLISHABLE_KEY = 'pk_simulator';
const FOLDER_OWNER_ONLY = 0o700;
const EVERYONE_ELSE = 0o007;
const OWN_FILES = /\.db|^(secrets|demo|simulator)\.json/;

/** The runtime before the provider addresses are known. */
export interface PreparedRuntime extends Omit<Runtime, 'providers'> {
  readonly dataDir: string;
}

/** Addresses of a running simulator. */
export interface SimulatorAddresses {
  readonly httpUrl: string;
  readonly smtpUrl: string;
  readonly outboxUrl: string;
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
  const clock = clockOf(given);
  const dataDir = resolve(given.FLIP_DATA);
  ownFolder(dataDir);
  const secrets = readSecrets(dataDir);
  const port = given.PORT === 0 ? await freePort(given.HOST) : given.PORT;
  const config: Config = { ...given, FLIP_DATA: dataDir, PORT: port };
  return { config: { ...config, PUBLIC_URL: publicUrl(config) }, secrets, clock, dataDir };
}

/** True when a provider has no configured address, so that the simulator replaces it. */
export function needsSimulator(config: Config): boolean {
  const { PERSONA_API_URL, PAYPAL_CLIENT_ID, STRIPE_SECRET_KEY, SMTP_URL } = config;
  const { GOOGLE_CLIENT_ID, APPLE_CLIENT_ID } = config;
  const money = [PERSONA_API_URL, PAYPAL_CLIENT_ID, STRIPE_SECRET_KEY];
  return config.TEST_MODE && [...money, GOOGLE_CLIENT_ID, APPLE_CLIENT_ID, SMTP_URL].includes(undefined);
}

/** Addresses of the providers: the configured ones, in test mode the simulator for the others. */
export function providerSettings(
  { config, secrets }: Pick<Runtime, 'config' | 'secrets'>,
  simulator: SimulatorAddresses | null,
): ProviderSettings {
  const sources = { config, secrets, simulator };
  const others = {
    persona: personaSettings(sources),
    paypal: paypalSettings(sources),
    stripe: stripeSettings(sources),
    social: socialSettings(sources),
    deskUrl: config.TEST_MODE ? (simulator?.httpUrl ?? null) : null,
  };
  if (config.SMTP_URL !== undefined) return { ...others, smtpUrl: config.SMTP_URL, outboxUrl: null };
  if (!simulator) throw new ConfigurationError('SMTP_URL: no mail server is configured');
  return { ...others, smtpUrl: simulator.smtpUrl, outboxUrl: simulator.outboxUrl };
}

/** Where a provider's settings come from; `simulator` is null outside test mode. */
interface Sources extends Pick<Runtime, 'config' | 'secrets'> {
  readonly simulator: SimulatorAddresses | null;
}

function personaSettings({ config, secrets, simulator }: Sources): ProviderSettings['persona'] {
  const templateId = config.PERSONA_TEMPLATE_ID;
  if (simulator && config.PERSONA_API_URL === undefined)
    return {
      apiUrl: simulator.httpUrl,
      hostedUrl: simulator.httpUrl,
      apiKey: secrets.simulatorApiKey,
      templateId,
      webhookSecrets: [secrets.simulatorWebhookSecret],
    };
  return {
    apiUrl: config.PERSONA_API_URL ?? PERSONA_API_URL,
    hostedUrl: config.PERSONA_HOSTED_URL ?? PERSONA_HOSTED_URL,
    apiKey: config.PERSONA_API_KEY ?? '',
    templateId,
    webhookSecrets: secretsIn(config.PERSONA_WEBHOOK_SECRETS),
  };
}

function paypalSettings({ config, secrets, simulator }: Sources): ProviderSettings['paypal'] {
  if (simulator && config.PAYPAL_CLIENT_ID === undefined)
    return { ...SIMULATED_PAYPAL, apiUrl: simulator.httpUrl, clientSecret: secrets.simulatorApiKey };
  return {
    apiUrl: config.PAYPAL_API_URL ?? (config.TEST_MODE ? PAYPAL_SANDBOX_URL : PAYPAL_API_URL),
    clientId: config.PAYPAL_CLIENT_ID ?? '',
    clientSecret: config.PAYPAL_CLIENT_SECRET ?? '',
    webhookId: config.PAYPAL_WEBHOOK_ID ?? '',
  };
}

function stripeSettings({ config, secrets, simulator }: Sources): ProviderSettings['stripe'] {
  if (simulator && config.STRIPE_SECRET_KEY === undefined)
    return {
      apiUrl: simulator.httpUrl,
      secretKey: secrets.simulatorApiKey,
      publishableKey: SIMULATED_PUBLISHABLE_KEY,
      webhookSecrets: [secrets.simulatorWebhookSecret],
      frameOrigin: simulator.httpUrl,
    };
  return {
    apiUrl: config.STRIPE_API_URL ?? STRIPE_API_URL,
    secretKey: config.STRIPE_SECRET_KEY ?? '',
    publishableKey: config.STRIPE_PUBLISHABLE_KEY ?? '',
    webhookSecrets: secretsIn(config.STRIPE_WEBHOOK_SECRETS),
    // Stripe has one address: in test mode another one is the simulator of another process.
    frameOrigin:
      config.TEST_MODE && config.STRIPE_API_URL !== undefined ? new URL(config.STRIPE_API_URL).origin : null,
  };
}

function secretsIn(list = ''): readonly string[] {
  return list.split(',').map((secret) => secret.trim());
}

function clockOf(config: Config): Clock {
  if (config.FLIP_TEST_CLOCK === undefined) return systemClock;
  try {
    return new FileClock(config.FLIP_TEST_CLOCK);
  } catch (error) {
    throw new ConfigurationError(`FLIP_TEST_CLOCK: ${(error as Error).message}`);
  }
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
  const probe = createServer();
  await new Promise<void>((done, failed) => {
    probe.once('error', failed);
    probe.listen(0, host, done);
  });
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}
