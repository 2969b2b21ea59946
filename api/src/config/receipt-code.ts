import { blindIndex } from './blind-index.js';
import type { Secrets } from './runtime.js';

/** Crockford's Base32: no I, L, O or U, which people misread. */
export const RECEIPT_CODE_DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const RECEIPT_CODE_LENGTH = 12;
/** The beginning of the transfer's id finds it in an index; the keyed hash proves that Flip gave the code. */
export const RECEIPT_CODE_ID_HEX = 8;
export const RECEIPT_CODE_PROOF_HEX = 7;

/** The verification code of a transfer's receipt, "R7KM-9QX4-C1D8": 32 bits of its id and 28 of its HMAC (docs/security.md). */
export function receiptCodeOf(transferId: string, { blindIndexKey }: Pick<Secrets, 'blindIndexKey'>): string {
  const proof = blindIndex(blindIndexKey, 'receipt', transferId).slice(0, RECEIPT_CODE_PROOF_HEX);
  const hex = transferId.slice(0, RECEIPT_CODE_ID_HEX) + proof;
  const digits = Array.from(BigInt(`0x${hex}`).toString(32).padStart(RECEIPT_CODE_LENGTH, '0'));
  const text = digits.map((digit) => RECEIPT_CODE_DIGITS[Number.parseInt(digit, 32)]).join('');
  return (text.match(/.{4}/g) ?? []).join('-');
}
