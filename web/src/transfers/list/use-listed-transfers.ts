import { useEffect, useRef } from 'react';
import type { Transaction } from '@kernel/money/transfers';
import type { PendingPayment } from '../payment/pending-payment';
import { activeFilters, datesCrossed, type TransferFilter } from './transfer-filter';
import { withPayments } from '../payment/with-payments';
import { useOptimisticTransfers } from '../payment/use-optimistic-transfers';
import { useTransferList } from '../use-transfers';

export interface ListedTransfers {
  /** Undefined until the first page has loaded. */
  readonly transfers: readonly (Transaction | PendingPayment)[] | undefined;
  /** False while the list still shows what matched before. */
  readonly settled: boolean;
  readonly error: unknown;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

/** The matching transfers, with payments without a response on top while no filter is set. */
export function useListedTransfers(filter: TransferFilter): ListedTransfers {
  const optimistic = useOptimisticTransfers();
  const { data: pages, error, size, setSize, mutate, isValidating, isLoading } = useTransferList(filter);
  useReloadAfterResponse(optimistic, () => void mutate());
  const everything = filter.q === '' && activeFilters(filter) === 0;
  return {
    transfers: datesCrossed(filter) ? [] : pages && withPayments(everything ? optimistic : [], once(pages)),
    settled: !isLoading,
    error,
    hasMore: Boolean(pages?.at(-1)?.nextCursor) && !datesCrossed(filter),
    loadingMore: isValidating && pages !== undefined && pages.length < size,
    loadMore: () => void setSize((pages?.length ?? 0) + 1),
    retry: () => void mutate(),
  };
}

/** Lists a transfer once, even when it moved to the next page between two reads. */
function once(pages: readonly { readonly items: readonly Transaction[] }[]): readonly Transaction[] {
  const byId = new Map(pages.flatMap(({ items }) => items.map((item) => [item.id, item] as const)));
  return [...byId.values()];
}

/** A payment leaves the list with its response: the server's list then contains the transfer. */
function useReloadAfterResponse(optimistic: readonly PendingPayment[], read: () => void): void {
  const before = useRef(optimistic.length);
  useEffect(() => {
    const responded = optimistic.length < before.current;
    before.current = optimistic.length;
    if (responded) read();
  });
}
