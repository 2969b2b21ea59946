import useSWR from 'swr';
import useSWRInfinite from 'swr/infinite';
import type { Transaction, TransfersTotal, TransactionPage } from '@kernel/money/transfers';
import { useUid } from '../accounts/use-session';
import { getJson } from '../lib/api/api';
import { keys } from '../lib/api/keys';
import { PAGED_LIST, useLiveList } from '../lib/live/live-lists';
import { datesCrossed, queryOf, searchHeaders, type TransferFilter } from './list/transfer-filter';

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
  const query = keyOf(filter);
  const list = useSWRInfinite<TransactionPage, unknown>(
    (index, previous: TransactionPage | null) => {
      if (index > 0 && !previous?.nextCursor) return null;
      return keys.transfers(uid, query, previous?.nextCursor ?? null);
    },
    ([, , wanted, cursor]: readonly [string, string, string, string | null]) =>
      getJson<TransactionPage>(pagePath(wanted, cursor), { headers: searchHeaders(searchIn(wanted)) }),
    { ...PAGED_LIST, keepPreviousData: true },
  );
  useLiveList(keys.transfers(uid, query, null), list.mutate);
  return list;
}

/** Count and sum of all transfers that match a filter; null asks for nothing. */
export function useTransfersTotal(filter: TransferFilter | null) {
  const uid = useUid();
  const query = filter && !datesCrossed(filter) ? keyOf(filter) : null;
  return useSWR<TransfersTotal, unknown>(query === null ? null : keys.transfersTotal(uid, query), () =>
    getJson<TransfersTotal>(`/transfers/total?${queryIn(query ?? '')}`, {
      headers: searchHeaders(searchIn(query ?? '')),
    }),
  );
}

/** One transfer; another user's responds 404 like a missing one. */
export function useTransfer(id: string) {
  const uid = useUid();
  return useSWR<Transaction, unknown>(keys.transfer(uid, id), () =>
    getJson<Transaction>(`/transfers/${encodeURIComponent(id)}`),
  );
}

/** A cache key of a filter: the query of the request, then the searched text, which is not part of an address. */
const keyOf = (filter: TransferFilter): string =>
  JSON.stringify([queryOf(filter).toString(), filter.q.trim()]);
const partsOf = (key: string): readonly string[] => (key === '' ? [] : (JSON.parse(key) as string[]));
const queryIn = (key: string): string => partsOf(key)[0] ?? '';
const searchIn = (key: string) => ({ q: partsOf(key)[1] ?? '' });

function pagePath(key: string, cursor: string | null): string {
  const parameters = new URLSearchParams(queryIn(key));
  parameters.set('limit', String(PAGE_LIMIT));
  if (cursor !== null) parameters.set('cursor', cursor);
  return `/transfers?${parameters.toString()}`;
}
