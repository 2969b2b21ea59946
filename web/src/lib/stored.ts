import { storage } from './storage';

/** Tells whether a value of unknown origin has a type. */
export type Guard<T> = (value: unknown) => value is T;

/** Longest text of a stored record. */
const TEXT_MAX_LENGTH = 1_000;

/** A text of any length. */
export function isString(value: unknown): value is string {
  return typeof value === 'string';
}

/** A text no longer than those of a record. */
export function isText(value: unknown): value is string {
  return isString(value) && value.length <= TEXT_MAX_LENGTH;
}

/** A text with a rule. */
export function isTextWhere(rule: (text: string) => boolean): Guard<string> {
  return (value): value is string => isText(value) && rule(value);
}

/** One of a few values. */
export function isOneOf<const T>(...known: readonly T[]): Guard<T> {
  return (value): value is T => known.some((one) => one === value);
}

/** What may be absent. */
export function isOptional<T>(guard: Guard<T>): Guard<T | undefined> {
  return (value): value is T | undefined => value === undefined || guard(value);
}

/** A record with a guard per field. What another version of this page stored with them has to be a text. */
export function isRecordOf<T extends object>(fields: {
  readonly [Field in keyof Required<T>]: Guard<T[Field]>;
}): Guard<T> {
  const guards = new Map<string, Guard<unknown>>(Object.entries(fields));
  return (value): value is T =>
    typeof value === 'object' &&
    value !== null &&
    [...guards.keys(), ...Object.keys(value)].every((name) =>
      (guards.get(name) ?? isText)(Reflect.get(value, name)),
    );
}

/** The value stored under a name, or null when there is none that can be read. */
export function readStored(kind: Parameters<typeof storage>[0], name: string): unknown {
  try {
    return JSON.parse(storage(kind).get(name) ?? 'null') as unknown;
  } catch {
    return null;
  }
}
