import { normalText } from '../../kernel/normal-text.js';

/** Characters besides ASCII and Latin-1 in the fonts of every PDF reader. */
const EXTRA = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

/** Emoji, and the characters that join or color them. */
const PICTURE = /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\ufe0f\u200d]/u;

/**
 * The text in letters that these fonts have: a letter with an unknown accent loses it, any other is written in Latin letters
 * by `inLatin`, and pictures are removed.
 */
export function printable(text: string, inLatin: (character: string) => string = () => '?'): string {
  // Intl separates hours and day periods with narrow spaces.
  const spaced = normalText(text, 'NFC').replaceAll(/[\u202f\u2009\u2007]/g, ' ');
  return Array.from(spaced, (character) => {
    if (isPrintable(character)) return character;
    if (PICTURE.test(character)) return '';
    const [base = ''] = normalText(character, 'NFKD');
    return isPrintable(base) ? base : inLatin(character);
  }).join('');
}

function isPrintable(character: string): boolean {
  const point = character.codePointAt(0) ?? 0;
  return (point >= 0x20 && point < 0x7f) || (point >= 0xa0 && point <= 0xff) || EXTRA.includes(character);
}
