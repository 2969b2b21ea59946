import { setImmediate as nextTurn } from 'node:timers/promises';
import { FIND_LIMIT, type ViewQuery, type ViewStore } from '../view-store/view-store.port.js';
import type { Transaction } from '../kernel/transfers.js';

/** A sender's rows in a time range, newest first. */
export function senderRows(uid: string, range: Pick<ViewQuery, 'from' | 'to'>): Omit<ViewQuery, 'limit'> {
  return { by: 'bySender', where: { uid }, desc: true, ...range };
}

/** Every row of a query, page by page; yields to other requests between pages. */
export async function* pagesOf(
  views: ViewStore,
  query: Omit<ViewQuery, 'limit' | 'cursor'>,
): AsyncGenerator<readonly Transaction[]> {
  let cursor: string | null = null;
  do {
    const page: { readonly items: readonly Transaction[]; readonly nextCursor: string | null } =
      await views.find<Transaction>('transactions', {
        ...query,
        limit: FIND_LIMIT,
        ...(cursor !== null && { cursor }),
      });
    yield page.items;
    cursor = page.nextCursor;
    if (cursor !== null) await nextTurn();
  } while (cursor !== null);
}
