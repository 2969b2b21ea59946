import useSWR from 'swr';
import type { TransactionPage } from '@kernel/money/transfers';
import { ApiError } from '../lib/api/api-error';
import { keyOf, useRead } from '../lib/api/reads';
import { usePages } from '../lib/api/use-pages';
import {
  activeFilters,
  datesCrossed,
  queryOf,
  searchHeader,
  type TransferFilter,
} from './list/transfer-filter';

/** How many the dashboard requests: more than it shows, for earlier recipients and the duplicate warning. */
const RECENT_LIMIT = '20';
/** Most that one call returns. */
const PAST_LIMIT = '200';
/** One page of /transactions. */
const PAGE_LIMIT = '20';

/** The query of the newest transfers. */
export const RECENT = { query: { limit: RECENT_LIMIT } };

/** The newest transfers. */
export function useRecentTransfers() {
  return useRead('/transfers', RECENT);
}

/** The newest transfers as they were last read, if ever: without a network a screen shows what another one has. */
function useReadRecently(): TransactionPage | undefined {
  return useSWR<TransactionPage>(keyOf('/transfers', RECENT), null).data;
}

/** As many of the newest transfers as one call returns: whom the sender has sent to. */
export function usePastTransfers() {
  return useRead('/transfers', { query: { limit: PAST_LIMIT } });
}

/** The transfers that match a filter, page by page; where they cannot be read, those that the dashboard has. */
export function useTransferList(filter: TransferFilter) {
  const { query, header } = wantedOf(filter);
  const list = usePages(
    '/transfers',
    { query: { ...query, limit: PAGE_LIMIT }, header },
    { keepPreviousData: true },
  );
  const recent = useReadRecently();
  const isNarrowed = filter.q !== '' || activeFilters(filter) > 0;
  if (list.items !== undefined || list.error === undefined || !recent || isNarrowed) return list;
  return { ...list, items: recent.items };
}

/** Count and sum of all transfers that match a filter; null asks for nothing. */
export function useTransfersTotal(filter: TransferFilter | null) {
  return useRead('/transfers/total', filter && !datesCrossed(filter) ? wantedOf(filter) : null);
}

/** One transfer, where it cannot be read as the dashboard has it; another user's responds 404 like a missing one. */
export function useTransfer(id: string) {
  const read = useRead('/transfers/{id}', { path: { id } });
  const recent = useReadRecently();
  const isMissing = read.error instanceof ApiError && read.error.status === 404;
  if (read.data !== undefined || read.error === undefined || isMissing) return read;
  return { ...read, data: recent?.items.find((transfer) => transfer.id === id) };
}

/** What a filter asks for: the searched text is not part of an address. */
const wantedOf = (filter: TransferFilter) => ({ query: queryOf(filter), header: searchHeader(filter) });
