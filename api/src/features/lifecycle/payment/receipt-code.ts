import { blindIndex } from '../../../engine/vault/blind-index.js';
import type { Secrets } from '../../../config/runtime.js';

/** Crockford's Base32: no I, L, O or U, which people misread. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 12;
/** The beginning of the transfer's id finds it in an index; the keyed hash proves that Flip gave the code. */
const ID_HEX = 8;
const PROOF_HEX = 7;

/** The verification code of a transfer's receipt, "R7KM-9QX4-C1D8": 32 bits of its id and 28 of its HMAC (docs/money.md). */
export function receiptCodeOf(transferId: string, { blindIndexKey }: Pick<Secrets, 'blindIndexKey'>): string {
  const proof = blindIndex(blindIndexKey, 'receipt', transferId).slice(0, PROOF_HEX);
  const hex = transferId.slice(0, ID_HEX) + proof;
  const digits = Array.from(BigInt(`0x${hex}`).toString(32).padStart(CODE_LENGTH, '0'));
  const text = digits.map((digit) => DIGITS[Number.parseInt(digit, 32)]).join('');
  return (text.match(/.{4}/g) ?? []).join('-');
}

/** How the id of a code's transfer begins; null for a text that is no code. `plain` has digits alone. */
export function idStartOf(plain: string): string | null {
  const digits = Array.from(plain, (digit) => DIGITS.indexOf(digit));
  if (digits.length !== CODE_LENGTH || digits.includes(-1)) return null;
  const value = digits.reduce((sum, digit) => sum * 32n + BigInt(digit), 0n);
  return value
    .toString(16)
    .padStart(ID_HEX + PROOF_HEX, '0')
    .slice(0, ID_HEX);
}
