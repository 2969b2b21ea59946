/** Why a text a person typed is not taken; also the key of its explanation in the language files. */
export type TextCode = 'text_required' | 'text_too_long' | 'text_characters';

export type CleanText =
  { readonly ok: true; readonly value: string } | { readonly ok: false; readonly code: TextCode };

/** Control and format characters (bidi and zero-width among them), lone surrogates, line and paragraph separators. */
const REFUSED_CHARACTERS = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Whether a text holds something that a reader cannot see or that turns the text around for them. */
export function hasUnseenCharacters(text: string): boolean {
  return REFUSED_CHARACTERS.test(text);
}

/**
 * The one rule for every short text a person types (names, recipients): NFC, trimmed, inner spaces single,
 * 1 to `maxLength` code points, nothing in it that a reader cannot see. Cleaning a clean text changes nothing.
 */
export function cleanText(text: string, maxLength: number): CleanText {
  if (hasUnseenCharacters(text)) return { ok: false, code: 'text_characters' };
  return bounded(text.normalize('NFC').trim().replace(/\s+/gu, ' '), maxLength);
}

/** The same rule for a text of several lines: its line ends and inner spaces stay as they were typed. */
export function cleanLines(text: string, maxLength: number): CleanText {
  const lines = text.replaceAll('\r\n', '\n');
  if (hasUnseenCharacters(lines.replaceAll(/[\n\t]/g, ''))) return { ok: false, code: 'text_characters' };
  return bounded(lines.normalize('NFC').trim(), maxLength);
}

function bounded(value: string, maxLength: number): CleanText {
  if (value === '') return { ok: false, code: 'text_required' };
  if (value.length > maxLength && codePointsOf(value) > maxLength)
    return { ok: false, code: 'text_too_long' };
  return { ok: true, value };
}

/** How many characters a person would count at most: code points, not UTF-16 units. */
export function codePointsOf(text: string): number {
  return Array.from(text).length;
}
