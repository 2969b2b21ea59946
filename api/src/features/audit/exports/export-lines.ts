import { stringify } from 'csv-stringify/sync';
import type { AuditEntry } from '../../../kernel/staff/audit.js';
import { parseJson } from '../../../kernel/parse-json.js';
import { manifestIn, type AuditManifest, type Manifest, type Sealed } from './export-manifest.js';

export type ExportFormat = AuditManifest['format'];
type Names = ReadonlyMap<string, string>;

/** A line of a file, and where its event is; null where it does not say. */
export interface ExportedLine {
  readonly position: string | null;
  readonly at: string;
}

const COLUMNS = [
  ...['at', 'person', 'name', 'kind', 'action', 'uid', 'caseId', 'transferId', 'facts'],
  ...['stream', 'revision', 'position'],
] as const;
/** Begins the last line of a CSV file. */
const MANIFEST_CELL = '#manifest';
const CSV = { escape_formulas: true, record_delimiter: 'windows' } as const;
const CSV_LINE_END = '\r\n';

/** How each format writes an event, what goes before the first one, and what every file ends with. */
interface Lines {
  readonly head: string;
  readonly end: string;
  readonly lineOf: (entry: AuditEntry, names: Names) => string;
  readonly manifestLine: (manifest: Sealed<Manifest>) => string;
  readonly read: (line: string) => ExportedLine;
  /** Null for a line that is none. */
  readonly readManifest: (line: string) => ReturnType<typeof manifestIn>;
}

export const EXPORT_LINES: Readonly<Record<ExportFormat, Lines>> = {
  jsonl: {
    head: '',
    end: '\n',
    lineOf: (entry, names) => JSON.stringify(factsOf(entry, names)),
    manifestLine: (manifest) => JSON.stringify({ manifest }),
    read: (line) => {
      const { position, at } = (parseJson(line) ?? {}) as Partial<AuditEntry>;
      return { position: typeof position === 'string' ? position : null, at: String(at) };
    },
    readManifest: (line) => {
      const prefix = '{"manifest":';
      return line.startsWith(prefix) ? manifestIn(line.slice(prefix.length, -1)) : null;
    },
  },
  csv: {
    head: `${COLUMNS.join(',')}${CSV_LINE_END}`,
    end: CSV_LINE_END,
    lineOf: (entry, names) =>
      withoutEnd(stringify([cellsOf(entry, names)], { ...CSV, columns: [...COLUMNS] })),
    manifestLine: (manifest) => withoutEnd(stringify([[MANIFEST_CELL, JSON.stringify(manifest)]], CSV)),
    read: (line) => {
      const position = line.slice(line.lastIndexOf(',') + 1);
      return { position: /^\d+$/.test(position) ? position : null, at: line.slice(0, line.indexOf(',')) };
    },
    readManifest: (line) => {
      const prefix = `${MANIFEST_CELL},"`;
      return line.startsWith(prefix) ? manifestIn(line.slice(prefix.length, -1).replaceAll('""', '"')) : null;
    },
  },
};

function factsOf(entry: AuditEntry, names: Names): object {
  const { position, at, kind, action, person, uid, caseId, transferId, stream, revision, facts } = entry;
  const name = names.get(person) ?? null;
  return { position, at, kind, action, person, name, uid, caseId, transferId, stream, revision, facts };
}

function cellsOf(entry: AuditEntry, names: Names): object {
  const facts = Object.entries(entry.facts).map(([fact, value]) => `${fact}=${value}`);
  return { ...factsOf(entry, names), facts: facts.join('; ') };
}

const withoutEnd = (row: string): string => row.slice(0, -CSV_LINE_END.length);
