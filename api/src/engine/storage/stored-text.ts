/**
 * SQLite's driver cuts a text at NUL when it reads it and loses single surrogates when it writes it, so ids and
 * index values are stored escaped. The lowest characters keep their order, and SEPARATOR remains free to join by.
 */
const ESCAPE = '\u0002';
const NUL = '\u0000';

/** Occurs in no stored text and sorts below all its characters: joined texts sort like their parts. */
export const SEPARATOR = '\u0001';

const ESCAPED = { [NUL]: `${ESCAPE}0`, [SEPARATOR]: `${ESCAPE}1`, [ESCAPE]: `${ESCAPE}2` } as const;
const SURROGATE_PREFIX = `${ESCAPE}3`;

const SUSPECT = /[\p{Cc}\p{Surrogate}]/u;
const SUSPECTS = /[\p{Cc}\p{Surrogate}]/gu;
const ESCAPES = new RegExp(`${ESCAPE}(?:[012]|3([0-9a-f]{4}))`, 'g');

/** A text as stored in a column. */
export function storedText(text: string): string {
  return SUSPECT.test(text) ? text.replace(SUSPECTS, escaped) : text;
}

/** Reverses storedText. */
export function originalText(stored: string): string {
  return stored.includes(ESCAPE) ? stored.replace(ESCAPES, unescaped) : stored;
}

/** A text as an SQL literal: between single quotes only the quote itself is special in SQLite. */
export function sqlText(text: string): string {
  if (text.includes(NUL)) throw new TypeError('a statement cannot hold a NUL character');
  return text.includes("'") ? `'${text.replaceAll("'", "''")}'` : `'${text}'`;
}

/** Order of the stores: by code point, like UTF-8 bytes. JavaScript's own order differs above U+FFFF. */
export function compareTexts(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

function escaped(character: string): string {
  if (character === NUL || character === SEPARATOR || character === ESCAPE) return ESCAPED[character];
  const code = character.charCodeAt(0);
  return code >= 0xd800 ? SURROGATE_PREFIX + code.toString(16) : character;
}

function unescaped(escape: string, surrogate: string | undefined): string {
  if (surrogate) return String.fromCharCode(Number.parseInt(surrogate, 16));
  if (escape === ESCAPED[NUL]) return NUL;
  return escape === ESCAPED[SEPARATOR] ? SEPARATOR : ESCAPE;
}
