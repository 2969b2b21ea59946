import useSWR, { useSWRConfig } from 'swr';
import useSWRInfinite from 'swr/infinite';
import type { CaseDetail, CasePage, HoldRequest, ReviewRequest } from '@kernel/compliance';
import { getJson, sendJson } from '../lib/api';
import { keys } from '../lib/keys';
import { useLiveList } from '../lib/live-lists';

/** Cases on one page of the queue. */
const PAGE_LIMIT = 20;

/** Which cases the queue shows. */
export type CaseFilter = 'open' | 'reviewed';

/** The queue page by page. */
export function useCases(filter: CaseFilter) {
  const queue = useSWRInfinite<CasePage, Error>(
    (index, previous: CasePage | null) => {
      if (index > 0 && !previous?.nextCursor) return null;
      return keys.cases(filter, previous?.nextCursor ?? null);
    },
    ([, , wanted, cursor]: readonly [string, string, CaseFilter, string | null]) =>
      getJson<CasePage>(pagePath(wanted, cursor)),
    { revalidateFirstPage: true, revalidateAll: false },
  );
  useLiveList(keys.cases(filter, null), queue.mutate);
  return queue;
}

/** One case with the attempts behind it. */
export function useCase(id: string) {
  return useSWR<CaseDetail, Error>(keys.case(id), () =>
    getJson<CaseDetail>(`/compliance/cases/${encodeURIComponent(id)}`),
  );
}

/** Returns the command that closes a case and reloads it. */
export function useReview(id: string): (review: ReviewRequest) => Promise<void> {
  const { mutate } = useSWRConfig();
  return async (body) => {
    await sendJson('POST', `/compliance/cases/${encodeURIComponent(id)}/review`, { body });
    void mutate(keys.case(id));
  };
}

/** A lead's decision about a payment of the case, and what loads the case again. */
export function useHold(id: string) {
  const { mutate } = useSWRConfig();
  const reload = () => void mutate(keys.case(id));
  const decide = async ({ decision, ...body }: HoldRequest & { readonly decision: 'hold' | 'release' }) => {
    await sendJson('POST', `/compliance/cases/${encodeURIComponent(id)}/${decision}`, { body });
    reload();
  };
  return { decide, reload };
}

function pagePath(filter: CaseFilter, cursor: string | null): string {
  const parameters = new URLSearchParams({
    reviewed: String(filter === 'reviewed'),
    limit: String(PAGE_LIMIT),
  });
  if (cursor !== null) parameters.set('cursor', cursor);
  return `/compliance/cases?${parameters.toString()}`;
}
