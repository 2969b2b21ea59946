import { Injectable } from '@nestjs/common';
import { isEqual } from '../../../engine/vault/blind-index.js';
import { idStartOf, receiptCodeOf } from './receipt-code.js';
import { Secrets } from '../../../config/runtime.js';
import { codeText } from '../../../kernel/text/pasted-text.js';
import type { Transaction } from '../../../kernel/money/transfers.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { transactionsProjection } from '../../transfers/history/transactions.projection.js';

/** More than the ids that will ever share their first 32 bits. */
const CANDIDATES = 50;

/** Codes may be typed in groups, in either case, with letters that look like digits. */
const TYPED_MAX_LENGTH = 40;

/** Verification codes of receipts, 60 bits: 32 of the transfer's id and 28 of its HMAC (docs/money.md). */
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
    if (typed.length > TYPED_MAX_LENGTH) return null;
    const code = canonical(typed);
    const start = idStartOf(code);
    if (start === null) return null;
    const { items } = await this.views.find(transactionsProjection, {
      by: 'byId',
      where: {},
      from: `${start}-`,
      // The character after the hyphen.
      to: `${start}.`,
      limit: CANDIDATES,
    });
    return items.find(({ id }) => isEqual(canonical(this.codeOf(id)), code)) ?? null;
  }
}

function canonical(typed: string): string {
  return codeText(typed).replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}
