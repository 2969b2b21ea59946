import { useEffect, useRef } from 'react';
import type { Transaction } from '@kernel/transfers';
import type { Listed } from './listed-transfer';
import type { OptimisticTransfer } from './optimistic-transfers';
import { activeFilters, datesCrossed, type TransferFilter } from './transfer-filter';
import { useOptimisticTransfers } from './use-optimistic-transfers';
import { useTransferList } from './use-transfers';

export interface ListedTransfers {
  /** Undefined until the first page is there. */
  readonly transfers: readonly Listed[] | undefined;
  readonly error: unknown;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

/** The matching transfers, with the unanswered payments on top while nothing narrows the list. */
export function useListedTransfers(filter: TransferFilter): ListedTransfers {
  const optimistic = useOptimisticTransfers();
  const { data: pages, error, size, setSize, mutate, isValidating } = useTransferList(filter);
  useReadAgainWhenAnswered(optimistic, () => void mutate());
  const everything = filter.q === '' && activeFilters(filter) === 0;
  return {
    transfers: datesCrossed(filter) ? [] : pages && [...(everything ? optimistic : []), ...once(pages)],
    error,
    hasMore: Boolean(pages?.at(-1)?.nextCursor) && !datesCrossed(filter),
    loadingMore: isValidating && pages !== undefined && pages.length < size,
    loadMore: () => void setSize((pages?.length ?? 0) + 1),
    retry: () => void mutate(),
  };
}

/** A transfer that moved to the next page while it was read stands in the list once. */
function once(pages: readonly { readonly items: readonly Transaction[] }[]): readonly Transaction[] {
  const byId = new Map(pages.flatMap(({ items }) => items.map((item) => [item.id, item] as const)));
  return [...byId.values()];
}

/** An entry goes at the answer: what it stood for is then in the list of the server. */
function useReadAgainWhenAnswered(optimistic: readonly OptimisticTransfer[], read: () => void): void {
  const before = useRef(optimistic.length);
  useEffect(() => {
    const answered = optimistic.length < before.current;
    before.current = optimistic.length;
    if (answered) read();
  });
}
