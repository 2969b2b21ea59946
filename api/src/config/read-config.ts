import { type Config, configSchema, isLoopback, PLACEHOLDER_PHONE } from './config.js';

/** Why Flip does not start, in one line that names the variable to change. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

interface StartRule {
  readonly broken: (config: Config) => boolean;
  readonly message: string;
}

const production = (config: Config): boolean => config.NODE_ENV === 'production';
const reserved = (address: string): boolean => /[.@]example>?$/.test(address.trim());

/** Combinations that are refused although each value alone is fine, most dangerous first. */
const startRules: readonly StartRule[] = [
  {
    broken: (config) =>
      !isLoopback(config.HOST) && !(config.PUBLIC_URL?.startsWith('https://') && config.TRUST_PROXY),
    message:
      'HOST: beyond loopback a TLS proxy must stand in front: set PUBLIC_URL to its https:// address and TRUST_PROXY=true',
  },
  {
    broken: (config) =>
      config.PUBLIC_URL?.startsWith('http://') === true && !isLoopback(new URL(config.PUBLIC_URL).hostname),
    message: 'PUBLIC_URL: beyond loopback it must be https://',
  },
  {
    broken: (config) => config.PUBLIC_URL?.startsWith('https://') === true && !config.TRUST_PROXY,
    message: 'TRUST_PROXY: an https:// PUBLIC_URL means a proxy in front; set TRUST_PROXY=true',
  },
  {
    broken: (config) => (config.ESDB_URL === undefined) !== (config.MONGO_URL === undefined),
    message: 'ESDB_URL, MONGO_URL: set both for servers, or neither for the embedded stores',
  },
  {
    broken: (config) => config.VAULT_URL !== undefined && config.MONGO_URL === undefined,
    message: 'VAULT_URL: needs ESDB_URL and MONGO_URL; the embedded vault lies in FLIP_DATA',
  },
  {
    broken: (config) => production(config) && config.TEST_MODE && !config.ALLOW_SIMULATOR,
    message: 'TEST_MODE: production refuses simulated providers; set TEST_MODE=false or ALLOW_SIMULATOR=true',
  },
  {
    broken: (config) => config.FLIP_TEST_CLOCK !== undefined && !config.TEST_MODE,
    message: 'FLIP_TEST_CLOCK: only test mode may freeze the clock',
  },
  {
    broken: (config) => production(config) && config.FLIP_TEST_CLOCK !== undefined && !config.ALLOW_SIMULATOR,
    message: 'FLIP_TEST_CLOCK: production refuses a frozen clock',
  },
  {
    broken: (config) => production(config) && config.RATE_LIMIT === 'off',
    message: 'RATE_LIMIT: production refuses to run without limits',
  },
  {
    broken: (config) => production(config) && config.PUBLIC_URL === undefined,
    message: 'PUBLIC_URL: production needs the address people reach Flip under',
  },
  {
    broken: (config) => production(config) && reserved(config.SUPPORT_EMAIL),
    message: 'SUPPORT_EMAIL: production refuses the placeholder address',
  },
  {
    broken: (config) => production(config) && config.SUPPORT_PHONE === PLACEHOLDER_PHONE,
    message: 'SUPPORT_PHONE: production refuses the placeholder number',
  },
  {
    broken: (config) => production(config) && reserved(config.MAIL_FROM),
    message: 'MAIL_FROM: production refuses the placeholder address',
  },
  {
    broken: (config) => !config.TEST_MODE && config.SMTP_URL === undefined,
    message: 'SMTP_URL: needed when TEST_MODE=false',
  },
  {
    broken: (config) =>
      (config.PERSONA_API_URL !== undefined || !config.TEST_MODE) && config.PERSONA_API_KEY === undefined,
    message: 'PERSONA_API_KEY: needed when TEST_MODE=false or PERSONA_API_URL is set',
  },
  {
    broken: (config) =>
      (config.PERSONA_API_URL !== undefined || !config.TEST_MODE) &&
      config.PERSONA_WEBHOOK_SECRETS === undefined,
    message: 'PERSONA_WEBHOOK_SECRETS: needed when TEST_MODE=false or PERSONA_API_URL is set',
  },
];

/**
 * The configuration of this environment; a variable set to nothing counts as not set.
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
  const broken = startRules.find((rule) => rule.broken(parsed.data));
  if (broken) throw new ConfigurationError(broken.message);
  return parsed.data;
}
