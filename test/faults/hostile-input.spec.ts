import { connect } from 'node:net';
import { AppModule } from '../../api/src/app.module.js';
import { featuresOf } from '../../api/src/event-sourcing/event-sourcing.module.js';
import type { Problem } from '../../api/src/kernel/people/accounts.js';
import type { ApiResponse, Browser } from '../support/browser.js';
import { FlipServer } from '../support/flip-server.js';
import { type Fields, hostileRequests, type Request, type Values } from '../support/hostile-requests.js';
import { NO_BODIES, NO_OBJECTS, NO_PATHS, UNKNOWN_FIELDS } from '../support/hostile-values.js';
import { OpenApi } from '../support/open-api.js';
import { ops } from '../support/ops.js';

const STAFF = { email: 'analyst@demo.example', password: 'quiet-harbor-violin-74' };
const AT_ONCE = 32;
/** The response names each of them; a body of more than 64 fields is refused entirely. */
const UNKNOWN_AT_ONCE = 40;
/** A field that no route has. */
const UNKNOWN = 'unknown';
const ID = '00000000-0000-4000-8000-000000000000';

interface RequestParts {
  /** Fields as JSON text, in addition to those of a valid body or in their place. */
  readonly body?: Values;
  /** In place of the body. */
  readonly json?: string;
  readonly id?: string;
  readonly query?: string;
  readonly headers?: Values;
}

/** A request, and the fields that its refusal has to name. */
interface Attempt {
  readonly route: string;
  readonly parts: RequestParts;
  readonly names: readonly string[];
}

describe('a request with values outside their type, length or characters', () => {
  let server: FlipServer;
  let browser: Browser;
  let api: OpenApi;
  let requests: Readonly<Record<string, Request>>;
  let rows: readonly (readonly [route: string, request: Request])[];
  let eventsBefore: string;

  beforeAll(async () => {
    server = await FlipServer.start({ env: { RATE_LIMIT: 'off' } });
    // Analyst, operator and lead: every staff route is allowed.
    for (const role of ['operator', 'lead']) await ops(server.dataDir, 'grant', STAFF.email, role);
    browser = server.browser();
    await browser.signIn(STAFF);
    api = await OpenApi.of(browser);
    requests = hostileRequests(api);
    rows = Object.entries(requests);
    eventsBefore = await eventsOf(server);
  });
  afterAll(() => server.dispose());

  const withBody = () => rows.filter(([, { example }]) => example);

  it('is tried with many values of every field and parameter that the OpenAPI document has (ASVS 1.2.4, 2.2.2, 15.3.5)', () => {
    const few = rows.flatMap(([route, { body, query, path, headers }]) =>
      [body, query, path, headers].flatMap((fields) =>
        Object.entries(fields)
          .filter(([, { hostile }]) => hostile.length === 0)
          .map(([name]) => `${route} ${name}`),
      ),
    );
    expect(few).toEqual([]);
    const valuesOf = (fields: Fields) => Object.values(fields).flatMap(({ hostile }) => hostile).length;
    const count = (place: 'body' | 'query') => rows.reduce((sum, [, one]) => sum + valuesOf(one[place]), 0);
    expect(count('body')).toBeGreaterThan(6_000);
    expect(count('query')).toBeGreaterThan(3_000);
  });

  it('is refused with 400 that names the field of the body (ASVS 1.3.11, 2.2.1)', async () => {
    const accepted: string[] = [];
    for (const [route, { body }] of withBody())
      accepted.push(...(await acceptedBy(route, body, (values) => ({ body: values }))));
    expect(accepted).toEqual([]);
  });

  it('is refused with 400 that names each unknown field, including every recorded or displayed one (ASVS 15.3.3)', async () => {
    const inherited = UNKNOWN_FIELDS.filter(isInherited);
    const others = UNKNOWN_FIELDS.filter((name) => !isInherited(name));
    const names = [...new Set([...others, ...recordedNames(), ...shownNames()])];
    const attempts = withBody().flatMap(([route, { body }]) => {
      const unknown = names.filter((name) => !Object.hasOwn(body, name));
      return [inherited, ...chunks(unknown, UNKNOWN_AT_ONCE)].map((some) => ({
        route,
        names: some,
        parts: { body: Object.fromEntries(some.map((name) => [name, '"x"'])) },
      }));
    });
    expect(described(await notNaming(attempts))).toEqual([]);
  });

  it('is refused with 400 that names the query parameter', async () => {
    const accepted: string[] = [];
    for (const [route, { query, required }] of rows)
      accepted.push(
        ...(await acceptedBy(route, query, (values) => ({
          query: String(new URLSearchParams({ ...required.query, ...values })),
        }))),
      );
    expect(accepted).toEqual([]);
  });

  it('is refused with 400 that names each query parameter that it repeats or does not know (ASVS 15.3.7)', async () => {
    const attempts = rows.flatMap(([route, { query, required }]) => {
      const names = Object.keys(query);
      if (names.length === 0) return [];
      const unknown = [...names.flatMap((name) => [`${name}[$gt]`, `${name}[]`]), '$where', 'uid'];
      const inherited = ['toString', 'constructor', 'valueOf'];
      const valid = Object.entries(required.query);
      return [
        {
          route,
          names,
          parts: {
            query: queryOf(
              names.flatMap((name) => [
                [name, 'a'],
                [name, 'b'],
              ]),
            ),
          },
        },
        ...[unknown, inherited].map((some) => ({
          route,
          names: some,
          parts: { query: queryOf([...valid, ...some.map((name) => [name, 'x'])]) },
        })),
      ];
    });
    expect(described(await notNaming(attempts))).toEqual([]);
  });

  it('is refused with 400 that names the header', async () => {
    const attempts = rows.flatMap(([route, { headers }]) =>
      Object.entries(headers).flatMap(([name, { hostile }]) =>
        hostile
          .filter(isHeader)
          .map((value) => ({ route, names: [name], parts: { headers: { [name]: value } } })),
      ),
    );
    expect(described(await notNaming(attempts))).toEqual([]);
  });

  it('is refused for a malformed id in the path, as missing or with 400 that names it', async () => {
    const attempts = rows.flatMap(([route, { path }]) => {
      const names = Object.keys(path);
      // Every id of the path has the value, and one of them is named.
      const values = new Set(Object.values(path).flatMap(({ hostile }) => hostile));
      return [...values].map((value) => ({ route, names, parts: { id: encoded(value) } }));
    });
    const odd = (await responsesTo(attempts)).filter(
      ({ names, response: { status, body } }) =>
        !(status === 404 && body.code === 'not_found') &&
        !(status === 400 && (body.code === 'malformed_url' || names.includes(body.fields?.[0]?.field ?? ''))),
    );
    expect(described(odd)).toEqual([]);
  });

  it('is refused with 400 when its body is not a JSON object, repeats a key or sets a prototype (ASVS 1.5.2, 15.3.6)', async () => {
    const attempts = rows
      // A webhook's body is not parsed before its signature is verified.
      .filter(([route]) => !route.startsWith('GET') && !route.includes('/webhooks/'))
      .flatMap(([route, { example }]) =>
        [...Object.values(NO_BODIES), ...(example ? NO_OBJECTS : [])].map((json) => ({
          route,
          names: [],
          parts: { json },
        })),
      );
    const odd = (await responsesTo(attempts)).filter(({ response }) => response.status !== 400);
    expect(described(odd)).toEqual([]);
  });

  it('is refused with 400 when its bytes are not UTF-8 (ASVS 1.1.1)', async () => {
    const bytes = Buffer.from([...Buffer.from('{"email":"ma'), 0xff, 0xed, 0xa0, 0x80, ...Buffer.from('"}')]);
    const said = await raw(server, 'POST', '/api/auth/forgot', { bytes });
    expect(said).toMatch(/^HTTP\/1\.1 400 /);
    expect(said).toContain('malformed_json');
  });

  it('is refused with 413 over 16 KB, in each field and as a whole', async () => {
    const large = JSON.stringify('x'.repeat(16_384));
    const attempts = withBody().flatMap(([route, { body }]) =>
      Object.keys(body).map((name) => ({ route, names: [], parts: { body: { [name]: large } } })),
    );
    const odd = (await responsesTo(attempts)).filter(
      ({ response }) => response.status !== 413 || response.body.code !== 'body_too_large',
    );
    expect(described(odd)).toEqual([]);
  });

  it('is refused with 413 as soon as it declares a megabyte', async () => {
    for (const [route] of withBody()) {
      const [method = '', path = ''] = route.split(' ');
      const body = { bytes: Buffer.from('{"email":"'), length: 1_048_576 };
      expect(await raw(server, method, path.replaceAll(/\{\w+\}/g, ID), body)).toMatch(/^HTTP\/1\.1 413 /);
    }
  });

  it('is refused when its address is malformed, too long or escapes the application (ASVS 5.3.2)', async () => {
    for (const path of NO_PATHS) {
      const said = await raw(server, 'GET', path);
      expect([path, said.slice(0, 12)]).toEqual([path, expect.stringMatching(/^HTTP\/1\.1 4\d\d$/)]);
    }
  });

  it('is refused with 400 that names every required field when it has none', async () => {
    const attempts = api.operations.flatMap(({ route, requestBody }) => {
      const names = api.resolved(requestBody?.content['application/json']?.schema).required ?? [];
      return names.length > 0 ? [{ route, names, parts: { json: '{}' } }] : [];
    });
    expect(attempts.length).toBeGreaterThan(40);
    expect(described(await notNaming(attempts))).toEqual([]);
  });

  it('never causes a server error, a memory leak or a stored event (ASVS 1.4.2)', async () => {
    expect(server.output).not.toContain('"status":5');
    expect(server.output).not.toContain('request failed');
    expect((await browser.get('/api/me')).body).toMatchObject({ email: STAFF.email });
    expect(await eventsOf(server)).toBe(eventsBefore);
  });

  /**
   * The hostile values that a route accepts. Fields have one each in the same request, whose refusal has to name them all;
   * one that is not named is tried again alone, and one that is refused next to valid others only alone.
   */
  async function acceptedBy(
    route: string,
    fields: Fields,
    partsOf: (values: Values) => RequestParts,
  ): Promise<readonly string[]> {
    const attempt = (values: Values): Attempt => ({
      route,
      names: Object.keys(values),
      parts: partsOf(values),
    });
    const alone = (values: Values) =>
      Object.entries(values).map(([name, value]) => attempt({ [name]: value }));
    if (Object.keys(fields).length === 0) return [];
    const valid = Object.entries(fields).filter(([, one]) => one.valid !== undefined);
    const allValid = Object.fromEntries(valid.map(([name, one]) => [name, one.valid ?? '']));
    const [probe] = await responsesTo([attempt({ ...allValid, [UNKNOWN]: '"x"' })]);
    const apart = new Set(probe && namesIn(probe.response));
    const longest = Math.max(0, ...Object.values(fields).map(({ hostile }) => hostile.length));
    const nth = Array.from({ length: longest }, (_, at) =>
      Object.entries(fields)
        .map(([name, { hostile }]) => [name, hostile[at]] as const)
        .filter((pair): pair is readonly [string, string] => pair[1] !== undefined),
    );
    const together = nth.map((row) => attempt(Object.fromEntries(row.filter(([name]) => !apart.has(name)))));
    const unnamed = await notNaming(together.filter(({ names }) => names.length > 0));
    const singly = nth.flatMap((row, at) => {
      const isUnnamed = unnamed.some(({ parts }) => parts === together[at]?.parts);
      return alone(Object.fromEntries(row.filter(([name]) => isUnnamed || apart.has(name))));
    });
    return described(await notNaming(singly));
  }

  /** Attempts that were not refused with 400 for exactly their hostile fields, or for fields within them. */
  async function notNaming(attempts: readonly Attempt[]) {
    return (await responsesTo(attempts)).filter(({ names, response }) => {
      const named = namesIn(response);
      const isExact = named.size === names.length && names.every((name) => named.has(name));
      return response.status !== 400 || response.body.code !== 'validation_failed' || !isExact;
    });
  }

  async function responsesTo(attempts: readonly Attempt[]) {
    const responses: (Attempt & { readonly response: ApiResponse<Problem> })[] = [];
    for (const some of chunks(attempts, AT_ONCE))
      responses.push(
        ...(await Promise.all(some.map(async (one) => ({ ...one, response: await send(one) })))),
      );
    return responses;
  }

  function send({ route, parts }: Attempt): Promise<ApiResponse<Problem>> {
    const { example, required } = requests[route] as Request;
    const [method = '', path = ''] = route.split(' ');
    const { query = queryOf(Object.entries(required.query)), id = ID } = parts;
    const json = parts.json ?? (example && jsonOf({ ...example, ...parts.body }));
    return browser.request<Problem>(method, path.replaceAll(/\{\w+\}/g, id) + (query ? `?${query}` : ''), {
      ...(json !== null && { body: json }),
      headers: { ...required.headers, ...parts.headers },
    });
  }

  function shownNames(): readonly string[] {
    return Object.values(api.schemas).flatMap(({ properties }) => Object.keys(properties ?? {}));
  }
});

const isInherited = (name: string): boolean => name in Object.prototype || name === 'prototype';

const queryOf = (pairs: readonly (readonly string[])[]): string =>
  String(new URLSearchParams(pairs.map((pair) => [...pair])));

const jsonOf = (fields: Values): string =>
  `{${Object.entries(fields)
    .map(([name, json]) => `${JSON.stringify(name)}:${json}`)
    .join()}}`;

function namesIn({ body }: ApiResponse<Problem>): ReadonlySet<string> {
  return new Set(
    body.fields
      ?.map(({ field }) => field)
      .map((field) => (field.includes('[') ? field : (field.split('.')[0] ?? ''))),
  );
}

function recordedNames(): readonly string[] {
  return featuresOf(AppModule).events.flatMap(({ example }) => Object.keys(example));
}

/** Encodes text as UTF-8, including lone surrogates, which have no valid encoding. */
function encoded(value: string): string {
  return /\p{Cs}/u.test(value) ? '%ED%A0%80' : encodeURIComponent(value);
}

/** fetch refuses to send other characters in a header, and HTTP has no spaces around one. */
function isHeader(value: string): boolean {
  return value.trim() === value && /^[\x20-\x7e\x80-\xff]*$/.test(value);
}

function chunks<One>(all: readonly One[], size: number): readonly (readonly One[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );
}

function described(
  attempts: readonly (Attempt & { readonly response: ApiResponse<Problem> })[],
): readonly string[] {
  return attempts.map(
    ({ route, parts, response: { status, text } }) =>
      `${route} ${JSON.stringify(parts).slice(0, 300)} → ${String(status)} ${text.slice(0, 200)}`,
  );
}

interface RawBody {
  readonly bytes?: Buffer;
  /** The declared content length, when larger than the body. */
  readonly length?: number;
}

/** Sends exactly these bytes, which no client library would, and resolves to the response text. */
function raw(
  server: FlipServer,
  method: string,
  path: string,
  { bytes, length }: RawBody = {},
): Promise<string> {
  const { hostname, port, host } = new URL(server.url);
  return new Promise((done, failed) => {
    const socket = connect(Number(port), hostname);
    let said = '';
    socket.on('data', (text: Buffer) => (said += text.toString()));
    socket.on('error', (error) => (said === '' ? failed(error) : done(said)));
    socket.on('close', () => done(said));
    const body = bytes
      ? `content-type: application/json\r\ncontent-length: ${String(length ?? bytes.length)}\r\n`
      : '';
    socket.write(
      `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nx-flip-request: 1\r\nconnection: close\r\n${body}\r\n`,
    );
    if (bytes) socket.write(bytes);
  });
}

async function eventsOf(server: FlipServer): Promise<string> {
  const { output } = await ops(server.dataDir, 'streams');
  return output.trim().split('\n').at(-1) ?? '';
}
