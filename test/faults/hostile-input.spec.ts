import { connect } from 'node:net';
import { AppModule } from '../../api/src/app.module.js';
import { featuresOf } from '../../api/src/event-sourcing/event-sourcing.module.js';
import type { Problem } from '../../api/src/kernel/accounts.js';
import type { ApiResponse, Browser } from '../support/browser.js';
import { FlipServer } from '../support/flip-server.js';
import { mappedRoutes, OpenApi } from '../support/open-api.js';
import { ops } from '../support/ops.js';
import { requests } from './hostile-values.js';
import { hostileBodies, hostilePaths, noObjects, unknownFields } from './hostile-shapes.js';
import type { Field, Request } from './hostile-request.js';

/** For monitoring; their only input is a token. */
const UNDOCUMENTED = ['GET /health/live', 'GET /health/ready', 'GET /metrics'];
const STAFF = { email: 'analyst@demo.example', password: 'quiet-harbor-violin-74' };
const AT_ONCE = 32;
/** The response names each of them; a body of more than 64 fields is refused entirely. */
const UNKNOWN_AT_ONCE = 40;
const ID = '00000000-0000-4000-8000-000000000000';
const KEY = '0123456789abcdef';

/** One invalid value, where it was sent, and the response. */
interface Attempt {
  readonly what: string;
  readonly field: string;
  readonly send: () => Promise<ApiResponse<Problem>>;
}

describe('a request with values outside their type, length or characters', () => {
  let server: FlipServer;
  let browser: Browser;
  let api: OpenApi;
  let eventsBefore: string;

  beforeAll(async () => {
    server = await FlipServer.start({ env: { RATE_LIMIT: 'off', LOG_LEVEL: 'debug' } });
    // Analyst and operator: every staff route is allowed.
    await ops(server.dataDir, 'grant', STAFF.email, 'operator');
    await ops(server.dataDir, 'grant', STAFF.email, 'lead');
    browser = server.browser();
    await browser.signIn(STAFF);
    api = await OpenApi.of(browser);
    eventsBefore = await eventsOf(server);
  });
  afterAll(() => server.dispose());

  const rows = Object.entries(requests);
  const withBody = rows.filter(([, { body }]) => body);

  it('is tested for every field of every documented request', () => {
    const documented = Object.fromEntries(
      api.operations.map((operation) => [
        operation.route,
        {
          body: api.bodyFields(operation)?.toSorted() ?? [],
          ...Object.fromEntries(
            (['query', 'path', 'headers'] as const).map((place) => [
              place,
              operation.parameters
                .filter((parameter) => `${parameter.in}s`.startsWith(place) || parameter.in === place)
                .map((parameter) => parameter.name)
                .filter((name) => name !== 'X-Flip-Request')
                .toSorted(),
            ]),
          ),
        },
      ]),
    );
    const attempts = Object.fromEntries(
      rows.map(([route, { body = {}, query = {}, path = {}, headers = {} }]) => [
        route,
        {
          body: Object.keys(body).toSorted(),
          query: Object.keys(query).toSorted(),
          path: Object.keys(path).toSorted(),
          headers: Object.keys(headers).toSorted(),
        },
      ]),
    );
    expect(attempts).toEqual(documented);
    const mapped = mappedRoutes(server.output);
    expect(mapped.filter((route) => !UNDOCUMENTED.includes(route)).toSorted()).toEqual(
      Object.keys(documented).toSorted(),
    );
  });

  it('is refused with 400 that names the field of the body', async () => {
    const attempts = withBody.flatMap(([route, request]) =>
      Object.entries(request.body ?? {}).flatMap(([field, { hostile }]) =>
        hostile.map((json) => bodyAttempt(route, field, jsonOf(request, { [field]: json }))),
      ),
    );
    expect(attempts.length).toBeGreaterThan(1_000);
    expect(await notNaming(attempts)).toEqual([]);
  });

  it('is refused with 400 that names an unknown field, including every recorded or displayed one', async () => {
    const attempts = withBody.flatMap(([route, request]) =>
      unknownFields.map((name) => bodyAttempt(route, name, jsonOf(request, { [name]: '"x"' }))),
    );
    expect(await notNaming(attempts)).toEqual([]);
    const names = [...new Set([...recordedNames(), ...shownNames()])];
    for (const [route, request] of withBody) {
      const unknown = names.filter((name) => !Object.hasOwn(request.body ?? {}, name));
      for (let from = 0; from < unknown.length; from += UNKNOWN_AT_ONCE) {
        const some = unknown.slice(from, from + UNKNOWN_AT_ONCE);
        const json = jsonOf(request, Object.fromEntries(some.map((name) => [name, '"x"'])));
        const { status, body } = await send(route, { json });
        expect([route, status, body.code]).toEqual([route, 400, 'validation_failed']);
        expect(body.fields?.map(({ field }) => field).toSorted()).toEqual(some.toSorted());
      }
    }
  });

  it('is refused with 400 that names the path or query parameter', async () => {
    const attempts = rows.flatMap(([route, { query = {} }]) =>
      Object.entries(query).flatMap(([field, { hostile }]) => [
        // A lone surrogate cannot appear in a URL: it has no UTF-8 encoding.
        ...hostile
          .filter((value) => isWellFormed(value))
          .map((value) => queryAttempt(route, field, `${field}=${encodeURIComponent(value)}`)),
        queryAttempt(route, field, `${field}=a&${field}=b`),
        ...[`${field}[$gt]`, `${field}[]`, '$where', 'uid', 'toString', 'constructor'].map((unknown) =>
          queryAttempt(route, unknown, `${validQueryOf(query)}&${encodeURIComponent(unknown)}=x`),
        ),
      ]),
    );
    expect(await notNaming(attempts)).toEqual([]);
  });

  it('is refused with 400 that names the header', async () => {
    const attempts = rows.flatMap(([route, request]) =>
      Object.entries(request.headers ?? {}).flatMap(([field, { hostile }]) =>
        hostile.filter(isHeader).map((value) => ({
          what: `${route} ${field}: ${value}`,
          field,
          send: () =>
            send(route, { json: request.body && jsonOf(request), headers: { [field.toLowerCase()]: value } }),
        })),
      ),
    );
    expect(await notNaming(attempts)).toEqual([]);
  });

  it('is refused for a malformed id in the path, as missing or with 400 that names it', async () => {
    const attempts = rows.flatMap(([route, request]) => {
      const path = Object.entries(request.path ?? {});
      // Every id of the path has the value, and one of them is named.
      const names = path.map(([name]) => name);
      return path.flatMap(([field, { hostile }]) =>
        hostile.map((value) => ({
          what: `${route} ${JSON.stringify(value)}`,
          field,
          names,
          send: () => send(route, { ids: encoded(value), json: request.body ? jsonOf(request) : undefined }),
        })),
      );
    });
    const responses = await responsesTo(attempts);
    const odd = responses.filter(
      ({ names, response: { status, body } }) =>
        !(status === 404 && body.code === 'not_found') &&
        !(status === 400 && (body.code === 'malformed_url' || names.includes(body.fields?.[0]?.field ?? ''))),
    );
    expect(odd.map(describeAttempt)).toEqual([]);
  });

  it('is refused with 400 when its body is not a JSON object, repeats a key or sets a prototype', async () => {
    const attempts = rows
      // A webhook's body is not parsed before its signature is verified.
      .filter(([route]) => !route.startsWith('GET') && !route.includes('/webhooks/'))
      .flatMap(([route, { body }]) =>
        [
          ...Object.entries(hostileBodies),
          ...(body ? noObjects.map((json) => [json, json] as const) : []),
        ].map(([name, json]) => ({
          what: `${route} with ${name}`,
          field: '',
          send: () => send(route, { json }),
        })),
      );
    const odd = (await responsesTo(attempts)).filter(({ response }) => response.status !== 400);
    expect(odd.map(describeAttempt)).toEqual([]);
  });

  it('is refused with 400 when its bytes are not UTF-8', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"email":"ma'),
      Buffer.from([0xff, 0xed, 0xa0, 0x80]),
      Buffer.from('"}'),
    ]);
    const said = await raw(server, 'POST', '/api/auth/forgot', { bytes });
    expect(said).toMatch(/^HTTP\/1\.1 400 /);
    expect(said).toContain('malformed_json');
  });

  it('is refused with 413 over 16 KB, in each field and as a whole', async () => {
    const large = JSON.stringify('x'.repeat(16_384));
    const attempts = withBody.flatMap(([route, request]) =>
      Object.keys(request.body ?? {}).map((field) =>
        bodyAttempt(route, field, jsonOf(request, { [field]: large })),
      ),
    );
    const odd = (await responsesTo(attempts)).filter(
      ({ response }) => response.status !== 413 || response.body.code !== 'body_too_large',
    );
    expect(odd.map(describeAttempt)).toEqual([]);
  });

  it('is refused with 413 as soon as it declares a megabyte', async () => {
    for (const [route] of withBody) {
      const path = route.split(' ')[1] ?? '';
      const bytes = Buffer.from('{"email":"');
      const said = await raw(server, route.split(' ')[0] ?? '', path.replace(/\{\w+\}/, ID), {
        bytes,
        length: 1_048_576,
      });
      expect(said).toMatch(/^HTTP\/1\.1 413 /);
    }
  });

  it('is refused when its address is malformed, too long or escapes the application', async () => {
    for (const path of hostilePaths) {
      const said = await raw(server, 'GET', path);
      expect([path, said.slice(0, 12)]).toEqual([path, expect.stringMatching(/^HTTP\/1\.1 4\d\d$/)]);
    }
  });

  it('never causes a server error, a memory leak or a stored event', async () => {
    expect(server.output).not.toContain('"status":5');
    expect(server.output).not.toContain('request failed');
    for (const [route, request] of withBody) {
      const { status, body } = await send(route, { json: '{}' });
      const required = api.operations.find((operation) => operation.route === route)?.requestBody;
      const names = api.resolved(required?.content['application/json']?.schema).required ?? [];
      if (names.length === 0) continue;
      expect([status, body.fields?.map(({ field }) => field).toSorted()]).toEqual([400, names.toSorted()]);
      expect(Object.keys(request.body ?? {})).toEqual(expect.arrayContaining([...names]));
    }
    expect((await browser.get('/api/me')).body).toMatchObject({ email: STAFF.email });
    expect(await eventsOf(server)).toBe(eventsBefore);
  });

  interface RequestParts {
    readonly json?: string | undefined;
    readonly ids?: string;
    readonly query?: string;
    readonly headers?: Record<string, string>;
  }

  function send(route: string, parts: RequestParts): Promise<ApiResponse<Problem>> {
    const { json, ids = ID, query = validQueryOf(requests[route]?.query), headers } = parts;
    const [method = '', path = ''] = route.split(' ');
    const keyed = requests[route]?.headers ? { 'idempotency-key': KEY } : {};
    return browser.request<Problem>(method, path.replace(/\{\w+\}/, ids) + (query ? `?${query}` : ''), {
      ...(json !== undefined && { body: json }),
      headers: { ...keyed, ...headers },
    });
  }

  function bodyAttempt(route: string, field: string, json: string): Attempt {
    return { what: `${route} ${json.slice(0, 300)}`, field, send: () => send(route, { json }) };
  }

  function queryAttempt(route: string, field: string, query: string): Attempt {
    return { what: `${route}?${query}`, field, send: () => send(route, { query }) };
  }

  function shownNames(): readonly string[] {
    return Object.values(api.schemas).flatMap(({ properties }) => Object.keys(properties ?? {}));
  }
});

/** A valid request except for the given fields. */
function jsonOf({ body = {} }: Request, wrong: Readonly<Record<string, string>> = {}): string {
  const fields = {
    ...Object.fromEntries(Object.entries(body).map(([name, field]) => [name, validOf(field)])),
    ...wrong,
  };
  return `{${Object.entries(fields)
    .map(([name, json]) => `${JSON.stringify(name)}:${json}`)
    .join()}}`;
}

const validOf = ({ valid }: Field): string => valid;

/** The parameters that a route requires. */
function validQueryOf(query: Readonly<Record<string, Field>> = {}): string {
  const required = Object.entries(query).filter(([name]) => ['amount', 'token'].includes(name));
  return required.map(([name, { valid }]) => `${name}=${valid}`).join('&');
}

function recordedNames(): readonly string[] {
  return featuresOf(AppModule).events.flatMap(({ example }) => Object.keys(example));
}

function isWellFormed(text: string): boolean {
  return !/\p{Cs}/u.test(text);
}

/** Encodes text as UTF-8, including lone surrogates, which have no valid encoding. */
function encoded(value: string): string {
  return isWellFormed(value) ? encodeURIComponent(value) : '%ED%A0%80';
}

/** fetch refuses to send other characters in a header. */
function isHeader(value: string): boolean {
  return /^[\x20-\x7e\x80-\xff]*$/.test(value);
}

async function responsesTo<One extends Attempt>(
  attempts: readonly One[],
): Promise<readonly (One & { response: ApiResponse<Problem> })[]> {
  const responses: (One & { response: ApiResponse<Problem> })[] = [];
  for (let from = 0; from < attempts.length; from += AT_ONCE) {
    const some = attempts.slice(from, from + AT_ONCE);
    responses.push(...(await Promise.all(some.map(async (one) => ({ ...one, response: await one.send() })))));
  }
  return responses;
}

/** Requests that were not refused with 400 for exactly the invalid field, or for fields within it alone. */
async function notNaming(attempts: readonly Attempt[]): Promise<readonly string[]> {
  const responses = await responsesTo(attempts);
  return responses
    .filter(({ field, response: { status, body } }) => {
      const named = new Set(body.fields?.map((one) => one.field.split('.')[0]));
      return status !== 400 || body.code !== 'validation_failed' || named.size !== 1 || !named.has(field);
    })
    .map(describeAttempt);
}

function describeAttempt({ what, response }: Attempt & { readonly response: ApiResponse<Problem> }): string {
  return `${what} → ${String(response.status)} ${response.text.slice(0, 200)}`;
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
