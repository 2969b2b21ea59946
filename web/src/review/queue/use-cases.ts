import { useSWRConfig } from 'swr';
import type { HoldRequest } from '@kernel/staff/compliance';
import { sendJson } from '../../lib/api/api';
import { keyOf, useRead } from '../../lib/api/reads';
import type { BodyOf, QueryOf } from '../../lib/api/requests';
import { usePages } from '../../lib/api/use-pages';

/** Cases on one page of the queue. */
const PAGE_LIMIT = '20';

/** Which cases are asked for. */
export type CaseQuery = QueryOf<'/compliance/cases'>;

/** The query of the open cases, the one that is due next first. */
export const OPEN_CASES: CaseQuery = { status: 'open' };

/** The cases of a query, page by page; none for null. */
export function useCases(query: CaseQuery | null) {
  return usePages('/compliance/cases', query && { query: { ...query, limit: PAGE_LIMIT } });
}

/** One case with the attempts behind it; with a position of the log, as it was known then. */
export function useCase(id: string, at: string | null) {
  return useRead('/compliance/cases/{id}', { path: { id }, query: { at } });
}

/** Who else attempted to send to the handles of a case; with a position of the log, as it was known then. */
export function useSameHandle(id: string, at: string | null) {
  return useRead('/compliance/cases/{id}/same-handle', { path: { id }, query: { at } });
}

/** Who can be given a case. */
export function useCaseAssignees() {
  return useRead('/compliance/case-assignees');
}

/** How many cases each list has. */
export function useCaseCounts() {
  return useRead('/compliance/case-counts');
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
      void mutate(keyOf('/compliance/cases/{id}', { path: { id } }));
    }
  };
}

/** A lead's decision about a payment of the case, and what loads the case again. */
export function useHold(id: string) {
  const { mutate } = useSWRConfig();
  const reload = () => void mutate(keyOf('/compliance/cases/{id}', { path: { id } }));
  const decide = async ({ decision, ...body }: HoldRequest & { readonly decision: 'hold' | 'release' }) => {
    await sendJson('POST', `/compliance/cases/{id}/${decision}`, { path: { id }, body });
    reload();
  };
  return { decide, reload };
}
