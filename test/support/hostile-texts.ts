import { BLANK, NO_DATES, NO_EMAILS, NO_ENCODINGS, NO_HANDLES, ODD, UNSEEN } from './hostile-values.js';
import type { Schema } from './open-api.js';

/** Of texts that the server does not look into: only their length is wrong. */
const UNREAD = new Set(['after', 'at', 'problems', 'returnTo', 'seen']);
/** Of fields within a field. */
const ODD_WITHIN = [
  '',
  'x',
  '-1',
  '1e3',
  '1.',
  '٣',
  'x'.repeat(61),
  '__proto__',
  '30 days',
  'PT',
  'ma\u0000ya',
];
const MANY = 300;
/** The longest percent-encoding of a character. */
const ENCODED_LENGTH = 12;

/** Where a value is: its valid one, and whether it is a part of another. */
export interface Place {
  readonly valid: unknown;
  readonly isWithin?: boolean | undefined;
}

/** Texts that a schema refuses: all odd ones but those that its form allows. */
export function hostileTexts(name: string, schema: Schema, { valid, isWithin }: Place): readonly string[] {
  const { minLength = 0, maxLength = MANY, format = '' } = schema;
  const blank = minLength > 0 ? BLANK : [];
  const tooLong = ['x', 'é', '𝒳'].map((character) => character.repeat(maxLength + 1));
  const tooShort = ['x', '𝒳'].map((character) => character.repeat(Math.max(0, minLength - 1)));
  const lengths = [...new Set([...tooLong, ...(minLength > 0 ? tooShort : [])])];
  if (UNREAD.has(name)) return lengths;
  const own: Readonly<Record<string, readonly string[]>> = {
    password: lengths,
    email: [...NO_EMAILS, ...tooLong],
    handle: NO_HANDLES,
    'percent-encoded': encodedTexts(maxLength / ENCODED_LENGTH),
  };
  if (own[format]) return own[format];
  if (!isFormed(schema)) return [...blank, ...tooLong, ...UNSEEN];
  const odd = isWithin ? ODD_WITHIN : [...ODD, ...NO_DATES, ...UNSEEN, ...tooLong];
  return [...new Set([...odd, ...nearMisses(textOf(valid))])].filter(
    (text) => !admits(schema, text, textOf(valid)),
  );
}

/** Whether a text has a form; any other is free. */
const isFormed = ({ pattern, format, enum: values }: Schema): boolean =>
  [pattern, format, values].some((form) => form !== undefined);

/** A header has no other characters than ASCII. */
function encodedTexts(maxLength: number): readonly string[] {
  const whole = UNSEEN.filter((text) => !isHalf(text));
  return [...NO_ENCODINGS, ...['x'.repeat(maxLength + 1), ...whole].map(encodeURIComponent)];
}

const nearMisses = (valid: string): readonly string[] => [
  ...[
    `${valid} `,
    ` ${valid}`,
    `${valid}\n`,
    `${valid}\u200b`,
    `${valid}x`,
    `${valid},${valid}`,
    valid.slice(1),
  ],
  ...[valid.slice(0, -1), valid.toUpperCase(), `${valid.toUpperCase()}X`, valid.replaceAll(/\d/g, '٣')],
];

function admits({ enum: values, pattern, format, example }: Schema, text: string, valid: string): boolean {
  if (values) return values.includes(text);
  if (isDay(textOf(example)) && text.length >= 10 && !isDay(text.slice(0, 10))) return false;
  if (pattern !== undefined) return new RegExp(pattern).test(text);
  if (format === 'date-time') return isDay(text.slice(0, 10)) && text.length === 24;
  return text.toLowerCase() === valid.toLowerCase();
}

/** A day that exists. */
function isDay(text: string): boolean {
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).getUTCDate() === Number(text.slice(-2))
  );
}

/** Half of a pair has no encoding in UTF-8, so an address or a header cannot have it. */
export function isHalf(text: string): boolean {
  return /\p{Cs}/u.test(text);
}

export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? '');
