import type { Json, JsonObject } from './event-store.port.js';

/** Deepest nesting of event data. */
const DEPTH_LIMIT = 8;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A copy that JSON keeps unchanged: undefined fields are omitted, anything that is not JSON is refused. */
export function jsonCopy(value: object): Record<string, Json> {
  return copied(value, 0) as Record<string, Json>;
}

function copied(value: unknown, depth: number): Json {
  if (depth > DEPTH_LIMIT) throw new TypeError('Event data is nested too deep');
  if (isScalar(value)) return value;
  if (Array.isArray(value)) return value.map((item) => copied(item, depth + 1));
  if (Object.prototype.toString.call(value) !== '[object Object]' || 'toJSON' in (value as object))
    throw new TypeError('Event data must be plain JSON');
  const copy: Record<string, Json> = {};
  for (const [name, field] of Object.entries(value as object)) {
    if (field !== undefined) copy[name] = copied(field, depth + 1);
  }
  return copy;
}

function isScalar(value: unknown): value is null | string | boolean | number {
  return value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);
}

/** The fields at `paths` (`name` or `outer.name`) that are set, with their values. */
export function fieldsAt(data: JsonObject, paths: readonly string[]): Map<string, Json> {
  const found = new Map<string, Json>();
  for (const path of paths) {
    const [outer, inner] = parts(path);
    const value = inner === undefined ? data[outer] : inside(data, outer)[inner];
    if (value !== undefined) found.set(path, value);
  }
  return found;
}

/** Removes the field at a path of a copy. */
export function removeField(copy: Record<string, Json>, path: string): void {
  const [outer, inner] = parts(path);
  if (inner === undefined) Reflect.deleteProperty(copy, outer);
  else Reflect.deleteProperty(inside(copy, outer), inner);
}

/** Sets the field at a path (`name` or `outer.name`) of a copy. */
export function setField(copy: Record<string, Json>, path: string, value: Json): void {
  const [outer, inner] = parts(path);
  copy[outer] = inner === undefined ? value : { ...inside(copy, outer), [inner]: value };
}

/** `outer.name` → ['outer', 'name'] */
export function parts(path: string): [outer: string, inner: string | undefined] {
  const dot = path.indexOf('.');
  return dot === -1 ? [path, undefined] : [path.slice(0, dot), path.slice(dot + 1)];
}

function inside(data: JsonObject, name: string): JsonObject {
  const value = data[name];
  return isJsonObject(value) ? value : {};
}
