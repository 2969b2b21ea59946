import type { Credentials } from '@eventstore/db-client';

/** A validated address: the client itself only warns about unknown options. */
export interface CheckedConnection {
  /** For the client, without credentials: it misreads `:` and `@` in them, and it may log the text. */
  readonly connectionString: string;
  readonly credentials: Credentials;
}

/** The address of the event store is invalid. Never quotes the address: it contains a password. */
export class InvalidConnectionString extends Error {
  override readonly name = 'InvalidConnectionString';
}

/** Most nodes in one address. */
const HOST_LIMIT = 16;
/** Longest text of an option. */
const OPTION_TEXT_LIMIT = 500;

const ADDRESS = /^(?:esdb|kurrentdb)(?<discover>\+discover)?:\/\/(?<rest>\S+)$/;
const HOST = String.raw`[A-Za-z0-9][\w.-]*(?::\d{1,5})?`;
const PLACE = new RegExp(
  `^(?:(?<credentials>.*?)@)??(?<hosts>${HOST}(?:,${HOST})*)/?(?:\\?(?<options>.+))?$`,
);

type OptionRule = (value: string) => boolean;
const isOneOf =
  (...allowed: readonly string[]): OptionRule =>
  (value) =>
    allowed.includes(value);
const isNumber =
  (from: number, to: number): OptionRule =>
  (value) =>
    /^\d{1,9}$/.test(value) && Number(value) >= from && Number(value) <= to;
const isText: OptionRule = (value) => value.length > 0 && value.length <= OPTION_TEXT_LIMIT;

/** Options that have their documented effect. `tlsVerifyCert=false` is missing: the client verifies anyway. */
const OPTIONS: Readonly<Record<string, OptionRule>> = {
  tls: isOneOf('true', 'false'),
  tlsVerifyCert: isOneOf('true'),
  tlsCAFile: isText,
  userCertFile: isText,
  userKeyFile: isText,
  connectionName: isText,
  // Other nodes may not have the latest events yet.
  nodePreference: isOneOf('leader'),
  // Otherwise a conflict returns a wrong revision.
  throwOnAppendFailure: isOneOf('true'),
  maxDiscoverAttempts: isNumber(1, 100),
  discoveryInterval: isNumber(1, 10_000),
  gossipTimeout: isNumber(1, 30),
  keepAliveInterval: isNumber(10_000, 3_600_000),
  keepAliveTimeout: isNumber(1_000, 3_600_000),
};
const OPTION_NAMES = new Map(Object.keys(OPTIONS).map((name) => [name.toLowerCase(), name]));

/** Selects the append call that has a deadline: without TLS the client sends no credentials. */
const UNSENT_CREDENTIALS: Credentials = { username: 'flip', password: 'flip' };

/**
 * Reads `esdb://`, `esdb+discover://`, `kurrentdb://` and `kurrentdb+discover://`. User name and password may be
 * percent-encoded.
 * @throws InvalidConnectionString
 */
export function checkedConnection(url: string): CheckedConnection {
  const { discover = '', rest } = ADDRESS.exec(url.trim())?.groups ?? {};
  if (rest === undefined) throw new InvalidConnectionString('The event store’s address begins with esdb://');
  const { credentials, hosts, options } = parsed(rest);
  const isOpen = options.get('tls') === 'false';
  if (!credentials && !isOpen) {
    throw new InvalidConnectionString('The event store’s address needs user:password@, or tls=false');
  }
  options.set('throwOnAppendFailure', 'true');
  const query = [...options].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return {
    // The client knows only the older scheme.
    connectionString: `esdb${discover}://${hosts}?${query}`,
    credentials: credentials ?? UNSENT_CREDENTIALS,
  };
}

/** Debug namespaces of the client; several log the connection string or a password. */
const CLIENT_LOGS = ['esdb', 'esdb:command', 'esdb:command:grpc', 'esdb:connection', 'esdb:events'];

/**
 * The client writes passwords to its debug output.
 * @throws Error when DEBUG turns that on in production
 */
export function refuseClientLogs(environment: Readonly<Record<string, string | undefined>>): void {
  if (environment['NODE_ENV'] !== 'production') return;
  const patterns = (environment['DEBUG'] ?? '').split(/[\s,]+/).filter((text) => text !== '');
  const reveals = patterns.some((pattern) => {
    const expression = pattern
      .split('*')
      .map((text) => text.replaceAll(/[^\w:-]/g, '\\$&'))
      .join('.*');
    return CLIENT_LOGS.some((name) => new RegExp(`^${expression}$`).test(name));
  });
  if (reveals) throw new Error('DEBUG turns on the event store client’s log, which contains passwords');
}

/** A password may contain an @: the hosts begin after the first @ that only hosts and options follow. */
function parsed(rest: string) {
  const { credentials, hosts, options = '' } = PLACE.exec(rest)?.groups ?? {};
  if (hosts === undefined)
    throw new InvalidConnectionString('The event store’s address names no host, or is not well formed');
  if (hosts.split(',').length > HOST_LIMIT)
    throw new InvalidConnectionString(`More than ${HOST_LIMIT} nodes`);
  return {
    credentials: credentials === undefined ? null : credentialsOf(credentials),
    hosts,
    options: optionsOf(options),
  };
}

function credentialsOf(text: string): Credentials {
  const colon = text.indexOf(':');
  if (colon < 1 || colon === text.length - 1) {
    throw new InvalidConnectionString('The event store’s address needs both a user and a password');
  }
  return { username: decoded(text.slice(0, colon)), password: decoded(text.slice(colon + 1)) };
}

function optionsOf(query: string): Map<string, string> {
  const options = new Map<string, string>();
  // A plus is no space here.
  for (const [givenName, value] of new URLSearchParams(query.replaceAll('+', '%2B'))) {
    const name = OPTION_NAMES.get(givenName.toLowerCase().replaceAll(/[_-]/g, ''));
    if (name === undefined) {
      // Anything else may be part of a password.
      const shown = /^[A-Za-z_-]{1,40}$/.test(givenName) ? givenName : '…';
      throw new InvalidConnectionString(`Not an option of the event store: ${shown}`);
    }
    if (OPTIONS[name]?.(value) !== true)
      throw new InvalidConnectionString(`The option ${name} cannot have this value`);
    if (options.has(name)) throw new InvalidConnectionString(`The option ${name} is given twice`);
    options.set(name, value);
  }
  return options;
}

/** A % that starts no escape is literal. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
