import useSWR, { useSWRConfig } from 'swr';
import useSWRInfinite from 'swr/infinite';
import type {
  CaseAssignees,
  CaseCounts,
  CaseDetail,
  CasePage,
  HoldRequest,
  SameHandle,
} from '@kernel/staff/compliance';
import { getJson, sendJson } from '../../lib/api/api';
import { keys } from '../../lib/api/keys';
import type { BodyOf, QueryOf } from '../../lib/api/requests';
import { PAGED_LIST, useLiveList } from '../../lib/live/live-lists';

/** Cases on one page of the queue. */
const PAGE_LIMIT = '20';

/** Which cases are asked for. */
export type CaseQuery = QueryOf<'/compliance/cases'>;

/** The query of the open cases, the one that is due next first. */
export const OPEN_CASES: CaseQuery = { status: 'open' };

/** The cases of a query, page by page. */
export function useCases(query: CaseQuery) {
  const queue = useSWRInfinite<CasePage, Error>(
    (index, previous: CasePage | null) => {
      if (index > 0 && !previous?.nextCursor) return null;
      return keys.cases(query, previous?.nextCursor ?? null);
    },
    ([, , wanted, cursor]: readonly [string, string, CaseQuery, string | null]) =>
      getJson('/compliance/cases', { query: { ...wanted, limit: PAGE_LIMIT, cursor } }),
    PAGED_LIST,
  );
  useLiveList(keys.cases(query, null), queue.mutate);
  return queue;
}

/** One case with the attempts behind it; with a position of the log, as it was known then. */
export function useCase(id: string, at: string | null) {
  return useSWR<CaseDetail, Error>(keys.case(id, at), () =>
    getJson('/compliance/cases/{id}', { path: { id }, query: { at } }),
  );
}

/** Who else attempted to send to the handles of a case; with a position of the log, as it was known then. */
export function useSameHandle(id: string, at: string | null) {
  return useSWR<SameHandle, Error>(keys.sameHandle(id, at), () =>
    getJson('/compliance/cases/{id}/same-handle', { path: { id }, query: { at } }),
  );
}

/** Who can be given a case. */
export function useCaseAssignees() {
  return useSWR<CaseAssignees, Error>(keys.caseAssignees, () => getJson('/compliance/case-assignees'));
}

/** How many cases each list has. */
export function useCaseCounts() {
  const counts = useSWR<CaseCounts, Error>(keys.caseCounts, () => getJson('/compliance/case-counts'));
  useLiveList(keys.caseCounts, counts.mutate);
  return counts;
}

/** One step of the work on a case. */
export type CaseWork = {
  [Does in CaseStep]: {
    readonly does: Does;
    readonly body: BodyOf<'post', `/compliance/cases/{id}/${Does}`>;
  };
}[CaseStep];
type CaseStep =
  | 'assign'
  | 'snooze'
  | 'notes'
  | 'propose'
  | 'approve'
  | 'return'
  | 'reopen'
  | 'review'
  | 'report';

/** Returns the command that takes a step and reloads the case, also after a refusal, as of a concurrent step. */
export function useCaseWork(id: string): (work: CaseWork) => Promise<void> {
  const { mutate } = useSWRConfig();
  return async ({ does, ...given }) => {
    try {
      await sendJson('POST', `/compliance/cases/{id}/${does}`, { path: { id }, ...given });
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
    await sendJson('POST', `/compliance/cases/{id}/${decision}`, { path: { id }, body });
    reload();
  };
  return { decide, reload };
}
