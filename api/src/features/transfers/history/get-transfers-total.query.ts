import { Injectable } from '@nestjs/common';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { centsOf, formatAmount } from '../../../kernel/money/money.js';
import {
  countsAsSent,
  type Amount,
  type Transaction,
  type TransfersTotal,
} from '../../../kernel/money/transfers.js';
import { pagesOf } from '../../../engine/view-store/pages-of.js';
import { senderRows } from './sender-rows.js';
import { readTransactions } from './transactions-failure.js';
import type { TransferFilter } from './transfer-filter.js';
import { transactionsProjection } from './transactions.projection.js';

/** Most rows that one call reads; a sender with more gets the total of the newest, marked as incomplete. */
const TOTAL_ROWS_LIMIT = 10_000;

/** Count and sum of a sender's matching transfers. */
@Injectable()
export class GetTransfersTotal {
  constructor(private readonly views: ViewStore) {}

  execute(uid: string, { range, test }: TransferFilter): Promise<TransfersTotal> {
    return readTransactions(async () => {
      const matching: Transaction[] = [];
      let read = 0;
      for await (const rows of pagesOf(this.views, transactionsProjection, senderRows(uid, range))) {
        read += rows.length;
        if (read > TOTAL_ROWS_LIMIT) break;
        matching.push(...(test ? rows.filter(test) : rows));
      }
      return { ...totalOf(matching), complete: read <= TOTAL_ROWS_LIMIT };
    });
  }
}

/** Newest first, as the view returns them. */
function totalOf(transfers: readonly Transaction[]): Omit<TransfersTotal, 'complete'> {
  const counted = transfers.filter(countsAsSent);
  const sumOf = (amountOf: (transfer: Transaction) => Amount) =>
    formatAmount(counted.reduce((sum, transfer) => sum + centsOf(amountOf(transfer)), 0));
  return {
    count: transfers.length,
    sent: sumOf(({ amount }) => amount),
    fees: sumOf(({ fees }) => fees.totalFee),
    since: transfers.at(-1)?.createdAt ?? null,
  };
}
