import type { Locale } from '@kernel/people/accounts';
import { getFile } from '../lib/api/api';
import { useRead } from '../lib/api/reads';
import type { QueryOf } from '../lib/api/requests';
import { usePages } from '../lib/api/use-pages';
import { saveFile } from '../lib/api/save-file';

/** Events on one page of the list. */
const PAGE_LIMIT = '50';

/** Which events are asked for. */
export type AuditQuery = QueryOf<'/compliance/audit-counts'>;

/** The events of a query page by page, newest first; none for null. */
export function useAudit(query: AuditQuery | null) {
  return usePages('/compliance/audit', query && { query: { ...query, limit: PAGE_LIMIT } });
}

/** How many events the query has, and each kind in the same time. */
export function useAuditCounts(query: AuditQuery | null) {
  return useRead('/compliance/audit-counts', query && { query });
}

/** The members of staff to choose from; not requested by those who read only their own. */
export function useAuditPeople(isWanted: boolean) {
  return useRead('/compliance/audit-people', isWanted ? {} : null);
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
