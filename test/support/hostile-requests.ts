import { hostileTexts, isHalf, type Place, textOf } from './hostile-texts.js';
import { NO_IDS, NO_TEXTS } from './hostile-values.js';
import type { OpenApi, Operation, Parameter, Schema } from './open-api.js';

/** One field of a request, and what its schema refuses. Values of a body are JSON text. */
export interface Field {
  /** A value that the schema allows, unless only the server knows one. */
  readonly valid: string | undefined;
  readonly hostile: readonly string[];
}
export type Fields = Readonly<Record<string, Field>>;
export type Values = Readonly<Record<string, string>>;

/** One request with exactly its documented fields. */
export interface Request {
  readonly body: Fields;
  readonly query: Fields;
  readonly path: Fields;
  readonly headers: Fields;
  /** Fields of a valid body as JSON text; null for a route that takes none. */
  readonly example: Values | null;
  /** What a valid query, and valid headers, have at least. */
  readonly required: { readonly query: Values; readonly headers: Values };
}

/** Of fields within a field. */
const NO_TEXTS_WITHIN = ['null', 'true', '1', '[]', '{}', '[null]', '{"$gt":""}'];
/** Of an encoded parameter; a longer address is refused as such. */
const PARAMETER_LIMIT = 3_000;
const UUID = '00000000-0000-4000-8000-000000000000';
/** A valid text of each form. */
const FORMS: Readonly<Record<string, string>> = {
  uuid: UUID,
  'date-time': '2026-01-31T00:00:00.000Z',
  email: 'maya@people.example',
  handle: 'maya@people.example',
  password: 'violet-harbor-lantern-42',
  'time-zone': 'America/Chicago',
};

/** Every documented request by its route, with the values that its schemas refuse. */
export function hostileRequests(api: OpenApi): Readonly<Record<string, Request>> {
  return Object.fromEntries(api.operations.map((operation) => [operation.route, requestOf(api, operation)]));
}

function requestOf(api: OpenApi, operation: Operation): Request {
  const { schema, example, examples = {} } = operation.requestBody?.content['application/json'] ?? {};
  const given = schema ? (example ?? Object.values(examples)[0]?.value ?? {}) : null;
  const values = new HostileJson(api);
  const body = Object.entries(api.resolved(schema).properties ?? {}).map(([name, field]) => {
    const valid = (Object(given) as Whole)[name] ?? validOf(api.resolved(field));
    return [name, { valid: JSON.stringify(valid), hostile: values.of(name, field, valid) }] as const;
  });
  const of = (place: Parameter['in']) =>
    operation.parameters.filter((one) => one.in === place && one.name !== 'X-Flip-Request');
  const fieldsOf = (parameters: readonly Parameter[]): Fields =>
    Object.fromEntries(parameters.map(({ name, schema: one = {} }) => [name, parameterField(name, one)]));
  const requiredOf = (place: Parameter['in']): Values =>
    Object.fromEntries(
      of(place)
        .filter(({ required }) => required)
        .map(({ name, schema: one = {} }) => [name, textOf(validOf(one))]),
    );
  return {
    body: Object.fromEntries(body),
    query: fieldsOf(of('query')),
    path: Object.fromEntries(of('path').map(({ name, schema: one = {} }) => [name, idField(one)])),
    headers: fieldsOf(of('header')),
    example:
      given && Object.fromEntries(Object.entries(given).map(([name, one]) => [name, JSON.stringify(one)])),
    required: { query: requiredOf('query'), headers: requiredOf('header') },
  };
}

function idField({ pattern = '^$' }: Schema): Field {
  return { valid: UUID, hostile: NO_IDS.filter((text) => !new RegExp(pattern).test(text)) };
}

function parameterField(name: string, schema: Schema): Field {
  const valid = validOf(schema);
  const hostile = hostileTexts(name, schema, { valid });
  return {
    valid: valid === undefined ? undefined : textOf(valid),
    hostile: hostile.filter((text) => !isHalf(text) && encodeURIComponent(text).length < PARAMETER_LIMIT),
  };
}

/** Valid JSON values of types whose schemas have no example. */
const OF_TYPE: Readonly<Record<string, unknown>> = {
  boolean: true,
  array: ['Maya'],
  integer: 1,
  string: 'Maya',
};

function validOf({ type = '', example, enum: values = [], format = '', ...schema }: Schema): unknown {
  const known = example ?? values[0] ?? schema.default ?? FORMS[format];
  return known === undefined && format === '' ? OF_TYPE[type] : known;
}

/** JSON that a schema of a body refuses. */
class HostileJson {
  constructor(private readonly api: OpenApi) {}

  of(name: string, reference: Schema, valid: unknown, isWithin = false): readonly string[] {
    const schema = this.api.resolved(reference);
    if (schema.oneOf) return this.ofNone(schema.oneOf, (way) => this.of(name, way, valid, isWithin));
    const others = (isWithin ? NO_TEXTS_WITHIN : NO_TEXTS).filter((json) => !isOfType(schema, json));
    return [...new Set([...others, ...this.ofType(name, schema, { valid, isWithin })])];
  }

  /** What none of several ways takes: a way says nothing about values of another type. */
  private ofNone(ways: readonly Schema[], refusedBy: (way: Schema) => readonly string[]): readonly string[] {
    const refused = ways.map((way) => [way.type, refusedBy(way)] as const);
    return refused
      .flatMap(([, all]) => all)
      .filter((json) =>
        refused.every(([type, all]) => all.includes(json) || typeof JSON.parse(json) !== type),
      );
  }

  private ofType(name: string, schema: Schema, { valid, isWithin }: Place): readonly string[] {
    const { type = '' } = schema;
    const known: Readonly<Record<string, () => readonly string[]>> = {
      boolean: () => ['"true"', '"1"', ...(schema.enum ? ['false'] : [])],
      integer: () => ['"1"', '0.5', ...outside(schema)],
      number: () => outside(schema),
      array: () => this.lists(name, schema),
      object: () => this.objects(schema, Object(valid) as Whole),
    };
    const texts = () => hostileTexts(name, schema, { valid, isWithin }).map((text) => JSON.stringify(text));
    return (known[type] ?? texts)();
  }

  private lists(name: string, { items = {}, maxItems = 0 }: Schema): readonly string[] {
    const members = this.of(name, items, validOf(this.api.resolved(items)), true).map((json) => `[${json}]`);
    if (maxItems === 0) return members;
    return [...members, JSON.stringify(Array.from({ length: maxItems + 1 }, String))];
  }

  private objects({ properties = {} }: Schema, whole: Whole): readonly string[] {
    const changed = (field: string, json: string) =>
      JSON.stringify({ ...whole, [field]: JSON.parse(json) as unknown });
    const within = Object.entries(properties).flatMap(([field, one]) =>
      this.of(field, one, whole[field] ?? validOf(this.api.resolved(one)), true).map((json) =>
        changed(field, json),
      ),
    );
    return [...within, changed('more', '1')];
  }
}

type Whole = Readonly<Record<string, unknown>>;

const outside = ({ minimum = 0, maximum = Infinity }: Schema): readonly string[] => [
  JSON.stringify(minimum - 1),
  JSON.stringify(maximum + 1),
];

/** Whether JSON may be a value of a schema that is no text. */
function isOfType(schema: Schema, json: string): boolean {
  if (json === 'null') return schema.nullable === true;
  const known: Readonly<Record<string, () => boolean>> = {
    boolean: () => json === 'true' || (json === 'false' && !schema.enum),
    object: () => json === '{}' && !schema.required,
    array: () => (json === '[]' ? !schema.minItems : json === '["x"]' && !schema.items?.enum),
    integer: () => Number.isInteger(Number(json)) && isWithinBounds(schema, json),
    number: () => isWithinBounds(schema, json),
  };
  return known[schema.type ?? '']?.() ?? false;
}

function isWithinBounds({ minimum = 0, maximum = Infinity }: Schema, json: string): boolean {
  const value = Number(json);
  return /^[-\d]/.test(json) && value >= minimum && value <= maximum;
}
