import type { Credentials } from '@eventstore/db-client';
import { z } from 'zod';

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

const HOST = String.raw`[A-Za-z0-9][\w.-]*(?::\d{1,5})?`;
/** A password may contain an @: the hosts begin after the first @ that only hosts and options follow. */
const ADDRESS = new RegExp(
  String.raw`^(?:esdb|kurrentdb)(?<discover>\+discover)?://(?:(?<username>[^\s:]+):(?<password>\S+?)@)??` +
    String.raw`(?<hosts>${HOST}(?:,${HOST}){0,${HOST_LIMIT - 1}})/?(?:\?(?<options>\S+))?$`,
);

const digits = z.string().regex(/^\d{1,9}$/);
const numberIn = (from: number, to: number) => digits.transform(Number).pipe(z.number().min(from).max(to));
const text = z.string().min(1).max(OPTION_TEXT_LIMIT);

/** Options that have their documented effect. `tlsVerifyCert=false` is missing: the client verifies anyway. */
const OPTIONS: Readonly<Record<string, z.ZodType>> = {
  tls: z.enum(['true', 'false']),
  tlsVerifyCert: z.literal('true'),
  tlsCAFile: text,
  userCertFile: text,
  userKeyFile: text,
  connectionName: text,
  // Other nodes may not have the latest events yet.
  nodePreference: z.literal('leader'),
  // Otherwise a conflict returns a wrong revision.
  throwOnAppendFailure: z.literal('true'),
  maxDiscoverAttempts: numberIn(1, 100),
  discoveryInterval: numberIn(1, 10_000),
  gossipTimeout: numberIn(1, 30),
  keepAliveInterval: numberIn(10_000, 3_600_000),
  keepAliveTimeout: numberIn(1_000, 3_600_000),
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
  const {
    discover = '',
    username = '',
    password,
    hosts,
    options = '',
  } = ADDRESS.exec(url.trim())?.groups ?? {};
  if (hosts === undefined)
    throw new InvalidConnectionString(
      `The event store’s address is not esdb://user:password@host:port, with at most ${HOST_LIMIT} hosts`,
    );
  const checked = optionsOf(options);
  if (password === undefined && checked.get('tls') !== 'false') {
    throw new InvalidConnectionString('The event store’s address needs user:password@, or tls=false');
  }
  checked.set('throwOnAppendFailure', 'true');
  const query = [...checked].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return {
    // The client knows only the older scheme.
    connectionString: `esdb${discover}://${hosts}?${query}`,
    credentials:
      password === undefined
        ? UNSENT_CREDENTIALS
        : { username: decoded(username), password: decoded(password) },
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
    if (OPTIONS[name]?.safeParse(value).success !== true)
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
