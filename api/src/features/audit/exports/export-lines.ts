import { stringify } from 'csv-stringify/sync';
import { csvOf } from '../../../documents/csv.js';
import type { AuditEntry } from '../../../kernel/staff/audit.js';
import { parseJson } from '../../../kernel/parse-json.js';
import { manifestIn, type AuditManifest, type Manifest, type Sealed } from './export-manifest.js';

export type ExportFormat = AuditManifest['format'];
/** How the lines of a file are written; earlier programs quoted only the cells that needed it. */
export type LinesForm = ExportFormat | 'unquotedCsv';
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
const CSV_COLUMNS = COLUMNS.map((key) => ({ key, header: key }));
/** Begins the last line of a CSV file. */
const MANIFEST_CELL = '#manifest';
const MANIFEST_COLUMNS = ['cell', 'manifest'].map((key) => ({ key, header: key }));
const UNQUOTED = { escape_formulas: true, record_delimiter: 'windows' } as const;
const CSV_LINE_END = '\r\n';

/** How each form writes an event, what goes before the first one, and what every line ends with. */
interface Lines {
  readonly head: string;
  /** By which the first line of a file shows its form. */
  readonly begins: string;
  readonly end: string;
  readonly lineOf: (entry: AuditEntry, names: Names) => string;
  readonly read: (line: string) => ExportedLine;
  /** Null for a line that is none. */
  readonly readManifest: (line: string) => ReturnType<typeof manifestIn>;
}

export const EXPORT_LINES: Readonly<Record<LinesForm, Lines>> = {
  jsonl: {
    head: '',
    begins: '{',
    end: '\n',
    lineOf: (entry, names) => JSON.stringify(factsOf(entry, names)),
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
    head: csvOf([], { columns: CSV_COLUMNS, isFirst: true }),
    begins: '\ufeff"at",',
    end: CSV_LINE_END,
    lineOf: (entry, names) => withoutEnd(csvOf([cellsOf(entry, names)], { columns: CSV_COLUMNS })),
    read: (line) => {
      const [, at = '', position = null] = /^"([^"]*)",.*,"(\d+)"$/s.exec(line) ?? [];
      return { position, at };
    },
    readManifest: (line) => manifestAfter(`"${MANIFEST_CELL}","`, line),
  },
  unquotedCsv: {
    head: `${COLUMNS.join(',')}${CSV_LINE_END}`,
    begins: 'at,',
    end: CSV_LINE_END,
    lineOf: (entry, names) =>
      withoutEnd(stringify([cellsOf(entry, names)], { ...UNQUOTED, columns: [...COLUMNS] })),
    read: (line) => {
      const position = line.slice(line.lastIndexOf(',') + 1);
      return { position: /^\d+$/.test(position) ? position : null, at: line.slice(0, line.indexOf(',')) };
    },
    readManifest: (line) => manifestAfter(`${MANIFEST_CELL},"`, line),
  },
};

/** How each format writes its last line. */
export const MANIFEST_LINES: Readonly<Record<ExportFormat, (manifest: Sealed<Manifest>) => string>> = {
  jsonl: (manifest) => JSON.stringify({ manifest }),
  csv(manifest) {
    const row = { cell: MANIFEST_CELL, manifest: withoutSeparators(JSON.stringify(manifest)) };
    return withoutEnd(csvOf([row], { columns: MANIFEST_COLUMNS }));
  },
};

/** The form of a file by its first line; null for a line that begins none. */
export const formOf = (line: string): LinesForm | null =>
  LINES_FORMS.find((form) => line.startsWith(EXPORT_LINES[form].begins)) ?? null;

const LINES_FORMS = Object.keys(EXPORT_LINES) as LinesForm[];

/** The same JSON without what some spreadsheets take for a separator, which `csvOf` would change. */
const withoutSeparators = (json: string): string =>
  json.replaceAll(';', '\\u003b').replaceAll('|', '\\u007c');

/** The manifest in the quoted last cell of a line that begins like this. */
const manifestAfter = (prefix: string, line: string): ReturnType<typeof manifestIn> =>
  line.startsWith(prefix) ? manifestIn(line.slice(prefix.length, -1).replaceAll('""', '"')) : null;

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
