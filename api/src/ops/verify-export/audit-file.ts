import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { SqliteDatabase } from '../../engine/storage/sqlite.js';
import { storedText } from '../../engine/storage/stored-text.js';
import { EXPORT_LINES, formOf, type LinesForm } from '../../features/audit/exports/export-lines.js';
import type { AuditManifest, Sealed } from '../../features/audit/exports/export-manifest.js';
import { UsageError } from '../command.js';
import type { Findings } from './findings.js';

/** Longest line of a file; those of an export have a few hundred characters, and the manifest one name per person. */
const LINE_LIMIT_CHARACTERS = 16 * 1024 * 1024;

export const LINES_SCHEMA =
  'CREATE TABLE lines (position TEXT PRIMARY KEY, line INTEGER, text TEXT, seen INTEGER) WITHOUT ROWID';
const ADD = 'INSERT OR IGNORE INTO lines (position, line, text, seen) VALUES (?, ?, ?, 0)';

/** What a file contains, its lines in the scratch database. */
export interface ReadFile {
  readonly form: LinesForm;
  readonly manifest: Sealed<AuditManifest> | null;
  /** Of everything before the manifest. */
  readonly sha256: string;
  readonly count: number;
  readonly first: string | null;
  /** Place of the last line in the order. */
  readonly last: { readonly at: string; readonly position: string } | null;
}

/** Reads an export of the audit line by line into the scratch database; inconsistencies within it are reported. */
export async function readAuditFile(
  path: string,
  scratch: SqliteDatabase,
  findings: Findings,
): Promise<ReadFile> {
  const hash = createHash('sha256');
  const reader = new LineReader(scratch, findings);
  let held: string | null = null;
  for await (const line of linesOf(path)) {
    if (held !== null) {
      hash.update(held);
      reader.read(held);
    }
    held = line;
  }
  const manifest = held === null ? null : reader.manifestIn(held);
  if (manifest === null && held !== null) {
    hash.update(held);
    reader.read(held);
  }
  const { form, count, first, last } = reader;
  return { form, manifest, sha256: hash.digest('hex'), count, first, last };
}

class LineReader {
  form: LinesForm = 'jsonl';
  count = 0;
  first: string | null = null;
  last: ReadFile['last'] = null;
  private number = 0;

  constructor(
    private readonly scratch: SqliteDatabase,
    private readonly findings: Findings,
  ) {}

  manifestIn(line: string): ReadFile['manifest'] {
    this.begin(line);
    return EXPORT_LINES[this.form].readManifest(line.trimEnd());
  }

  read(line: string): void {
    this.begin(line);
    this.number += 1;
    const { head, end, read } = EXPORT_LINES[this.form];
    if (this.number === 1 && line === head) return;
    this.count += 1;
    const text = line.endsWith(end) ? line.slice(0, -end.length) : line;
    const { position, at } = read(text);
    const place = { line: this.number };
    if (position === null) {
      this.findings.differs('unreadable', place, `line ${this.number} is not of an export`);
      return;
    }
    if (this.last && !isAfter({ at, position }, this.last))
      this.findings.differs(
        'misplaced',
        { ...place, position },
        `line ${this.number} is earlier than the line before it`,
      );
    if (this.scratch.run(ADD, [position, this.number, storedText(text)]) === 0)
      this.findings.differs(
        'repeated',
        { ...place, position },
        `line ${this.number} is there twice, position ${position}`,
      );
    this.first ??= position;
    this.last = { at, position };
  }

  private begin(line: string): void {
    if (this.number === 0) this.form = formOf(line) ?? this.form;
  }
}

/** The order of an export: by time, then as in the log. */
export function isAfter(one: NonNullable<ReadFile['last']>, other: NonNullable<ReadFile['last']>): boolean {
  return one.at === other.at ? one.position > other.position : one.at > other.at;
}

/** Every line with its end; splits at "\n" only. @throws UsageError for a file without lines */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const part of createReadStream(path, { encoding: 'utf8' }) as AsyncIterable<string>) {
    const pieces = (rest + part).split('\n');
    rest = pieces.pop() ?? '';
    if (rest.length > LINE_LIMIT_CHARACTERS) throw new UsageError(`${path} is not an export of Flip`);
    for (const piece of pieces) yield `${piece}\n`;
  }
  if (rest !== '') yield rest;
}
