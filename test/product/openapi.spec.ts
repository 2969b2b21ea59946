import { readFileSync, writeFileSync } from 'node:fs';
import { UPDATING } from '../golden/golden-events.js';
import { RULE_PROBLEMS } from '../../api/src/kernel/staff/rules.js';
import {
  mappedRoutes,
  OpenApi,
  type Operation,
  type Parameter,
  refusalsOf,
  requestLines,
  type Schema,
} from '../support/open-api.js';
import { apiTypes } from '../support/api-types.js';
import { sharedServer, type SharedServer } from '../support/shared-servers.js';

/** For monitoring, described in docs/operations.md. */
const UNDOCUMENTED = ['GET /health/live', 'GET /health/ready', 'GET /metrics'];
/** Responds in the type that the request names. */
const SEVERAL_TYPES: Readonly<Record<string, number>> = { '/api/statements/{file}': 2 };
/** The first of two people asks (202), and the second one carries it out; a code is mailed (202) before it is taken. */
const TAKES_TWO =
  /^POST \/api\/(second-factor|compliance\/(senders\/{uid}\/(resume|reinstate)|rules\/{id}\/retire))$/;
const PROBLEM = 'application/problem+json';
const readTexts = () =>
  JSON.parse(readFileSync('api/src/i18n/en/errors.json', 'utf8')) as Readonly<Record<string, unknown>>;
/** Texts in errors.json that are not a problem code of a route. */
const NO_ROUTE = new Set([
  // Requests that match no route.
  'method_not_allowed',
  'request_timeout',
  // Codes of a field, next to validation_failed.
  'accept_terms_error',
  'names_required',
  // Codes of a field, next to rule_impossible.
  ...RULE_PROBLEMS,
  // Other texts of a code.
  'password-does-not-meet-requirements_common',
  'card_not_debit_or_credit',
  'per_transfer_limit_exceeded_less',
  'card_declined_check_details',
  'card_declined_contact_bank',
  'card_declined_not_enough_money',
  'card_declined_try_again',
  'too_many_attempts_reset',
  // Shown on a screen after a redirect.
  'social_cancelled',
  'social_failed',
  'social_email_unverified',
  'social_link_required',
  // Shown by the operator's command line.
  'account_not_found',
  ...[
    'account_open',
    'legal_hold',
    'transfer_open',
    'case_open',
    'report_due',
    'sender_paused',
    'retention_not_over',
  ],
  // A caller without an id, which the session guard never admits.
  'uid_required',
]);

describe('the OpenAPI document at /api/docs', () => {
  let server: SharedServer;
  let api: OpenApi;
  beforeAll(async () => {
    server = await sharedServer('plain');
    api = await OpenApi.of(server.browser());
  });

  /** Names of violations; every test expects an empty list. */
  const breaking = (rule: (operation: Operation) => boolean) =>
    api.operations.filter((operation) => !rule(operation)).map(({ route }) => route);

  const headers = () =>
    api.operations.flatMap(({ route, parameters }) =>
      parameters.filter((one) => one.in === 'header').map((one) => ({ route, ...one })),
    );

  const exampleKey = () => headers().find(({ name }) => name === 'Idempotency-Key')?.schema?.example ?? '';

  it('lists exactly the routes that the server has', () => {
    const documented = api.operations.map(({ route }) => route);
    const mapped = mappedRoutes(server.output).filter((route) => !UNDOCUMENTED.includes(route));
    expect(documented.length).toBeGreaterThan(30);
    expect(documented.toSorted()).toEqual(mapped.toSorted());
  });

  it('has the requests that the tests of the web client allow it (npm run golden)', () => {
    if (UPDATING) writeFileSync('test/golden/requests.txt', requestLines(api));
    expect(readFileSync('test/golden/requests.txt', 'utf8')).toBe(requestLines(api));
  });

  it('has the types that the requests of the web client are checked with (npm run golden)', async () => {
    const file = 'web/src/lib/api/schema.d.ts';
    const types = await apiTypes(api.document);
    if (UPDATING) writeFileSync(file, types);
    // Not toBe: a difference of thousands of lines would take minutes to print.
    expect(readFileSync(file, 'utf8') === types).toBe(true);
  });

  it('gives every route a summary, one described tag and a unique operation id', () => {
    const tags = api.tags.filter(({ description }) => isSaid(description)).map(({ name }) => name);
    const ids = api.operations.map(({ operationId }) => operationId);
    expect(breaking(({ summary }) => isSaid(summary) && /[.:]/.test(summary ?? ''))).toEqual([]);
    expect(
      breaking((operation) => operation.tags?.length === 1 && tags.includes(operation.tags[0] ?? '')),
    ).toEqual([]);
    expect(
      breaking(({ operationId }) => isSaid(operationId) && /^[A-Za-z_]+$/.test(operationId ?? '')),
    ).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('describes every parameter with its type, including ids in paths', () => {
    const isDescribed = ({ description, schema }: Parameter) => isSaid(description) && isTyped(schema);
    const odd = api.operations.flatMap(({ route, parameters }) =>
      parameters.filter((parameter) => !isDescribed(parameter)).map(({ name }) => `${route} ${name}`),
    );
    expect(odd).toEqual([]);
    expect(
      breaking(({ path, parameters }) => {
        const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        return String(ids) === String(parameters.filter((one) => one.in === 'path').map(({ name }) => name));
      }),
    ).toEqual([]);
  });

  it('bounds every text, list and number of a request: hostile values are derived from the bounds (ASVS 2.1.1)', () => {
    const odd = api.operations.flatMap((operation) => {
      const { schema } = operation.requestBody?.content['application/json'] ?? {};
      const fields = Object.entries(api.resolved(schema).properties ?? {});
      // The router bounds what a path contains.
      const asked = operation.parameters
        .filter((one) => one.in !== 'path')
        .map(({ name, schema: one = {} }) => [name, one] as const);
      return [...fields, ...asked].flatMap(([name, one]) =>
        unbounded(api, one, name).map((place) => `${operation.route} ${place}`),
      );
    });
    expect(odd).toEqual([]);
  });

  it('takes up to 200 items on a page of every list', () => {
    const limits = api.operations.flatMap(({ parameters }) =>
      parameters.filter(({ name }) => name === 'limit'),
    );
    const highest = limits.map(({ schema }) => {
      const pattern = new RegExp(schema?.pattern ?? '');
      return [1, 200, 0, 201].filter((limit) => pattern.test(String(limit)));
    });
    expect(highest.length).toBeGreaterThan(4);
    expect(highest).toEqual(highest.map(() => [1, 200]));
  });

  it('describes every request body', () => {
    const isDescribed = (operation: Operation) =>
      Object.keys(operation.requestBody?.content ?? {}).every(
        (type) => api.bodyFields(operation, type)?.length !== 0,
      );
    expect(breaking(isDescribed)).toEqual([]);
  });

  it('has an example of every request body, with its fields and their values', () => {
    const odd = api.operations.flatMap(({ route, requestBody }) =>
      Object.values(requestBody?.content ?? {}).flatMap(({ schema, example, examples }) => {
        const { properties = {}, required = [] } = api.resolved(schema);
        const bodies = examples ? Object.values(examples).map(({ value }) => value) : [example];
        const isGood = bodies.every((body) => {
          const fields = Object.entries((body ?? {}) as Readonly<Record<string, unknown>>);
          const isKnown = ([name, value]: [string, unknown]) =>
            properties[name] !== undefined && (properties[name].enum?.includes(value) ?? true);
          const given = fields.map(([name]) => name);
          return fields.length > 0 && fields.every(isKnown) && required.every((name) => given.includes(name));
        });
        return isGood ? [] : [route];
      }),
    );
    expect(odd).toEqual([]);
  });

  it('has an example of every header that a reader has to fill in', () => {
    const isUsable = ({ pattern, example, enum: values }: Schema) =>
      values !== undefined || new RegExp(pattern ?? '^$').test(example ?? '');
    const odd = headers().filter(({ schema = {} }) => !isUsable(schema));
    expect(odd.map(({ route, name }) => `${route} ${name}`)).toEqual([]);
  });

  it('has examples that the API reads, from the demo users that it offers to sign in as', async () => {
    const media = (path: string) =>
      api.operations.find(({ route }) => route === `POST ${path}`)?.requestBody?.content['application/json'];
    const people = Object.entries(media('/api/auth/sign-in')?.examples ?? {});
    expect(people).toHaveLength(7);
    for (const [role, { value }] of people) {
      const { status, body } = await server.browser().post('/api/auth/sign-in', value);
      const expected = role.endsWith('sender') ? [200, undefined] : [401, 'second_factor_required'];
      expect([role, status, body['code']]).toEqual([role, ...expected]);
    }
    const sender = server.browser();
    const key = exampleKey();
    await sender.post('/api/auth/sign-in', people[0]?.[1].value);
    for (const path of ['/api/transfers/check', '/api/recipients'])
      expect((await sender.post(path, media(path)?.example, { 'idempotency-key': key })).status).toBeLessThan(
        300,
      );
  });

  it('describes every response of every route with a text and a schema, refusals as problems', () => {
    expect(
      breaking(({ responses }) => Object.values(responses).every((one) => isSaid(one.description))),
    ).toEqual([]);
    expect(
      breaking(({ route, responses }) => successesOf(responses).length === (TAKES_TWO.test(route) ? 2 : 1)),
    ).toEqual([]);
    expect(
      breaking(({ path, route, responses }) =>
        successesOf(responses).every(([status, { content = {} }]) => {
          const schemas = Object.values(content).map(({ schema }) => schema);
          const isEmpty =
            ['204', '303'].includes(status) ||
            (status === '202' && TAKES_TWO.test(route)) ||
            path.startsWith('/api/webhooks/');
          const types = isEmpty ? 0 : (SEVERAL_TYPES[path] ?? 1);
          return schemas.length === types && schemas.every(isTyped);
        }),
      ),
    ).toEqual([]);
    const problem = { $ref: '#/components/schemas/Problem' };
    expect(
      breaking(({ responses }) => {
        const refusals = Object.entries(responses).filter(([status]) => !/^[123]/.test(status));
        return (
          refusals.length > 0 &&
          refusals.every(([, { content }]) => isSame(content?.[PROBLEM]?.schema?.allOf?.[0], problem))
        );
      }),
    ).toEqual([]);
  });

  it('documents the status and problem codes of every refusal, and every code that has a text', () => {
    const statuses = (operation: Operation) =>
      Object.keys(operation.responses).filter((status) => !/^[123]/.test(status));
    expect(
      breaking((operation) =>
        statuses(operation).every((status) =>
          refusalsOf(operation).some((refusal) => new RegExp(`^${status} [\\w-]+$`).test(refusal)),
        ),
      ),
    ).toEqual([]);
    const named = new Set(api.operations.flatMap(refusalsOf).map((refusal) => refusal.split(' ')[1]));
    const { validation: _, ...texts } = readTexts();
    const inText = Object.keys(texts).filter((code) => !NO_ROUTE.has(code));
    expect([...named].toSorted()).toEqual(inText.toSorted());
  });

  it('states for every route whether it needs a session (ASVS 8.1.1, 8.1.2)', () => {
    expect(breaking(({ security }) => Array.isArray(security))).toEqual([]);
    const open = api.operations.filter(({ security }) => security?.length === 0).map(({ route }) => route);
    expect(open).toEqual(
      expect.arrayContaining(['POST /api/auth/sign-in', 'GET /api/fees', 'GET /api/config']),
    );
    expect(open).not.toContain('POST /api/transfers');
  });

  it('has no empty, missing or unused schema', () => {
    const hollow = Object.entries(api.schemas).flatMap(([name, schema]) => hollowParts(schema, name));
    expect(hollow).toEqual([]);
    const text = JSON.stringify(api.document);
    const used = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name));
    expect([...used].toSorted()).toEqual(Object.keys(api.schemas).toSorted());
  });

  it('marks only described fields as required', () => {
    const odd = Object.entries(api.schemas).flatMap(([name, { required = [], properties = {} }]) =>
      required.filter((field) => !(field in properties)).map((field) => `${name}.${field}`),
    );
    expect(odd).toEqual([]);
  });

  it('describes exactly the fields of real responses (ASVS 15.3.1)', async () => {
    const staff = server.browser();
    await staff.signIn({ email: 'analyst@demo.example', password: 'quiet-harbor-violin-74' });
    const asked = api.operations.filter(
      ({ method, path, responses }) =>
        method === 'GET' && !path.includes('{') && responses['200']?.content?.['application/json'],
    );
    expect(asked.length).toBeGreaterThan(8);
    for (const { path, responses } of asked) {
      // Works only while a sign-in with a provider waits for a password: social.http.spec.ts.
      if (path === '/api/auth/link') continue;
      const { body } = await staff.get(path === '/api/fees' ? '/api/fees?amount=20' : path);
      const schema = api.resolved(responses['200']?.content?.['application/json']?.schema);
      expect([path, Object.keys(body).toSorted()]).toEqual([
        path,
        Object.keys(schema.properties ?? {}).toSorted(),
      ]);
    }
  });

  it('is shown on a page', async () => {
    const page = await server.browser().get('/api/docs');
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/html'),
    ]);
    for (const [, file = ''] of page.text.matchAll(/(?:src|href)="(\.\/docs\/[^"]+)"/g)) {
      const answer = await server.browser().get(new URL(file, 'http://x/api/docs').pathname);
      expect([file, answer.status]).toEqual([file, 200]);
    }
  });

  /** True for a schema with content: not "anything" and not an object without fields. */
  function isTyped(schema: Schema | undefined): boolean {
    return schema !== undefined && hollowParts(schema, '').length === 0;
  }

  /** Paths of empty schemas: no type, an object without fields, a list of anything. */
  function hollowParts(schema: Schema, name: string): readonly string[] {
    if (schema.$ref !== undefined) return api.resolved(schema) === schema ? [name] : [];
    const parts = schema.allOf ?? schema.oneOf;
    if (parts) return parts.flatMap((part) => hollowParts(part, name));
    if (schema.type === 'array') return hollowParts(schema.items ?? {}, `${name}[]`);
    if (schema.type === 'object') return hollowFields(schema, name);
    return schema.type === undefined ? [name] : [];
  }

  function hollowFields({ properties = {}, additionalProperties }: Schema, name: string): readonly string[] {
    const parts = Object.entries(properties);
    if (parts.length === 0 && additionalProperties === undefined) return [name];
    return parts.flatMap(([field, part]) => hollowParts(part, `${name}.${field}`));
  }
});

const isSaid = (text: string | undefined): boolean => (text ?? '').trim().length > 1;

/** Also the page after a posted form. */
function successesOf(responses: Operation['responses']) {
  return Object.entries(responses).filter(([status]) => status.startsWith('2') || status === '303');
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Formats of texts whose length the format bounds. */
const BOUNDED_FORMATS = ['uuid', 'date', 'date-time', 'time-zone', 'email', 'handle', 'password'];

/** The places within a schema that admit values without a limit. */
function unbounded(api: OpenApi, reference: Schema, place: string): readonly string[] {
  const schema = api.resolved(reference);
  const { type, format = '', items = {}, properties = {}, oneOf = [] } = schema;
  const isRange = () => schema.minimum !== undefined && schema.maximum !== undefined;
  const isBounded = {
    string: () =>
      schema.enum !== undefined ||
      schema.maxLength !== undefined ||
      BOUNDED_FORMATS.includes(format) ||
      !/(?<!\\)[*+]|,\}/.test((schema.pattern ?? '*').replaceAll(/\[[^\]]*\]/g, '')),
    integer: isRange,
    number: isRange,
    array: () => schema.maxItems !== undefined,
  }[type ?? ''];
  const within = Object.entries(properties).map(([name, one]) => [`${place}.${name}`, one] as const);
  const ways = oneOf.map((one) => [place, one] as const);
  const members = [...within, ...ways, ...(type === 'array' ? [[`${place}[]`, items] as const] : [])];
  const inside = members.flatMap(([name, one]) => unbounded(api, one, name));
  return isBounded?.() === false ? [place, ...inside] : inside;
}
