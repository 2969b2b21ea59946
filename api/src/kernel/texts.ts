import { normalText } from './normal-text.js';

/** Why a typed text is refused; also the key of its explanation in the language files. */
export type TextCode = 'text_required' | 'text_too_long' | 'text_characters';

export type CleanText = Readonly<{ ok: true; value: string } | { ok: false; code: TextCode }>;

/** Control and format characters (bidi and zero-width among them), lone surrogates, line and paragraph separators. */
const REFUSED_CHARACTERS = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Pictographs joined to one by zero-width joiners, as keyboards write families, professions and some hearts. */
const JOINED_PICTOGRAPHS =
  /\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?(?:\u200d\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)+/gu;

/** Whether a text contains invisible characters or characters that change its direction. */
export function hasUnseenCharacters(text: string): boolean {
  return REFUSED_CHARACTERS.test(text);
}

/**
 * The rule for every short typed text (names, recipients): NFC, trimmed, single inner spaces, 1 to `maxLength` code
 * points, no invisible characters but the joiners within an emoji. Cleaning a clean text changes nothing.
 */
export function cleanText(text: string, maxLength: number): CleanText {
  if (hasUnseenCharacters(text.replaceAll(JOINED_PICTOGRAPHS, '')))
    return { ok: false, code: 'text_characters' };
  return bounded(normalText(text, 'NFC').trim().replace(/\s+/gu, ' '), maxLength);
}

/** The same rule for multi-line text: line breaks and inner spaces stay as typed. */
export function cleanLines(text: string, maxLength: number): CleanText {
  const lines = text.replaceAll('\r\n', '\n');
  if (hasUnseenCharacters(lines.replaceAll(/[\n\t]/g, '').replaceAll(JOINED_PICTOGRAPHS, '')))
    return { ok: false, code: 'text_characters' };
  return bounded(normalText(lines, 'NFC').trim(), maxLength);
}

function bounded(value: string, maxLength: number): CleanText {
  if (value === '') return { ok: false, code: 'text_required' };
  if (value.length > maxLength && codePointsOf(value) > maxLength)
    return { ok: false, code: 'text_too_long' };
  return { ok: true, value };
}

/** Length in code points rather than UTF-16 units, closer to what a user would count. */
export function codePointsOf(text: string): number {
  return Array.from(text).length;
}
