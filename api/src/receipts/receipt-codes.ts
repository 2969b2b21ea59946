import { Injectable } from '@nestjs/common';
import { blindIndex, isEqual } from '../config/blind-index.js';
import { Secrets } from '../config/runtime.js';
import type { Transaction } from '../kernel/transfers.js';
import { ViewStore } from '../view-store/view-store.port.js';

/** Crockford's Base32: no I, L, O or U, which people misread. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 12;
/** The beginning of the transfer's id finds it in an index; the keyed hash proves that Flip printed the code. */
const ID_HEX = 8;
const PROOF_HEX = 7;
/** More ids with the same beginning than anyone will have. */
const CANDIDATES = 50;

/** A code as somebody types it: in groups, in either case, with the letters that look like digits. */
const TYPED_MAX_LENGTH = 40;

/** Verification codes of receipts, 60 bits: 32 of the transfer's id and 28 of its HMAC (docs/security.md). */
@Injectable()
export class ReceiptCodes {
  constructor(
    private readonly secrets: Secrets,
    private readonly views: ViewStore,
  ) {}

  /** The code of a transfer, "R7KM-9QX4-C1D8". */
  codeOf(transferId: string): string {
    const hex = transferId.slice(0, ID_HEX) + this.proofOf(transferId);
    const digits = Array.from(BigInt(`0x${hex}`).toString(32).padStart(CODE_LENGTH, '0'));
    const text = digits.map((digit) => DIGITS[Number.parseInt(digit, 32)]).join('');
    return (text.match(/.{4}/g) ?? []).join('-');
  }

  /** The transfer of a code as typed; null when there is none. */
  async find(typed: string): Promise<Transaction | null> {
    const start = idStartOf(typed);
    if (start === null) return null;
    const { items } = await this.views.find<Transaction>('transactions', {
      by: 'byId',
      where: {},
      from: `${start}-`,
      // The character after the hyphen.
      to: `${start}.`,
      limit: CANDIDATES,
    });
    const code = canonical(typed);
    return items.find(({ id }) => isEqual(canonical(this.codeOf(id)), code)) ?? null;
  }

  private proofOf(transferId: string): string {
    return blindIndex(this.secrets.blindIndexKey, 'receipt', transferId).slice(0, PROOF_HEX);
  }
}

function canonical(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}

function idStartOf(typed: string): string | null {
  if (typed.length > TYPED_MAX_LENGTH) return null;
  const digits = Array.from(canonical(typed), (digit) => DIGITS.indexOf(digit));
  if (digits.length !== CODE_LENGTH || digits.includes(-1)) return null;
  const value = digits.reduce((sum, digit) => sum * 32n + BigInt(digit), 0n);
  return value
    .toString(16)
    .padStart(ID_HEX + PROOF_HEX, '0')
    .slice(0, ID_HEX);
}
