import { randomInt } from 'node:crypto';
import { blindIndex } from '../../../engine/vault/blind-index.js';
import type { Secrets } from '../../../config/runtime.js';
import { codeText } from '../../../kernel/pasted-text.js';

export const RECOVERY_CODE_COUNT = 10;
/** Without letters and digits that look alike. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 12;
const GROUP_LENGTH = 4;
/** As people type one: in any case, with or without the separators. */
export const RECOVERY_CODE_PATTERN = /^[A-Za-z0-9 -]{12,24}$/;

/** Ten random codes of 58 bits, in three groups: "K7QF-2M9X-P3DA". */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: RECOVERY_CODE_COUNT }, () => {
    const letters = Array.from({ length: CODE_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
    return letters.join('').replace(new RegExp(`(.{${String(GROUP_LENGTH)}})(?=.)`, 'g'), '$1-');
  });
}

/** What the vault keeps of a code: it tells whether a code is one of the factor's, and not which codes those are. */
export function recoveryIndex(
  code: string,
  factorId: string,
  { blindIndexKey }: Pick<Secrets, 'blindIndexKey'>,
): string {
  return blindIndex(blindIndexKey, 'recovery-code', `${factorId} ${codeText(code)}`);
}
