import { useRead } from '../lib/api/reads';
import { usePages } from '../lib/api/use-pages';
import { datesCrossed, queryOf, searchHeader, type TransferFilter } from './list/transfer-filter';

/** How many the dashboard requests: more than it shows, for earlier recipients and the duplicate warning. */
const RECENT_LIMIT = '20';
/** Most that one call returns. */
const PAST_LIMIT = '200';
/** One page of /transactions. */
const PAGE_LIMIT = '20';

/** What the newest transfers are asked with. */
export const RECENT = { query: { limit: RECENT_LIMIT } };

/** The newest transfers. */
export function useRecentTransfers() {
  return useRead('/transfers', RECENT);
}

/** As many of the newest transfers as one call returns: whom the sender has sent to. */
export function usePastTransfers() {
  return useRead('/transfers', { query: { limit: PAST_LIMIT } });
}

/** The transfers that match a filter, page by page. */
export function useTransferList(filter: TransferFilter) {
  const { query, header } = wantedOf(filter);
  return usePages(
    '/transfers',
    { query: { ...query, limit: PAGE_LIMIT }, header },
    { keepPreviousData: true },
  );
}

/** Count and sum of all transfers that match a filter; null asks for nothing. */
export function useTransfersTotal(filter: TransferFilter | null) {
  return useRead('/transfers/total', filter && !datesCrossed(filter) ? wantedOf(filter) : null);
}

/** One transfer; another user's responds 404 like a missing one. */
export function useTransfer(id: string) {
  return useRead('/transfers/{id}', { path: { id } });
}

/** What a filter asks for: the searched text is not part of an address. */
const wantedOf = (filter: TransferFilter) => ({ query: queryOf(filter), header: searchHeader(filter) });
