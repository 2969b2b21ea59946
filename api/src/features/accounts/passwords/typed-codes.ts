import { randomInt } from 'node:crypto';

/** Without letters and digits that look alike. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 12;
const GROUP_LENGTH = 4;
/** As people type one: in any case, with or without the separators. */
export const TYPED_CODE_PATTERN = /^[A-Za-z0-9 -]{12,24}$/;

/** A random code of 58 bits, in three groups: "K7QF-2M9X-P3DA". */
export function newCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
  return letters.join('').replace(new RegExp(`(.{${String(GROUP_LENGTH)}})(?=.)`, 'g'), '$1-');
}
