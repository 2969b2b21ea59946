import { normalText } from './normal-text.js';

/**
 * Invisible characters: marks of direction, joiners, soft hyphens, choices between forms of a symbol. Without the
 * override that shows letters in reverse (U+202E): what follows it is not what was read.
 */
const UNSEEN = /(?!\u202e)[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const SPACE = /[\p{Zs}\t]/gu;
const DASH = /[\p{Pd}\u2212]/gu;
const SCHEME = /^(?:mailto|tel|sms):(?:\/\/)?/i;
/** `Ana <ana@mail.example>`, `<https://…>`. */
const BRACKETED = /<([^<>]*)>$/;
/** What only addresses and links have. */
const OF_ADDRESS = /[@/:]/;
/** What surrounds an address in a sentence: none, and no number or name of a platform, begins or ends like this. */
const OPENING = /^["'“”„«‹‘’\s]+/;
const CLOSING = /(?<!["'“”»›‘’,;:.!?\s])["'“”»›‘’,;:.!?\s]+$/;

/**
 * An address, number or name of a platform as its owner would type it, of what a contact, chat or page put into the
 * clipboard: in plain characters, without schemes, the name before an address in angle brackets, quotation marks and
 * punctuation around it. Takes time linear in the text.
 */
export function pastedText(text: string): string {
  const plain = plainText(text).replace(CLOSING, '').replace(OPENING, '');
  const [, bracketed = ''] = BRACKETED.exec(plain) ?? [];
  const address = OF_ADDRESS.test(bracketed) ? bracketed.trim() : plain;
  const [bare = ''] = SCHEME.test(address) ? address.replace(SCHEME, '').split('?') : [address];
  return bare;
}

/** A number, reference or search as its author would type it. */
export const pastedLine = (text: string): string => plainText(text).trim();

/** The letters and digits of a code, however it is grouped. */
export function codeText(text: string): string {
  return plainText(text)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
}

/** Compatibility forms, spaces and dashes in their plain form, and no unseen characters. */
export function plainText(text: string): string {
  return normalText(text.replaceAll(UNSEEN, ''), 'NFKC')
    .replaceAll(UNSEEN, '')
    .replaceAll(SPACE, ' ')
    .replaceAll(DASH, '-');
}
