import { Injectable } from '@nestjs/common';
import { turnToRead } from '../../../engine/view-store/pages-of.js';
import { FIND_LIMIT, type ViewQuery, ViewStore } from '../../../engine/view-store/view-store.port.js';
import type { Transaction, TransactionPage } from '../../../kernel/money/transfers.js';
import { senderRows } from './sender-rows.js';
import { readTransactions } from './transactions-failure.js';
import type { TransferFilter } from './transfer-filter.js';
import { transactionsProjection } from './transactions.projection.js';

/** Most rows that one call checks for matches. */
export const SCAN_LIMIT = 2_000;
/** Rows per read. */
const SCAN_PAGE = 200;

/**
 * A page of a sender's transfers, newest first, as the JSON text of {items, nextCursor}. Without a predicate, the
 * stored documents are returned as they are; with one, the sender's rows are scanned.
 */
@Injectable()
export class GetTransactions {
  constructor(private readonly views: ViewStore) {}

  execute(
    uid: string,
    { range, test }: TransferFilter,
    { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<string> {
    const query = { ...senderRows(uid, range), limit, ...(cursor !== undefined && { cursor }) };
    return readTransactions(async () =>
      test
        ? JSON.stringify(await this.scan(query, test))
        : this.views.findJson(transactionsProjection, query),
    );
  }

  /** Ends at `limit` matches, at the last row, or after SCAN_LIMIT rows; the cursor continues from there. */
  private async scan(
    { limit, ...rows }: ViewQuery,
    test: (transaction: Transaction) => boolean,
  ): Promise<TransactionPage> {
    const items: Transaction[] = [];
    let query: ViewQuery = { ...rows, limit: SCAN_PAGE };
    for (let scanned = 0; scanned < SCAN_LIMIT; scanned += SCAN_PAGE) {
      await turnToRead(this.views, query);
      const page = await this.views.find(transactionsProjection, query);
      for (const [index, transaction] of page.items.entries()) {
        if (!test(transaction)) continue;
        items.push(transaction);
        if (items.length === limit)
          return {
            items,
            nextCursor: await this.cursorAfter(transaction.id, { ...query, limit: index + 1 }),
          };
      }
      if (page.nextCursor === null) return { items, nextCursor: null };
      query = { ...query, cursor: page.nextCursor };
    }
    return { items, nextCursor: query.cursor ?? null };
  }

  /** Reads the page that ends with this transfer; rows added on top in the meantime make it longer. */
  private async cursorAfter(id: string, query: ViewQuery): Promise<string | null> {
    for (let limit = query.limit; limit <= FIND_LIMIT; limit += 1) {
      const page = await this.views.find(transactionsProjection, { ...query, limit });
      if (page.items.at(-1)?.id === id) return page.nextCursor;
    }
    throw new Error(`${id} is missing from the rows it was found in`);
  }
}
