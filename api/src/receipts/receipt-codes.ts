import { Injectable } from '@nestjs/common';
import { isEqual } from '../config/blind-index.js';
import {
  RECEIPT_CODE_DIGITS,
  RECEIPT_CODE_ID_HEX,
  RECEIPT_CODE_LENGTH,
  RECEIPT_CODE_PROOF_HEX,
  receiptCodeOf,
} from '../config/receipt-code.js';
import { Secrets } from '../config/runtime.js';
import type { Transaction } from '../kernel/transfers.js';
import { ViewStore } from '../view-store/view-store.port.js';

/** More than the ids that will ever share their first 32 bits. */
const CANDIDATES = 50;

/** Codes may be typed in groups, in either case, with letters that look like digits. */
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
    return receiptCodeOf(transferId, this.secrets);
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
}

function canonical(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}

function idStartOf(typed: string): string | null {
  if (typed.length > TYPED_MAX_LENGTH) return null;
  const digits = Array.from(canonical(typed), (digit) => RECEIPT_CODE_DIGITS.indexOf(digit));
  if (digits.length !== RECEIPT_CODE_LENGTH || digits.includes(-1)) return null;
  const value = digits.reduce((sum, digit) => sum * 32n + BigInt(digit), 0n);
  return value
    .toString(16)
    .padStart(RECEIPT_CODE_ID_HEX + RECEIPT_CODE_PROOF_HEX, '0')
    .slice(0, RECEIPT_CODE_ID_HEX);
}
