import useSWR, { useSWRConfig } from 'swr';
import useSWRInfinite from 'swr/infinite';
import type {
  CaseAssignees,
  CaseCounts,
  CaseDetail,
  CasePage,
  HoldRequest,
  ProposeRequest,
  ReviewRequest,
  SameHandle,
} from '@kernel/staff/compliance';
import { getJson, sendJson } from '../../lib/api/api';
import { keys } from '../../lib/api/keys';
import { PAGED_LIST, useLiveList } from '../../lib/live/live-lists';

/** Cases on one page of the queue. */
const PAGE_LIMIT = 20;

/** The query of the open cases, the one that is due next first. */
export const OPEN_CASES = 'status=open';

/** The cases of a query, page by page. */
export function useCases(query: string) {
  const queue = useSWRInfinite<CasePage, Error>(
    (index, previous: CasePage | null) => {
      if (index > 0 && !previous?.nextCursor) return null;
      return keys.cases(query, previous?.nextCursor ?? null);
    },
    ([, , wanted, cursor]: readonly [string, string, string, string | null]) =>
      getJson<CasePage>(pagePath(wanted, cursor)),
    PAGED_LIST,
  );
  useLiveList(keys.cases(query, null), queue.mutate);
  return queue;
}

/** One case with the attempts behind it; with a position of the log, as it was known then. */
export function useCase(id: string, at: string | null) {
  return useSWR<CaseDetail, Error>(keys.case(id, at), () =>
    getJson<CaseDetail>(`/compliance/cases/${encodeURIComponent(id)}${atQuery(at)}`),
  );
}

/** Who else attempted to send to the handles of a case; with a position of the log, as it was known then. */
export function useSameHandle(id: string, at: string | null) {
  return useSWR<SameHandle, Error>(keys.sameHandle(id, at), () =>
    getJson<SameHandle>(`/compliance/cases/${encodeURIComponent(id)}/same-handle${atQuery(at)}`),
  );
}

const atQuery = (at: string | null) => (at === null ? '' : `?at=${encodeURIComponent(at)}`);

/** Who can be given a case. */
export function useCaseAssignees() {
  return useSWR<CaseAssignees, Error>(keys.caseAssignees, () =>
    getJson<CaseAssignees>('/compliance/case-assignees'),
  );
}

/** How many cases each list has. */
export function useCaseCounts() {
  const counts = useSWR<CaseCounts, Error>(keys.caseCounts, () =>
    getJson<CaseCounts>('/compliance/case-counts'),
  );
  useLiveList(keys.caseCounts, counts.mutate);
  return counts;
}

/** One step of the work on a case. */
export type CaseWork =
  | { readonly does: 'assign'; readonly body: { readonly assignee: string | null } }
  | { readonly does: 'snooze'; readonly body: { readonly until: string; readonly reason: string } }
  | { readonly does: 'notes'; readonly body: { readonly text: string } }
  | { readonly does: 'propose'; readonly body: ProposeRequest }
  | { readonly does: 'approve'; readonly body: { readonly seen: string } }
  | { readonly does: 'return' | 'reopen'; readonly body: { readonly reason: string } }
  | { readonly does: 'review'; readonly body: ReviewRequest }
  | { readonly does: 'report'; readonly body: { readonly reference: string; readonly filedAt: string } };

/** Returns the command that takes a step and reloads the case, also after a refusal, as of a concurrent step. */
export function useCaseWork(id: string): (work: CaseWork) => Promise<void> {
  const { mutate } = useSWRConfig();
  return async ({ does, body }) => {
    try {
      await sendJson('POST', `/compliance/cases/${encodeURIComponent(id)}/${does}`, { body });
    } finally {
      void mutate(keys.case(id, null));
    }
  };
}

/** A lead's decision about a payment of the case, and what loads the case again. */
export function useHold(id: string) {
  const { mutate } = useSWRConfig();
  const reload = () => void mutate(keys.case(id, null));
  const decide = async ({ decision, ...body }: HoldRequest & { readonly decision: 'hold' | 'release' }) => {
    await sendJson('POST', `/compliance/cases/${encodeURIComponent(id)}/${decision}`, { body });
    reload();
  };
  return { decide, reload };
}

function pagePath(query: string, cursor: string | null): string {
  const parameters = new URLSearchParams(query);
  parameters.set('limit', String(PAGE_LIMIT));
  if (cursor !== null) parameters.set('cursor', cursor);
  return `/compliance/cases?${parameters.toString()}`;
}
