/** Who asks: given with every call. */
export interface StoreCredentials {
  readonly username: string;
  readonly password: string;
}

/** What the client is opened with, checked by us: it only warns of what it does not know. */
export interface CheckedConnection {
  /** For the client. Holds no credentials: what it makes of `:` and `@` in them is wrong, and it may log the text. */
  readonly connectionString: string;
  readonly credentials: StoreCredentials;
}

/** The address of the event store cannot be used as it is. Never quotes the address: it holds a password. */
export class InvalidConnectionString extends Error {
  override readonly name = 'InvalidConnectionString';
}

/** Most nodes that one address names. */
const HOST_LIMIT = 16;
/** Longest text of an option. */
const OPTION_TEXT_LIMIT = 500;

/** The client knows the older names only. */
const SCHEMES: ReadonlyMap<string, string> = new Map([
  ['esdb', 'esdb'],
  ['esdb+discover', 'esdb+discover'],
  ['kurrentdb', 'esdb'],
  ['kurrentdb+discover', 'esdb+discover'],
]);
const ADDRESS = /^(?<scheme>[a-z+]+):\/\/(?<rest>\S+)$/;
const HOST = String.raw`[A-Za-z0-9][\w.-]*(?::\d{1,5})?`;
const PLACE = new RegExp(`^(?<hosts>${HOST}(?:,${HOST})*)/?(?:\\?(?<options>.+))?$`);

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

/** Options that do what they say. `tlsVerifyCert=false` is not among them: the client verifies all the same. */
const OPTIONS: Readonly<Record<string, OptionRule>> = {
  tls: isOneOf('true', 'false'),
  tlsVerifyCert: isOneOf('true'),
  tlsCAFile: isText,
  userCertFile: isText,
  userKeyFile: isText,
  connectionName: isText,
  // Another node than the leader may not know yet what was just appended.
  nodePreference: isOneOf('leader'),
  // Otherwise a conflict is answered with a wrong revision.
  throwOnAppendFailure: isOneOf('true'),
  maxDiscoverAttempts: isNumber(1, 100),
  discoveryInterval: isNumber(1, 10_000),
  gossipTimeout: isNumber(1, 30),
  keepAliveInterval: isNumber(10_000, 3_600_000),
  keepAliveTimeout: isNumber(1_000, 3_600_000),
};
const OPTION_NAMES = new Map(Object.keys(OPTIONS).map((name) => [name.toLowerCase(), name]));

/** Only chooses the append call that keeps its deadline: without TLS the client sends no credentials. */
const UNSENT_CREDENTIALS: StoreCredentials = { username: 'flip', password: 'flip' };

/**
 * Reads `esdb://`, `esdb+discover://`, `kurrentdb://` and `kurrentdb+discover://`. User name and password may be
 * percent-encoded, and need not be.
 * @throws InvalidConnectionString
 */
export function checkedConnection(url: string): CheckedConnection {
  const { scheme: givenScheme = '', rest = '' } = ADDRESS.exec(url.trim())?.groups ?? {};
  const scheme = SCHEMES.get(givenScheme);
  if (scheme === undefined)
    throw new InvalidConnectionString('The event store’s address begins with esdb://');
  const { credentials, hosts, options } = parted(rest);
  const isOpen = options.get('tls') === 'false';
  if (!credentials && !isOpen) {
    throw new InvalidConnectionString('The event store’s address needs user:password@, or tls=false');
  }
  options.set('throwOnAppendFailure', 'true');
  const query = [...options].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return {
    connectionString: `${scheme}://${hosts.join(',')}?${query}`,
    credentials: credentials ?? UNSENT_CREDENTIALS,
  };
}

/** Names under which the client's log lines appear; several hold the connection string or a password. */
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
  if (reveals) throw new Error('DEBUG turns on the event store client’s log, which holds passwords');
}

interface AddressParts {
  readonly credentials: StoreCredentials | null;
  readonly hosts: readonly string[];
  readonly options: Map<string, string>;
}

/** A password may hold an @ itself: the hosts begin behind the first @ that only hosts and options follow. */
function parted(rest: string): AddressParts {
  for (let at = -1; at < rest.length;) {
    const place = PLACE.exec(rest.slice(at + 1))?.groups;
    if (place) {
      const hosts = (place['hosts'] ?? '').split(',');
      if (hosts.length > HOST_LIMIT) throw new InvalidConnectionString(`More than ${HOST_LIMIT} nodes`);
      return {
        credentials: at < 0 ? null : credentialsOf(rest.slice(0, at)),
        hosts,
        options: optionsOf(place['options'] ?? ''),
      };
    }
    const next = rest.indexOf('@', at + 1);
    if (next < 0) break;
    at = next;
  }
  throw new InvalidConnectionString('The event store’s address names no host, or is not well formed');
}

function credentialsOf(text: string): StoreCredentials {
  const colon = text.indexOf(':');
  if (colon < 1 || colon === text.length - 1) {
    throw new InvalidConnectionString('The event store’s address needs both a user and a password');
  }
  return { username: decoded(text.slice(0, colon)), password: decoded(text.slice(colon + 1)) };
}

function optionsOf(query: string): Map<string, string> {
  const options = new Map<string, string>();
  for (const pair of query.split('&').filter((text) => text !== '')) {
    const equals = pair.indexOf('=');
    const givenName = equals < 0 ? pair : pair.slice(0, equals);
    const name = OPTION_NAMES.get(givenName.toLowerCase().replaceAll(/[_-]/g, ''));
    if (name === undefined) {
      // What is no word may be a part of a password.
      const shown = /^[A-Za-z_-]{1,40}$/.test(givenName) ? givenName : '…';
      throw new InvalidConnectionString(`Not an option of the event store: ${shown}`);
    }
    const value = equals < 0 ? '' : decoded(pair.slice(equals + 1));
    if (OPTIONS[name]?.(value) !== true)
      throw new InvalidConnectionString(`The option ${name} cannot have this value`);
    if (options.has(name)) throw new InvalidConnectionString(`The option ${name} is given twice`);
    options.set(name, value);
  }
  return options;
}

/** A % that begins no escape stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
