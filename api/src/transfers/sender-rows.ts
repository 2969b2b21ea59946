import { setImmediate as nextTurn } from 'node:timers/promises';
import { pagesOf } from '../view-store/pages-of.js';
import type { ViewQuery, ViewStore } from '../view-store/view-store.port.js';
import type { Transaction } from '../kernel/transfers.js';

/** A sender's rows in a time range, newest first. */
export function senderRows(uid: string, range: Pick<ViewQuery, 'from' | 'to'>): Omit<ViewQuery, 'limit'> {
  return { by: 'bySender', where: { uid }, desc: true, ...range };
}

/** Every row of a query, page by page; yields to other requests between pages. */
export async function* transactionPages(
  views: ViewStore,
  query: Omit<ViewQuery, 'limit' | 'cursor'>,
): AsyncGenerator<readonly Transaction[]> {
  let isFirst = true;
  for await (const rows of pagesOf<Transaction>(views, 'transactions', query)) {
    if (!isFirst) await nextTurn();
    isFirst = false;
    yield rows;
  }
}
