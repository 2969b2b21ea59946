import type { RecordedEvent } from '../../event-sourcing/event.js';
import type { SqliteDatabase } from '../../engine/storage/sqlite.js';
import { storedText } from '../../engine/storage/stored-text.js';
import type { EncryptedEventLog } from '../../engine/event-store/encrypted-event-log.js';
import { BEGINNING } from '../../engine/event-store/event-store.port.js';
import { isWanted } from '../../features/audit/audit-filter.js';
import {
  AUDITED_PREFIXES,
  auditProjection,
  type AuditDocument,
} from '../../features/audit/audit.projection.js';
import { EXPORT_LINES } from '../../features/audit/exports/export-lines.js';
import type { AuditManifest } from '../../features/audit/exports/export-manifest.js';
import type { Report } from '../command.js';
import { pagesUntilNow } from '../checks/log-pages.js';
import { isAfter, type ReadFile } from './audit-file.js';
import type { Findings } from './findings.js';

const READ = 'SELECT line, text FROM lines WHERE position = ?';
const SEEN = 'UPDATE lines SET seen = 1 WHERE position = ?';
const UNSEEN = 'SELECT line, position FROM lines WHERE seen = 0 ORDER BY line';

export interface ComparedFile {
  readonly log: EncryptedEventLog;
  readonly scratch: SqliteDatabase;
  readonly file: ReadFile;
  /** Null: the expected content is unknown, so nothing can be missing. */
  readonly manifest: AuditManifest | null;
}

/**
 * Refolds the audit from the log and compares it with the lines of a file: each one has to be equal, none may be missing.
 * @returns how many events of the log belong to the export
 */
export async function compareWithLog(
  compared: ComparedFile,
  findings: Findings,
  report: Report,
): Promise<number> {
  const { log, scratch, manifest } = compared;
  let [wanted, events] = [0, 0];
  for await (const page of pagesUntilNow(log, { after: BEGINNING, prefixes: AUDITED_PREFIXES })) {
    for (const entry of page.events) {
      if ('undecodable' in entry) sayUnreadable(entry.stored, manifest, findings);
      else
        for (const document of documentsOf(entry.event))
          if (compareOne(document, compared, findings)) wanted += 1;
    }
    report('events read', (events += page.events.length), null);
  }
  for (const [line, position] of scratch.all(UNSEEN, []))
    findings.differs(
      'unexpected',
      { line: Number(line), position: String(position) },
      `line ${String(line)} at position ${String(position)} is not in the log, or not of what was exported`,
    );
  return wanted;
}

function documentsOf(event: RecordedEvent): readonly AuditDocument[] {
  const ids = auditProjection.keys(event);
  return ids.map((id) => auditProjection.evolve(null, event, id)).filter((document) => document !== null);
}

/** Returns whether the file should have the event. */
function compareOne(
  document: AuditDocument,
  { scratch, file, manifest }: ComparedFile,
  findings: Findings,
): boolean {
  const { position, action, stream, at } = document;
  const found = scratch.first(READ, [position]);
  if (!(manifest ? isExported(document, manifest, file) : found !== undefined && document.listedAt !== null))
    return false;
  if (!found) {
    findings.differs('missing', { position }, `${action} of ${at} on ${stream}, position ${position}`);
    return true;
  }
  const [line, text] = found;
  scratch.run(SEEN, [position]);
  const names = new Map(Object.entries(manifest?.people ?? {}));
  if (text !== storedText(EXPORT_LINES[file.form].lineOf(document, names)))
    findings.differs(
      'changed',
      { line: Number(line), position },
      `line ${String(line)} is not what the log has of ${action} on ${stream}, position ${position}`,
    );
  return true;
}

function isExported(document: AuditDocument, manifest: AuditManifest, { last }: ReadFile): boolean {
  if (document.position > manifest.through) return false;
  if (!manifest.complete && last && isAfter(document, last)) return false;
  return isWanted(document, manifest.without, filterOf(manifest));
}

/** Null means no filter. */
function filterOf({ filter }: AuditManifest): Parameters<typeof isWanted>[2] {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null));
}

function sayUnreadable(
  { stream, position }: { readonly stream: string; readonly position: string },
  manifest: AuditManifest | null,
  findings: Findings,
): void {
  if (manifest && position > manifest.through) return;
  findings.differs(
    'unreadable',
    { position },
    `an event of ${stream} at position ${position} cannot be read`,
  );
}
