import { normalText } from './normal-text.js';

/** Why a typed text is refused; also the key of its explanation in the language files. */
export type TextCode = 'text_required' | 'text_too_long' | 'text_characters';

export type CleanText = Readonly<{ ok: true; value: string } | { ok: false; code: TextCode }>;

/** Control and format characters (bidi and zero-width among them), lone surrogates, line and paragraph separators. */
const REFUSED_CHARACTERS = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Pictographs joined to one by zero-width joiners, as keyboards write families, professions and some hearts. */
const JOINED_PICTOGRAPHS =
  /\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?(?:\u200d\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)+/u;
/** The flags of England, Scotland, Wales and other regions. */
const REGION_FLAG = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/u;
/** Letters and marks whose shapes a zero-width joiner or non-joiner decides, as Persian and the scripts of India write them. */
const SHAPED =
  /(?=[\p{L}\p{M}])[\p{scx=Arab}\p{scx=Syrc}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}]/u;
/** Letters of scripts without spaces between words, where keyboards set the zero-width space in their place. */
const UNSPACED = /[\p{sc=Khmr}\p{sc=Thai}\p{sc=Laoo}\p{sc=Mymr}]/u;
/** Marks that a joiner turns into half a letter, also at the end of a word (RFC 5892, A.2). */
const VIRAMA = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]/u;
const JOINER = '\u200d';
const ALLOWED = new RegExp(
  [
    JOINED_PICTOGRAPHS.source,
    REGION_FLAG.source,
    `(?<=${SHAPED.source})[\u200c${JOINER}](?=${SHAPED.source})`,
    `(?<=${VIRAMA.source})${JOINER}`,
    `(?<=${UNSPACED.source})\u200b(?=${UNSPACED.source})`,
  ].join('|'),
  'gu',
);

/** Invisible characters where a text begins or ends; not the override that shows letters in reverse (U+202E), which is refused. */
const UNSEEN_EDGE = '[\\s\\u061c\\u200b-\\u200f\\u202a-\\u202d\\u2060-\\u206f\\ufeff]';
const START = new RegExp(`^${UNSEEN_EDGE}+`, 'u');
const END = new RegExp(`(?<!${UNSEEN_EDGE})${UNSEEN_EDGE}+$`, 'u');

/** Whether a text contains invisible characters, or characters that change its direction, which no language needs there. */
export function hasUnseenCharacters(text: string): boolean {
  return REFUSED_CHARACTERS.test(text.replaceAll(ALLOWED, ''));
}

/**
 * The rule for every short typed text (names, recipients): NFC, without soft hyphens and what is unseen at its edges, single
 * inner spaces, 1 to `maxLength` code points, no invisible characters but those that emoji and some scripts are written
 * with. Cleaning a clean text changes nothing.
 */
export function cleanText(text: string, maxLength: number): CleanText {
  const seen = withoutEdges(text);
  if (hasUnseenCharacters(seen)) return { ok: false, code: 'text_characters' };
  return bounded(normalText(seen, 'NFC').replace(/\s+/gu, ' '), maxLength);
}

/** The same rule for multi-line text: line breaks and inner spaces stay as typed. */
export function cleanLines(text: string, maxLength: number): CleanText {
  const lines = withoutEdges(text.replaceAll('\r\n', '\n'));
  if (hasUnseenCharacters(lines.replaceAll(/[\n\t]/g, ''))) return { ok: false, code: 'text_characters' };
  return bounded(normalText(lines, 'NFC'), maxLength);
}

/** As pages, chats and contacts put texts into the clipboard. */
function withoutEdges(text: string): string {
  const whole = text.replaceAll('\u00ad', '').replace(START, '');
  return whole.replace(END, (edge: string, at: number) =>
    edge.startsWith(JOINER) && VIRAMA.test(whole.charAt(at - 1)) ? JOINER : '',
  );
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
