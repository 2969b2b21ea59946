import useSWR from 'swr';
import useSWRInfinite from 'swr/infinite';
import type { Transaction, TransfersTotal, TransactionPage } from '@kernel/money/transfers';
import { useUid } from '../accounts/use-session';
import { getJson } from '../lib/api/api';
import { ApiError } from '../lib/api/api-error';
import { keys } from '../lib/api/keys';
import { PAGED_LIST, useLiveList } from '../lib/live/live-lists';
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

/** The newest transfers. */
export function useRecentTransfers() {
  const uid = useUid();
  return useSWR<TransactionPage, unknown>(keys.recentTransfers(uid), () =>
    getJson('/transfers', { query: { limit: RECENT_LIMIT } }),
  );
}

/** The newest transfers as they were last read, if ever: without a network a screen shows what another one has. */
function useReadRecently(): TransactionPage | undefined {
  return useSWR<TransactionPage>(keys.recentTransfers(useUid()), null).data;
}

/** As many of the newest transfers as one call returns: whom the sender has sent to. */
export function usePastTransfers() {
  const uid = useUid();
  return useSWR<TransactionPage, unknown>(keys.pastTransfers(uid), () =>
    getJson('/transfers', { query: { limit: PAST_LIMIT } }),
  );
}

/** The transfers that match a filter, page by page; where they cannot be read, those that the dashboard has. */
export function useTransferList(filter: TransferFilter) {
  const uid = useUid();
  const wanted = wantedOf(filter);
  const list = useSWRInfinite<TransactionPage, unknown>(
    (index, previous: TransactionPage | null) => {
      if (index > 0 && !previous?.nextCursor) return null;
      return keys.transfers(uid, wanted, previous?.nextCursor ?? null);
    },
    ([, , { query, header }, cursor]: readonly [string, string, Wanted, string | null]) =>
      getJson('/transfers', { query: { ...query, limit: PAGE_LIMIT, cursor }, header }),
    { ...PAGED_LIST, keepPreviousData: true },
  );
  useLiveList(keys.transfers(uid, wanted, null), list.mutate);
  const recent = useReadRecently();
  const isNarrowed = filter.q !== '' || activeFilters(filter) > 0;
  if (list.data !== undefined || list.error === undefined || !recent || isNarrowed) return list;
  return { ...list, data: [recent] };
}

/** Count and sum of all transfers that match a filter; null asks for nothing. */
export function useTransfersTotal(filter: TransferFilter | null) {
  const uid = useUid();
  const wanted = filter && !datesCrossed(filter) ? wantedOf(filter) : null;
  return useSWR<TransfersTotal, unknown>(wanted && keys.transfersTotal(uid, wanted), () =>
    getJson('/transfers/total', wanted ?? {}),
  );
}

/** One transfer, where it cannot be read as the dashboard has it; another user's responds 404 like a missing one. */
export function useTransfer(id: string) {
  const uid = useUid();
  const read = useSWR<Transaction, unknown>(keys.transfer(uid, id), () =>
    getJson('/transfers/{id}', { path: { id } }),
  );
  const recent = useReadRecently();
  const isMissing = read.error instanceof ApiError && read.error.status === 404;
  if (read.data !== undefined || read.error === undefined || isMissing) return read;
  return { ...read, data: recent?.items.find((transfer) => transfer.id === id) };
}

/** What a filter asks for: the searched text is not part of an address. */
const wantedOf = (filter: TransferFilter) => ({ query: queryOf(filter), header: searchHeader(filter) });
type Wanted = ReturnType<typeof wantedOf>;
