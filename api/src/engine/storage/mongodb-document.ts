import { originalText, storedText } from './stored-text.js';

/**
 * BSON has no single surrogates, and servers give `$`, dots and a leading underscore in a field's name a meaning, so all
 * of these are stored escaped; ordinary documents look the same on both sides.
 */
const ESCAPE = '\u0002';
const ESCAPED_NAME_PART: Readonly<Record<string, string>> = {
  $: `${ESCAPE}4`,
  _: `${ESCAPE}5`,
  '.': `${ESCAPE}6`,
};
const NAME_PART = new RegExp(`${ESCAPE}([456])`, 'g');
const ORIGINAL_NAME_PART: Readonly<Record<string, string>> = { 4: '$', 5: '_', 6: '.' };

/** Sorts below every continuation of a text: stored texts never contain it. */
const LOWEST_CHARACTER = '\u0000';

/** A caller's text, as it is used in a filter or a document. */
export function storedString(text: unknown): string {
  if (typeof text !== 'string') throw new TypeError('a text is expected');
  return storedText(text);
}

/** The lowest stored text above this one. */
export function textAfter(stored: string): string {
  return stored + LOWEST_CHARACTER;
}

/** A field's name in documents, filters and indexes. */
export function storedName(name: string): string {
  return storedText(name).replace(/^[$_]|\./g, (part) => ESCAPED_NAME_PART[part] ?? part);
}

function originalName(name: string): string {
  if (!name.includes(ESCAPE)) return name;
  return originalText(name.replace(NAME_PART, (_, part: string) => ORIGINAL_NAME_PART[part] ?? ''));
}

/** The JSON value of a value, ready to be stored. */
export function storedValue(value: unknown): unknown {
  if (typeof value === 'string') return storedText(value);
  if (typeof value === 'number') return storedNumber(value);
  if (typeof value === 'boolean' || value === null) return value;
  if (typeof value !== 'object') throw new TypeError(`a document cannot hold a ${typeof value}`);
  if (Array.isArray(value)) return value.map((item) => (item === undefined ? null : storedValue(item)));
  return storedFields(value);
}

/** The fields of an object, ready to be stored. */
export function storedFields(document: object): Record<string, unknown> {
  const fields = Object.entries(document).filter(([, value]) => value !== undefined);
  return Object.fromEntries(fields.map(([name, value]) => [storedName(name), storedValue(value)]));
}

/** Reverses storedValue. */
export function originalValue(stored: unknown): unknown {
  if (typeof stored === 'string') return originalText(stored);
  if (typeof stored !== 'object' || stored === null) return stored;
  return Array.isArray(stored) ? stored.map(originalValue) : originalFields(stored);
}

/** Reverses storedFields. */
export function originalFields(stored: object): object {
  return Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [originalName(name), originalValue(value)]),
  );
}

/** A JSON number: no infinity, no negative zero. */
function storedNumber(value: number): number | null {
  if (!Number.isFinite(value)) return null;
  return value === 0 ? 0 : value;
}
