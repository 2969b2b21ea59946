import { STATUS_CODES } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, getSchemaPath, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.js';
import { BODY_EXAMPLES } from './api-examples.js';
import { OPT_OUT_ROUTE } from './mail-opt-out.js';
import { Problem } from '../../kernel/people/accounts.js';
import { REPORT_ROUTE } from '../edge/security-policy.js';
import { PUBLIC_OPERATION } from './principal.js';
import { Refusals } from './refusal.js';
import { REFUSAL_EXTENSION } from './refuses.js';

const PATH = 'api/docs';
const WEBHOOKS = '/api/webhooks/';
/** Routes that providers, their pages, mail programs and browsers themselves call, which cannot send our request header. */
const NOT_FROM_PAGES = [WEBHOOKS, OPT_OUT_ROUTE, REPORT_ROUTE, '/api/auth/{provider}/callback'];
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
type Method = (typeof METHODS)[number];
type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Operation = NonNullable<OpenAPIObject['paths'][string][Method]>;

/** Whom a reader of the page can sign in as: the demo users of test mode. */
interface SignInAs {
  readonly role: string;
  readonly email: string;
  readonly password: string;
}

/**
 * OpenAPI at /api/docs-json and its page at /api/docs, generated from the controllers. Its requests come from its own origin:
 * they have the session's cookies and the header of unsafe methods. In test mode unless configured; then it offers the demo
 * users.
 */
export function serveApiDocs(
  app: INestApplication,
  { API_DOCS, TEST_MODE }: Config,
  demoUsers: readonly SignInAs[],
): void {
  if (!(API_DOCS ?? TEST_MODE)) return;
  const people = TEST_MODE ? demoUsers : [];
  const instance = app.getHttpAdapter().getInstance() as FastifyInstance;
  SwaggerModule.setup(PATH, app, () => apiDocument(app, people), { customSiteTitle: 'Flip API', raw: false });
  let document: Buffer | undefined;
  instance.get(`/${PATH}-json`, (_request, reply) =>
    reply.type('application/json').send((document ??= Buffer.from(JSON.stringify(apiDocument(app, people))))),
  );
}

/** Creates the document. */
export function apiDocument(app: INestApplication, people: readonly SignInAs[] = []): OpenAPIObject {
  const document = SwaggerModule.createDocument(app, description(), { extraModels: [Problem] });
  for (const [path, operations] of Object.entries(document.paths))
    for (const method of METHODS) {
      const operation = operations[method];
      if (operation) complete(operation, { path, method, refusals: app.get(Refusals) });
    }
  offerSignIns(document, people);
  for (const schema of Object.values(document.components?.schemas ?? {}))
    if ('properties' in schema) completeFields(schema.properties ?? {});
  return document;
}

/** At the sign-in, the demo users in place of its example. */
function offerSignIns({ paths }: OpenAPIObject, people: readonly SignInAs[]): void {
  const body = paths['/api/auth/sign-in']?.post?.requestBody;
  const content = body && 'content' in body ? body.content['application/json'] : undefined;
  if (!content || people.length === 0) return;
  Reflect.deleteProperty(content, 'example');
  content.examples = Object.fromEntries(
    people.map(({ role, email, password }) => [role, { summary: role, value: { email, password } }]),
  );
}

/** The forms of texts without an example, by the names of their fields. */
const FORMATS: readonly (readonly [names: RegExp, format: string])[] = [
  [/^(at|since|from|to|until|payBy)$|At$/, 'date-time'],
  [/^(u?id|reviewedBy)$|Id$/, 'uuid'],
  [/^(url|address)$|(Url|Origin)$/, 'uri'],
  [/^email$/, 'email'],
  [/^day$/, 'date'],
];

/** What the types of fields do not tell. Money is text, and a number is a count unless its example is a fraction. */
function completeFields(properties: Schemas): void {
  for (const [name, schema] of Object.entries(properties)) {
    if ('$ref' in schema || schema.enum) continue;
    if (schema.type === 'number') Object.assign(schema, numberLike(schema.example));
    const format = FORMATS.find(([names]) => names.test(name))?.[1];
    if (schema.type === 'string' && schema.example === undefined && format) schema.format ??= format;
  }
}

const numberLike = (example: unknown) =>
  example === undefined || Number.isInteger(example) ? { type: 'integer', minimum: 0 } : { minimum: 0 };

function description() {
  return new DocumentBuilder()
    .setTitle('Flip API')
    .setDescription(
      'Refusals are RFC 9457 problems in the language of Accept-Language. Money is decimal text: "20.00". ' +
        'Each response to a command has a token in x-flip-position: a client that returns its tokens with every call, between ' +
        'commas and at most sixteen, reads its own writes. The token replaces those that were sent with the command.',
    )
    .setVersion('0.1.0')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/')
    .addTag('accounts', 'Signing up, in and out, sessions and passwords')
    .addTag('transfers', 'Fees, what may still be sent, sending and its history')
    .addTag('receipts', 'Receipts, statements and the page for the recipient')
    .addTag('cards', "A sender's saved cards")
    .addTag('verification', "A sender's identity checks")
    .addTag('recipients', "A sender's saved recipients")
    .addTag('preferences', "A sender's own preferences")
    .addTag('compliance', 'The review desk, for staff')
    .addTag('live', 'What changed, as it happens')
    .addTag('webhooks', 'Events of the providers')
    .addTag('reports', 'What browsers report by themselves')
    .addCookieAuth('flip_at', { type: 'apiKey', in: 'cookie' }, 'session')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, 'token')
    .build();
}

/** Adds what applies to every operation: session, the header of unsafe methods, refusals. */
function complete(
  operation: Operation,
  { path, method, refusals: declared }: { path: string; method: Method; refusals: Refusals },
): void {
  const extended = operation as Operation & { [PUBLIC_OPERATION]?: boolean };
  operation.security = extended[PUBLIC_OPERATION] ? [] : [{ session: [] }, { token: [] }];
  Reflect.deleteProperty(extended, PUBLIC_OPERATION);
  const codes = [...takeDeclared(operation), ...impliedCodes(operation, path, method)];
  if (isFromPages(path, method))
    (operation.parameters ??= []).push({
      name: 'X-Flip-Request',
      in: 'header',
      required: true,
      description: 'What a foreign page cannot make a browser send.',
      schema: { type: 'string', enum: ['1'] },
    });
  addExample(operation, BODY_EXAMPLES[`${method} ${path}`]);
  for (const [status, response] of Object.entries(operation.responses))
    if (response && 'description' in response) response.description ||= STATUS_CODES[status] ?? status;
  const refusals = codes.map((code) => declared.documented(code));
  for (const status of new Set(refusals.map((refusal) => refusal.status)))
    operation.responses[status] = refusalWith(
      status,
      refusals.filter((refusal) => refusal.status === status).map(({ code }) => code),
    );
}

function addExample({ requestBody: body }: Operation, example: object | undefined): void {
  if (!body || !('content' in body) || !example) return;
  for (const content of Object.values(body.content)) content.example = example;
}

const isFromPages = (path: string, method: Method): boolean =>
  method !== 'get' && !NOT_FROM_PAGES.some((start) => path.startsWith(start));

/** The codes that `Refuses` declares, which then leave the document. */
function takeDeclared(operation: Operation): readonly string[] {
  const keys = Object.keys(operation).filter((key) => key.startsWith(REFUSAL_EXTENSION));
  for (const key of keys) Reflect.deleteProperty(operation, key);
  return keys.map((key) => key.slice(REFUSAL_EXTENSION.length));
}

const EVERYWHERE = [
  'bad_request',
  'uri_too_long',
  'too_many_requests',
  'internal_error',
  'service_unavailable',
];

/** The codes that follow from what a route is and takes: those of the edge (docs/architecture.md). */
function impliedCodes(operation: Operation, path: string, method: Method): readonly string[] {
  const takesInput =
    operation.requestBody !== undefined ||
    (operation.parameters ?? []).some((one) => 'in' in one && one.in === 'query');
  const cases: readonly (readonly [boolean, readonly string[]])[] = [
    [true, EVERYWHERE],
    [operation.security?.length !== 0, ['unauthenticated']],
    [takesInput, ['validation_failed']],
    [path.includes('{'), ['malformed_url', 'not_found']],
    [method !== 'get', ['body_too_large', 'unsupported_media_type']],
    [method !== 'get' && !path.startsWith(WEBHOOKS), ['malformed_json', 'card_number_in_body']],
    [isFromPages(path, method), ['request_header_missing', 'origin_not_allowed']],
  ];
  return cases.flatMap(([applies, codes]) => (applies ? codes : []));
}

function refusalWith(status: number, codes: readonly string[]): Operation['responses'][string] {
  const names = [...new Set(codes)].sort();
  const schema = {
    allOf: [
      { $ref: getSchemaPath(Problem) },
      { type: 'object', properties: { code: { type: 'string', enum: names } } },
    ],
  };
  return {
    description: `${STATUS_CODES[status] ?? status}: ${names.map((name) => `\`${name}\``).join(', ')}`,
    ...(RETRIED.has(status) && { headers: { 'Retry-After': RETRY_AFTER } }),
    content: { 'application/problem+json': { schema } },
  };
}

/** Refusals that say when to try again. */
const RETRIED: ReadonlySet<number> = new Set([429, 503]);
const RETRY_AFTER = {
  description: 'Seconds until a retry makes sense',
  schema: { type: 'integer', minimum: 1 },
};
