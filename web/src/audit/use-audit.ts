import useSWR from 'swr';
import useSWRInfinite from 'swr/infinite';
import type { Locale } from '@kernel/people/accounts';
import type { AuditCounts, AuditPage, AuditPeople } from '@kernel/staff/audit';
import { getFile, getJson } from '../lib/api/api';
import { keys } from '../lib/api/keys';
import type { QueryOf } from '../lib/api/requests';
import { PAGED_LIST } from '../lib/live/live-lists';
import { saveFile } from '../lib/api/save-file';

/** Events on one page of the list. */
const PAGE_LIMIT = '50';

/** Which events are asked for. */
export type AuditQuery = QueryOf<'/compliance/audit-counts'>;

/** The events of a query page by page, newest first; none for null. */
export function useAudit(query: AuditQuery | null) {
  return useSWRInfinite<AuditPage, Error>(
    (index, previous: AuditPage | null) => {
      if (query === null || (index > 0 && !previous?.nextCursor)) return null;
      return keys.audit(query, previous?.nextCursor ?? null);
    },
    ([, , wanted, cursor]: readonly [string, string, AuditQuery, string | null]) =>
      getJson('/compliance/audit', { query: { ...wanted, limit: PAGE_LIMIT, cursor } }),
    PAGED_LIST,
  );
}

/** How many events the query has, and each kind in the same time. */
export function useAuditCounts(query: AuditQuery | null) {
  return useSWR<AuditCounts, Error>(query === null ? null : keys.auditCounts(query), () =>
    getJson('/compliance/audit-counts', { query: query ?? {} }),
  );
}

/** Whose actions there can be; not asked for by those who read only their own. */
export function useAuditPeople(isWanted: boolean) {
  return useSWR<AuditPeople, Error>(isWanted ? keys.auditPeople : null, () =>
    getJson('/compliance/audit-people'),
  );
}

/** Saves the events of a query as a file. */
export async function exportAudit(query: AuditQuery, format: 'jsonl' | 'csv'): Promise<void> {
  saveFile(await getFile(`/compliance/audit.${format}`, { query }), `flip-audit.${format}`);
}

/** Saves everything about a case as a file. */
export async function exportCase(id: string, { format, language }: CaseFileFormat): Promise<void> {
  const file = await getFile(`/compliance/cases/{id}/file.${format}`, {
    path: { id },
    query: { lang: language },
  });
  saveFile(file, `flip-case-${id.slice(0, 8)}.${format}`);
}

interface CaseFileFormat {
  readonly format: 'json' | 'pdf';
  readonly language: Locale;
}
