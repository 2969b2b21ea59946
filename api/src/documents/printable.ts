import { normalText } from '../kernel/text/normal-text.js';

/** Characters besides ASCII and Latin-1 in the first file of the typeface (sheet-type.ts). */
const EXTRA = '€‚„…ˆ‹›Œœ‘’“”•–—˜™ı';

/** Those in its second file: letters of the names of Europe and Turkey. */
export const EXTENDED = /[\u0100-\u0130\u0134-\u0148\u014a-\u0151\u0154-\u017e\u0218-\u021b]/u;

/** Most texts of a long table. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Emoji, and the characters that join or color them. */
const PICTURE = /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\ufe0f\u200d]/u;

/**
 * The text in letters that the typeface has: a joined letter or a variant by its parts ("ĳ", "ﬁ", "Ａ"), any other in Latin
 * letters by `inLatin`, and pictures are removed.
 */
export function printable(text: string, inLatin: (character: string) => string = () => '?'): string {
  if (PLAIN.test(text)) return text;
  // Intl separates hours and day periods with narrow spaces.
  const spaced = normalText(text, 'NFC').replaceAll(/[\u202f\u2009\u2007]/g, ' ');
  return Array.from(spaced, (character) => {
    if (isPrintable(character)) return character;
    if (PICTURE.test(character)) return '';
    const parts = normalText(character, 'NFKD');
    return Array.from(parts).every(isPrintable) ? parts : inLatin(character);
  }).join('');
}

function isPrintable(character: string): boolean {
  const point = character.codePointAt(0) ?? 0;
  return (
    (point >= 0x20 && point < 0x7f) ||
    (point >= 0xa0 && point <= 0xff && point !== 0xad) ||
    EXTRA.includes(character) ||
    EXTENDED.test(character)
  );
}
