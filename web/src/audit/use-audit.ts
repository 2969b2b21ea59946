import useSWR from 'swr';
import useSWRInfinite from 'swr/infinite';
import type { AuditCounts, AuditPage, AuditPeople } from '@kernel/staff/audit';
import { getFile, getJson } from '../lib/api/api';
import { keys } from '../lib/api/keys';
import { PAGED_LIST } from '../lib/live/live-lists';
import { saveFile } from '../lib/api/save-file';

/** Events on one page of the list. */
const PAGE_LIMIT = 50;

/** The events of a query page by page, newest first; none for null. */
export function useAudit(query: string | null) {
  return useSWRInfinite<AuditPage, Error>(
    (index, previous: AuditPage | null) => {
      if (query === null || (index > 0 && !previous?.nextCursor)) return null;
      return keys.audit(query, previous?.nextCursor ?? null);
    },
    ([, , wanted, cursor]: readonly [string, string, string, string | null]) =>
      getJson<AuditPage>(
        pathOf('audit', wanted, { limit: String(PAGE_LIMIT), ...(cursor !== null && { cursor }) }),
      ),
    PAGED_LIST,
  );
}

/** How many events the query has, and each kind in the same time. */
export function useAuditCounts(query: string | null) {
  return useSWR<AuditCounts, Error>(query === null ? null : keys.auditCounts(query), () =>
    getJson<AuditCounts>(pathOf('audit-counts', query ?? '')),
  );
}

/** Whose actions there can be; not asked for by those who read only their own. */
export function useAuditPeople(isWanted: boolean) {
  return useSWR<AuditPeople, Error>(isWanted ? keys.auditPeople : null, () =>
    getJson<AuditPeople>('/compliance/audit-people'),
  );
}

/** Saves the events of a query as a file. */
export async function exportAudit(query: string, format: 'jsonl' | 'csv'): Promise<void> {
  const name = ['audit', format].join('.');
  saveFile(await getFile(pathOf(name, query)), `flip-${name}`);
}

/** Saves everything about a case as a file. */
export async function exportCase(id: string, { format, language }: CaseFileFormat): Promise<void> {
  const path = `/compliance/cases/${encodeURIComponent(id)}/file.${format}`;
  saveFile(await getFile(`${path}?lang=${language}`), `flip-case-${id.slice(0, 6)}.${format}`);
}

interface CaseFileFormat {
  readonly format: 'json' | 'pdf';
  readonly language: string;
}

function pathOf(name: string, query: string, more: Readonly<Record<string, string>> = {}): string {
  const parameters = new URLSearchParams([...new URLSearchParams(query), ...Object.entries(more)]);
  const text = parameters.toString();
  return `/compliance/${name}${text === '' ? '' : `?${text}`}`;
}
