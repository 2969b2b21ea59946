import { createReadStream } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { OWNER_ONLY } from '../../config/files.js';
import { parseJson } from '../../kernel/parse-json.js';
import type { JsonObject } from '../../engine/event-store/event-store.port.js';
import { isJsonObject } from '../../engine/event-store/json.js';
import { CopyRefused } from '../../engine/stores/import-marker.js';
import { VAULT_KINDS } from '../../engine/vault/vault.port.js';
import {
  fileSchema,
  finishFile,
  readManifest,
  requireUnchanged,
  type CopiedFile,
} from '../stores/copy-folder.js';

/** Raised when an older version could not import a folder of this version. */
export const FORMAT = 2;
/** A segment file ends with the page that reaches this many lines. */
const SEGMENT_LINES = 10_000;
/** Most segment files: more than any log this product is made for. */
const SEGMENTS_LIMIT = 100_000;
const NUMBER_DIGITS = 6;

/** Of a line that was parsed as JSON: nothing in it has to be looked through. */
const jsonObject = z.custom<JsonObject>(isJsonObject);

/** A parsed line of an export, with its size. */
type Line<T> = T & { readonly bytes: number };

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
export type ExportedEvent = Line<z.infer<typeof eventSchema>>;

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

async function* parsedLines<T extends object>(
  paths: readonly string[],
  schema: z.ZodType<T>,
): AsyncGenerator<Line<T>> {
  for (const path of paths) {
    let number = 0;
    for await (const lines of linesOf(path))
      for (const line of lines) {
        number += 1;
        const parsed = schema.safeParse(parseJson(line));
        if (!parsed.success) throw new CopyRefused(`Line ${number} of ${path} is not part of an export`);
        yield Object.assign(parsed.data, { bytes: Buffer.byteLength(line) });
      }
  }
}

/** Splits at "\n" only: JSON leaves other line separators unescaped inside a text. */
async function* linesOf(path: string): AsyncGenerator<readonly string[]> {
  let rest = '';
  for await (const part of createReadStream(path, { encoding: 'utf8' }) as AsyncIterable<string>) {
    const pieces = (rest + part).split('\n');
    rest = pieces.pop() ?? '';
    yield pieces;
  }
}

/** Writes pages of objects as lines of JSON into numbered, durable files of a folder. */
export async function writeSegments(
  folder: string,
  prefix: 'events' | 'vault',
  pages: AsyncIterable<readonly object[]>,
): Promise<CopiedFile[]> {
  const files: CopiedFile[] = [];
  const name = () => `${prefix}-${String(files.length + 1).padStart(NUMBER_DIGITS, '0')}.ndjson`;
  let lines = 0;
  for await (const page of pages) {
    if (page.length === 0) continue;
    const text = page.map((item) => `${JSON.stringify(item)}\n`).join('');
    await appendFile(join(folder, name()), text, { mode: OWNER_ONLY });
    lines += page.length;
    if (lines < SEGMENT_LINES) continue;
    files.push(await finishFile(folder, name()));
    lines = 0;
  }
  if (lines > 0) files.push(await finishFile(folder, name()));
  return files;
}
