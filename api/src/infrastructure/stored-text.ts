/**
 * SQLite's driver cuts a text at NUL when it reads it and loses single surrogates when it writes it, so ids and
 * index values go in escaped. ESCAPE, NUL's neighbour, begins an escape: NUL before ESCAPE before all else stays.
 */
const ESCAPE = '\u0001';
const NUL = '\u0000';
const ESCAPED_NUL = ESCAPE + '\u0001';
const ESCAPED_ESCAPE = ESCAPE + '\u0002';
const SURROGATE_PREFIX = ESCAPE + '\u0003';

const SUSPECT = /[\p{Cc}\p{Surrogate}]/u;
const SUSPECTS = /[\p{Cc}\p{Surrogate}]/gu;
const ESCAPES = new RegExp(`${ESCAPED_NUL}|${ESCAPED_ESCAPE}|${SURROGATE_PREFIX}[0-9a-f]{4}`, 'g');

/** A text as a column keeps it. */
export function storedText(text: string): string {
  return SUSPECT.test(text) ? text.replace(SUSPECTS, escaped) : text;
}

/** The text that storedText was given. */
export function originalText(stored: string): string {
  return stored.includes(ESCAPE) ? stored.replace(ESCAPES, unescaped) : stored;
}

/** Order of the stores: by code points, as the bytes of UTF-8 have it. JavaScript's own order differs above U+FFFF. */
export function compareTexts(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

function escaped(character: string): string {
  if (character === NUL) return ESCAPED_NUL;
  if (character === ESCAPE) return ESCAPED_ESCAPE;
  const code = character.charCodeAt(0);
  return code >= 0xd800 ? SURROGATE_PREFIX + code.toString(16) : character;
}

function unescaped(escape: string): string {
  if (escape === ESCAPED_NUL) return NUL;
  if (escape === ESCAPED_ESCAPE) return ESCAPE;
  return String.fromCharCode(Number.parseInt(escape.slice(SURROGATE_PREFIX.length), 16));
}
