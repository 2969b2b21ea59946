import { useEffect, useRef } from 'react';
import type { Transaction } from '@kernel/money/transfers';
import type { Pages } from '../../lib/api/use-pages';
import type { PendingPayment } from '../payment/pending-payment';
import { activeFilters, datesCrossed, type TransferFilter } from './transfer-filter';
import { withPayments } from '../payment/with-payments';
import { useOptimisticTransfers } from '../payment/use-optimistic-transfers';
import { useTransferList } from '../use-transfers';

/** The matching transfers, with payments without a response on top while no filter is set. */
export function useListedTransfers(filter: TransferFilter): Pages<Transaction | PendingPayment> {
  const optimistic = useOptimisticTransfers();
  const list = useTransferList(filter);
  useReloadAfterResponse(optimistic, list.retry);
  const everything = filter.q === '' && activeFilters(filter) === 0;
  return {
    ...list,
    items: datesCrossed(filter)
      ? []
      : list.items && withPayments(everything ? optimistic : [], once(list.items)),
    hasMore: list.hasMore && !datesCrossed(filter),
  };
}

/** Lists a transfer once, even when it moved to the next page between two reads. */
const once = (items: readonly Transaction[]): readonly Transaction[] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
];

/** A payment leaves the list with its response: the server's list then contains the transfer. */
function useReloadAfterResponse(optimistic: readonly PendingPayment[], read: () => void): void {
  const before = useRef(optimistic.length);
  useEffect(() => {
    const responded = optimistic.length < before.current;
    before.current = optimistic.length;
    if (responded) read();
  });
}
