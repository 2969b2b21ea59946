import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { OWNER_ONLY, parseJson } from '../../config/files.js';
import { CopyRefused } from '../../stores/import-marker.js';
import { VAULT_KINDS } from '../../vault/vault.port.js';
import { fileSchema, finishFile, readManifest, requireUnchanged, type CopiedFile } from '../copy-folder.js';

/** Raised when an older version could not import a folder of this version. */
export const FORMAT = 1;
/** Lines of one segment file. */
const SEGMENT_LINES_LIMIT = 10_000;
/** Most segment files: more than any log this product is made for. */
const SEGMENTS_LIMIT = 100_000;
const NUMBER_DIGITS = 6;

const jsonObject = z.record(z.string(), z.json());

/** An event as stored, with encrypted personal fields; `position` is its position in the exported store. */
const eventSchema = z.object({
  stream: z.string().min(1).max(300),
  revision: z.string().regex(/^\d{1,19}$/),
  position: z.string().min(1).max(100),
  id: z.uuid(),
  type: z.string().min(1).max(200),
  data: jsonObject,
  metadata: jsonObject,
});
export type ExportedEvent = z.infer<typeof eventSchema>;

const recordSchema = z.object({
  kind: z.enum(VAULT_KINDS),
  id: z.string(),
  owner: z.string(),
  value: jsonObject,
});
export type ExportedRecord = z.infer<typeof recordSchema>;

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  madeAt: z.iso.datetime(),
  /** Distinguishes exports. */
  exportId: z.uuid(),
  events: z.int().min(0),
  records: z.partialRecord(z.enum(VAULT_KINDS), z.int().min(0)),
  files: z
    .array(fileSchema(z.string().regex(/^((events|vault)-\d{6}\.ndjson|secrets\.json)$/)))
    .max(SEGMENTS_LIMIT),
});
export type ExportManifest = z.infer<typeof manifestSchema>;

/** @throws CopyRefused when the folder is not a finished export of this format, or a file has changed */
export async function readCheckedExport(folder: string): Promise<ExportManifest> {
  const manifest = await readManifest('export', folder, manifestSchema);
  for (const file of manifest.files) await requireUnchanged('export', folder, file);
  return manifest;
}

/** Every event of an export, in the order of the log. */
export function exportedEvents(folder: string, manifest: ExportManifest): AsyncGenerator<ExportedEvent> {
  return parsedLines(filesOf(folder, manifest, 'events-'), eventSchema);
}

/** Every vault record of an export. */
export function exportedRecords(folder: string, manifest: ExportManifest): AsyncGenerator<ExportedRecord> {
  return parsedLines(filesOf(folder, manifest, 'vault-'), recordSchema);
}

function filesOf(folder: string, { files }: ExportManifest, prefix: string): string[] {
  return files.filter(({ name }) => name.startsWith(prefix)).map(({ name }) => join(folder, name));
}

async function* parsedLines<T>(paths: readonly string[], schema: z.ZodType<T>): AsyncGenerator<T> {
  for (const path of paths) {
    let number = 0;
    for await (const line of linesOf(path)) {
      number += 1;
      const parsed = schema.safeParse(parseJson(line));
      if (!parsed.success) throw new CopyRefused(`Line ${number} of ${path} is not part of an export`);
      yield parsed.data;
    }
  }
}

/** Splits at "\n" only: JSON leaves other line separators unescaped inside a text. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const part of createReadStream(path, { encoding: 'utf8' }) as AsyncIterable<string>) {
    const pieces = (rest + part).split('\n');
    rest = pieces.pop() ?? '';
    yield* pieces;
  }
}

/** Writes lines of JSON into numbered files of a folder, each durable once it is full. */
export class SegmentWriter {
  private readonly files: CopiedFile[] = [];
  private handle: FileHandle | null = null;
  private lines = 0;

  constructor(
    private readonly folder: string,
    private readonly prefix: 'events' | 'vault',
  ) {}

  async add(items: readonly object[]): Promise<void> {
    for (let start = 0; start < items.length;) {
      this.handle ??= await open(join(this.folder, this.name), 'wx', OWNER_ONLY);
      const some = items.slice(start, start + SEGMENT_LINES_LIMIT - this.lines);
      await this.handle.appendFile(some.map((item) => `${JSON.stringify(item)}\n`).join(''));
      this.lines += some.length;
      start += some.length;
      if (this.lines >= SEGMENT_LINES_LIMIT) await this.endSegment();
    }
  }

  /** @returns the written files in order */
  async finish(): Promise<readonly CopiedFile[]> {
    if (this.handle) await this.endSegment();
    return this.files;
  }

  /** Closes an unfinished file. */
  async close(): Promise<void> {
    await this.handle?.close();
    this.handle = null;
  }

  private get name(): string {
    return `${this.prefix}-${String(this.files.length + 1).padStart(NUMBER_DIGITS, '0')}.ndjson`;
  }

  private async endSegment(): Promise<void> {
    await this.close();
    this.lines = 0;
    this.files.push(await finishFile(this.folder, this.name));
  }
}
