import { createPrivateKey } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { type Config, configSchema, PLACEHOLDER_PHONE } from './config.js';
import { isLoopback } from '../kernel/loopback.js';

/** The reason Flip does not start, in one line that names the variable to change. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

const production = (config: Config): boolean => config.NODE_ENV === 'production';
/** Whether other people may reach this server. */
const isPublic = (config: Config): boolean =>
  production(config) || !isLoopback(config.HOST) || config.PUBLIC_URL?.startsWith('https://') === true;
const isHttp = (url = ''): boolean => url.startsWith('http:');
const isExposed = (url = ''): boolean => isHttp(url) && !isLoopback(new URL(url).hostname);
const PAYPAL_KEYS = ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'] as const;
const STRIPE_KEYS = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRETS'] as const;
const APPLE_KEYS = ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'] as const;
/** How many of these variables are set. */
const countSet = (config: Config, names: readonly (keyof Config)[]): number =>
  names.filter((name) => config[name] !== undefined).length;
const reserved = (address: string): boolean => /[.@]example>?$/.test(address.trim());

/** Refused combinations of valid values, most dangerous first. */
const REFUSED: Readonly<Record<string, (config: Config) => boolean>> = {
  'HOST: beyond loopback a TLS proxy is required: set PUBLIC_URL to its https:// address and TRUST_PROXY=true':
    (config) =>
      !isLoopback(config.HOST) && !(config.PUBLIC_URL?.startsWith('https://') && config.TRUST_PROXY),
  'PUBLIC_URL: beyond loopback it must be https://': (config) => isExposed(config.PUBLIC_URL),
  'TRUST_PROXY: an https:// PUBLIC_URL requires a proxy; set TRUST_PROXY=true': (config) =>
    config.PUBLIC_URL?.startsWith('https://') === true && !config.TRUST_PROXY,
  'ESDB_URL, MONGO_URL: set both for servers, or neither for the embedded stores': (config) =>
    countSet(config, ['ESDB_URL', 'MONGO_URL']) === 1,
  'SAFETY_FILE: it must be outside FLIP_DATA, or both are lost together': ({ FLIP_DATA, SAFETY_FILE }) =>
    SAFETY_FILE !== undefined && resolve(SAFETY_FILE).startsWith(`${resolve(FLIP_DATA)}${sep}`),
  'VAULT_URL: needs ESDB_URL and MONGO_URL; the embedded vault is in FLIP_DATA': (config) =>
    config.VAULT_URL !== undefined && config.MONGO_URL === undefined,
  'TEST_MODE: production and public addresses refuse simulated providers; set TEST_MODE=false or ALLOW_SIMULATOR=true':
    (config) => isPublic(config) && config.TEST_MODE && !config.ALLOW_SIMULATOR,
  'SIMULATOR_URL: a simulator of test mode, at http:// on this machine, with its SIMULATOR_SMTP_PORT': (
    config,
  ) => config.SIMULATOR_URL !== undefined && !canShareSimulator(config, new URL(config.SIMULATOR_URL)),
  'FLIP_TEST_CLOCK: only test mode may freeze the clock': (config) =>
    config.FLIP_TEST_CLOCK !== undefined && !config.TEST_MODE,
  'RATE_LIMIT: production refuses to run without limits': (config) =>
    production(config) && config.RATE_LIMIT === 'off',
  'RATE_LIMIT: a public address needs limits; only ALLOW_SIMULATOR=true may turn them off': (config) =>
    isPublic(config) && config.RATE_LIMIT === 'off' && !config.ALLOW_SIMULATOR,
  'COMPANY_NAME: needed when COMPANY_LICENSE is set': (config) =>
    config.COMPANY_LICENSE !== undefined && config.COMPANY_NAME === undefined,
  'SMTP_URL: needed when TEST_MODE=false': (config) => !config.TEST_MODE && config.SMTP_URL === undefined,
  'PERSONA_API_KEY: needed when TEST_MODE=false or PERSONA_API_URL is set': (config) =>
    usesPersona(config) && config.PERSONA_API_KEY === undefined,
  'PERSONA_WEBHOOK_SECRETS: needed when TEST_MODE=false or PERSONA_API_URL is set': (config) =>
    usesPersona(config) && config.PERSONA_WEBHOOK_SECRETS === undefined,
  'PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID: all needed when TEST_MODE=false or one of them or PAYPAL_API_URL is set':
    (config) =>
      (countSet(config, ['PAYPAL_API_URL', ...PAYPAL_KEYS]) > 0 || !config.TEST_MODE) &&
      countSet(config, PAYPAL_KEYS) < PAYPAL_KEYS.length,
  'PAYPAL_API_URL: test mode refuses the address that moves real money': (config) =>
    config.TEST_MODE && isReal(config, 'PAYPAL_API_URL'),
  'PAYPAL_API_URL: real charges need real payouts, at api-m.paypal.com; only ALLOW_SIMULATOR=true allows another address':
    (config) => isElsewhere(config, 'PAYPAL_API_URL'),
  'STRIPE_API_URL: only ALLOW_SIMULATOR=true allows another address than api.stripe.com': (config) =>
    isElsewhere(config, 'STRIPE_API_URL'),
  'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRETS: needed when TEST_MODE=false; set all or none':
    (config) =>
      countSet(config, STRIPE_KEYS) < STRIPE_KEYS.length &&
      !(config.TEST_MODE && countSet(config, STRIPE_KEYS) === 0),
  'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY: not a pair of keys of Stripe, both of test mode or both live': (
    config,
  ) => usesStripe(config) && !isStripePair(config),
  'STRIPE_SECRET_KEY: a live key moves real money, which TEST_MODE=true promises not to do': (config) =>
    config.TEST_MODE && modeOf(config.STRIPE_SECRET_KEY) === 'live',
  'STRIPE_SECRET_KEY: production and public addresses refuse test keys; only ALLOW_SIMULATOR=true allows them':
    (config) => isPublic(config) && modeOf(config.STRIPE_SECRET_KEY) === 'test' && !config.ALLOW_SIMULATOR,
  'GOOGLE_CLIENT_ID: set it together with GOOGLE_CLIENT_SECRET': (config) =>
    countSet(config, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']) === 1,
  'GOOGLE_ISSUER: beyond loopback it must be https://': (config) => isExposed(config.GOOGLE_ISSUER),
  'APPLE_CLIENT_ID, APPLE_TEAM_ID, APPLE_KEY_ID, APPLE_PRIVATE_KEY: set all or none': (config) =>
    countSet(config, APPLE_KEYS) > 0 && countSet(config, APPLE_KEYS) < APPLE_KEYS.length,
  'APPLE_PRIVATE_KEY: not the private key of a .p8 file (PEM, P-256)': ({ APPLE_PRIVATE_KEY: key }) =>
    key !== undefined && !isP256Key(key),
  'APPLE_ISSUER: beyond loopback it must be https://': (config) => isExposed(config.APPLE_ISSUER),
};

/** Refused in production alone. */
const REFUSED_IN_PRODUCTION: typeof REFUSED = {
  'PUBLIC_URL: production requires the public address of Flip': (config) => config.PUBLIC_URL === undefined,
  'SUPPORT_EMAIL: production refuses the placeholder address': (config) => reserved(config.SUPPORT_EMAIL),
  'SUPPORT_PHONE: production refuses the placeholder number': (config) =>
    config.SUPPORT_PHONE === PLACEHOLDER_PHONE,
  'MAIL_FROM: production refuses the placeholder address': (config) => reserved(config.MAIL_FROM),
  'PERSONA_API_URL, PERSONA_HOSTED_URL: production requires https://': (config) =>
    isHttp(config.PERSONA_API_URL) || isHttp(config.PERSONA_HOSTED_URL),
  'PERSONA_WEBHOOK_SECRETS: production requires random ones of at least 16 characters': (config) =>
    (config.PERSONA_WEBHOOK_SECRETS ?? ['']).some(isGuessable),
  'PAYPAL_API_URL: production requires https://': (config) => isHttp(config.PAYPAL_API_URL),
  'STRIPE_API_URL: production requires https://': (config) => isHttp(config.STRIPE_API_URL),
  'STRIPE_WEBHOOK_SECRETS: production requires random ones of at least 16 characters': (config) =>
    (config.STRIPE_WEBHOOK_SECRETS ?? []).some(isGuessable),
  'GOOGLE_ISSUER: production requires https://': (config) => isHttp(config.GOOGLE_ISSUER),
  'APPLE_ISSUER: production requires https://': (config) => isHttp(config.APPLE_ISSUER),
  'SMTP_URL: beyond loopback production requires verified TLS: smtps://… or smtp://…?requireTLS=true': (
    config,
  ) => config.SMTP_URL !== undefined && !isPrivateMail(new URL(config.SMTP_URL)),
  "ESDB_URL: production refuses the store's initial password": (config) =>
    /:changeit@/.test(config.ESDB_URL ?? ''),
  'ESDB_URL, MONGO_URL, VAULT_URL: production refuses a password without verified TLS': (config) =>
    [config.ESDB_URL, config.MONGO_URL, config.VAULT_URL].some(exposesPassword),
};

/** Its mailbox opens every account, so it listens on this machine alone. */
const canShareSimulator = (config: Config, url: URL): boolean =>
  config.TEST_MODE && isHttp(url.protocol) && isLoopback(url.hostname) && config.SIMULATOR_SMTP_PORT > 0;

/** Where real money is moved. */
const REAL_HOSTS = {
  PAYPAL_API_URL: ['api-m.paypal.com', 'api.paypal.com'],
  STRIPE_API_URL: ['api.stripe.com'],
} as const;

function isReal(config: Config, name: keyof typeof REAL_HOSTS): boolean {
  const url = config[name];
  return url !== undefined && (REAL_HOSTS[name] as readonly string[]).includes(new URL(url).host);
}

/** Without test mode, money is real on both sides; only a server without a public address may call this machine instead. */
function isElsewhere(config: Config, name: keyof typeof REAL_HOSTS): boolean {
  const url = config[name];
  if (url === undefined || config.TEST_MODE || config.ALLOW_SIMULATOR || isReal(config, name)) return false;
  return isPublic(config) || !isLoopback(new URL(url).hostname);
}

const usesPersona = (config: Config): boolean => config.PERSONA_API_URL !== undefined || !config.TEST_MODE;
/** In test mode, another address belongs to another process's simulator, and its keys have another form. */
const usesStripe = (config: Config): boolean =>
  config.STRIPE_SECRET_KEY !== undefined && !(config.TEST_MODE && config.STRIPE_API_URL !== undefined);
const modeOf = (key = ''): string | undefined => /^(?:sk|rk|pk)_(test|live)_\w{8,}$/.exec(key)?.[1];
const isStripePair = ({ STRIPE_SECRET_KEY: secret = '', STRIPE_PUBLISHABLE_KEY: shown = '' }: Config) =>
  /^[sr]k_/.test(secret) &&
  shown.startsWith('pk_') &&
  modeOf(secret) !== undefined &&
  modeOf(secret) === modeOf(shown);

/** A guessed webhook secret can decline identity checks. */
function isGuessable(secret: string): boolean {
  return (
    secret.length < 16 || new Set(secret).size < 8 || /change-?me|example|your[-_]|password/i.test(secret)
  );
}

/** The kind of key that ES256 needs. */
function isP256Key(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}

/** `mongodb:` encrypts only on request, the other kinds of address unless it is turned off. */
function exposesPassword(url = ''): boolean {
  if (!url.includes('@') || /@(localhost|127\.0\.0\.1|\[::1\])(:\d+)?([/?]|$)/.test(url)) return false;
  const isPlain = url.startsWith('mongodb:') && !/[?&](tls|ssl)=true/i.test(url);
  return isPlain || /[?&](tls|ssl|tlsVerifyCert)=false|[?&]tls(Insecure|Allow\w+)=true/i.test(url);
}

/** Mails contain links that reset passwords. */
function isPrivateMail({ protocol, hostname, searchParams, search }: URL): boolean {
  if (isLoopback(hostname)) return true;
  const isEncrypted = protocol === 'smtps:' || searchParams.get('requireTLS') === 'true';
  return isEncrypted && !/ignoreTLS|rejectUnauthorized/i.test(search);
}

/**
 * The configuration of this environment; an empty variable counts as not set.
 * @throws ConfigurationError
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const known = Object.keys(configSchema.shape).filter((name) => (environment[name] ?? '') !== '');
  const given = Object.fromEntries(known.map((name) => [name, environment[name]]));
  const parsed = configSchema.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigurationError(
      `${issue?.path.join('.') ?? 'environment'}: ${issue?.message ?? 'not valid'}`,
    );
  }
  const rules = { ...REFUSED, ...(production(parsed.data) && REFUSED_IN_PRODUCTION) };
  const refused = Object.entries(rules).find(([, isBroken]) => isBroken(parsed.data));
  if (refused) throw new ConfigurationError(refused[0]);
  return parsed.data;
}

/** A rule holds by its own definition. @throws ConfigurationError: continuing would end holds that no lead has decided to end */
export function requireHoldsMigrated({ HOLDING_RULES: rules }: Config): void {
  if (rules !== undefined)
    throw new ConfigurationError(
      'HOLDING_RULES: no longer read; run npm run ops -- migrate-holding-rules once, then remove it',
    );
}

const ENV_FILE = '.env';

/** Sets the variables of a `.env` file in the working directory that are not set yet. */
export function loadEnvFile(): void {
  if (existsSync(ENV_FILE)) process.loadEnvFile(ENV_FILE);
}
