import { pagesOf } from '../view-store/pages-of.js';
import type { ViewQuery, ViewStore } from '../view-store/view-store.port.js';
import type { Transaction } from '../kernel/transfers.js';

/** A sender's rows in a time range, newest first. */
export function senderRows(uid: string, range: Pick<ViewQuery, 'from' | 'to'>): Omit<ViewQuery, 'limit'> {
  return { by: 'bySender', where: { uid }, desc: true, ...range };
}

/** Every row of a query, page by page; other requests go on between pages. */
export function transactionPages(
  views: ViewStore,
  query: Omit<ViewQuery, 'limit' | 'cursor'>,
): AsyncGenerator<readonly Transaction[]> {
  return pagesOf<Transaction>(views, 'transactions', query);
}
