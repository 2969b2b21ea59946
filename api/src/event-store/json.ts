import type { Json } from './event-store.port.js';

export type JsonObject = Readonly<Record<string, Json>>;

/** A copy that JSON keeps unchanged: undefined fields are left out, anything that is not JSON is refused. */
export function jsonObject(value: object): JsonObject {
  return jsonValue(value, 0) as JsonObject;
}

/** Deepest nesting of event data. */
const DEPTH_LIMIT = 8;

function jsonValue(value: unknown, depth: number): Json {
  if (depth > DEPTH_LIMIT) throw new TypeError('Event data is nested too deep');
  if (isScalar(value)) return value;
  if (Array.isArray(value)) return value.map((item) => jsonValue(item, depth + 1));
  if (typeof value !== 'object' || !isPlain(value)) {
    throw new TypeError('Event data must be plain JSON');
  }
  const copy: Record<string, Json> = {};
  for (const name of Object.keys(value)) {
    const field = (value as Record<string, unknown>)[name];
    if (field !== undefined) copy[name] = jsonValue(field, depth + 1);
  }
  return copy;
}

function isScalar(value: unknown): value is null | string | boolean | number {
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || typeof value === 'string' || typeof value === 'boolean';
}

function isPlain(value: object): boolean {
  return Object.prototype.toString.call(value) === '[object Object]' && !('toJSON' in value);
}

/** The fields of `paths` (`name` or `outer.name`) that are there, with their values. */
export function fieldsAt(data: JsonObject, paths: readonly string[]): Map<string, Json> {
  const found = new Map<string, Json>();
  for (const path of paths) {
    const [outer, inner] = pathParts(path);
    const value = inner === undefined ? data[outer] : inside(data, outer)[inner];
    if (value !== undefined) found.set(path, value);
  }
  return found;
}

/** A copy without these fields, to be filled further. */
export function withoutFields(data: JsonObject, fields: ReadonlyMap<string, Json>): Record<string, Json> {
  const rest: Record<string, Json> = {};
  for (const field in data) if (!fields.has(field)) rest[field] = data[field] ?? null;
  for (const path of fields.keys()) {
    const [outer, inner] = pathParts(path);
    if (inner !== undefined) rest[outer] = without(inside(rest, outer), inner);
  }
  return rest;
}

/** A copy without one field, to be filled further. */
export function without(data: JsonObject, name: string): Record<string, Json> {
  const rest: Record<string, Json> = {};
  for (const field in data) if (field !== name) rest[field] = data[field] ?? null;
  return rest;
}

/** Sets the field at a path (`name` or `outer.name`) of a copy. */
export function setField(copy: Record<string, Json>, path: string, value: Json): void {
  const [outer, inner] = pathParts(path);
  copy[outer] = inner === undefined ? value : { ...inside(copy, outer), [inner]: value };
}

function pathParts(path: string): [outer: string, inner: string | undefined] {
  const dot = path.indexOf('.');
  return dot === -1 ? [path, undefined] : [path.slice(0, dot), path.slice(dot + 1)];
}

function inside(data: JsonObject, name: string): JsonObject {
  const value = data[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
