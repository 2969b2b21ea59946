import useSWR from 'swr';
import useSWRInfinite from 'swr/infinite';
import type { Transaction, TransfersTotal, TransactionPage } from '@kernel/transfers';
import { useUid } from '../accounts/use-session';
import { getJson } from '../lib/api';
import { keys } from '../lib/keys';
import { useLiveList } from '../lib/live-lists';
import { datesCrossed, queryOf, type TransferFilter } from './transfer-filter';

/** How many the dashboard requests: more than it shows, for earlier recipients and the duplicate warning. */
const RECENT_LIMIT = 20;
/** Most that one call returns. */
const PAST_LIMIT = 200;
/** One page of /transactions. */
const PAGE_LIMIT = 20;

/** The newest transfers. */
export function useRecentTransfers() {
  const uid = useUid();
  return useSWR<TransactionPage, unknown>(keys.recentTransfers(uid), () =>
    getJson<TransactionPage>(`/transfers?limit=${RECENT_LIMIT}`),
  );
}

/** As many of the newest transfers as one call returns: whom the sender has sent to. */
export function usePastTransfers() {
  const uid = useUid();
  return useSWR<TransactionPage, unknown>(keys.pastTransfers(uid), () =>
    getJson<TransactionPage>(`/transfers?limit=${PAST_LIMIT}`),
  );
}

/** The transfers that match a filter, page by page. */
export function useTransferList(filter: TransferFilter) {
  const uid = useUid();
  const query = queryOf(filter).toString();
  const list = useSWRInfinite<TransactionPage, unknown>(
    (index, previous: TransactionPage | null) => {
      if (index > 0 && !previous?.nextCursor) return null;
      return keys.transfers(uid, query, previous?.nextCursor ?? null);
    },
    ([, , wanted, cursor]: readonly [string, string, string, string | null]) =>
      getJson<TransactionPage>(pagePath(wanted, cursor)),
    { revalidateFirstPage: true, revalidateAll: false, keepPreviousData: true },
  );
  useLiveList(keys.transfers(uid, query, null), list.mutate);
  return list;
}

/** Count and sum of all transfers that match a filter; null asks for nothing. */
export function useTransfersTotal(filter: TransferFilter | null) {
  const uid = useUid();
  const query = filter && !datesCrossed(filter) ? queryOf(filter).toString() : null;
  return useSWR<TransfersTotal, unknown>(query === null ? null : keys.transfersTotal(uid, query), () =>
    getJson<TransfersTotal>(`/transfers/total?${query ?? ''}`),
  );
}

/** One transfer; another user's responds 404 like a missing one. */
export function useTransfer(id: string) {
  const uid = useUid();
  return useSWR<Transaction, unknown>(keys.transfer(uid, id), () =>
    getJson<Transaction>(`/transfers/${encodeURIComponent(id)}`),
  );
}

function pagePath(query: string, cursor: string | null): string {
  const parameters = new URLSearchParams(query);
  parameters.set('limit', String(PAGE_LIMIT));
  if (cursor !== null) parameters.set('cursor', cursor);
  return `/transfers?${parameters.toString()}`;
}
