import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readCopyManifest, writeCopyManifest } from '../copy-manifest.js';
import { CopyRefused } from '../../config/copy-refused.js';
import { fileSum } from '../../config/durable-files.js';
import { parseJson } from '../../config/parse-json.js';
import { VAULT_KINDS } from '../../vault/vault.port.js';

/** Raised when a folder of this version could not be imported by an older program. */
const FORMAT = 1;
/** Lines of one segment. */
export const SEGMENT_LINES_LIMIT = 10_000;
/** Most segments: more than any log that this program was made for. */
const SEGMENTS_LIMIT = 100_000;

const jsonObject = z.record(z.string(), z.json());

/** An event as its store handed it over, sealed; `position` is its place in the store it came from. */
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

const fileSchema = z.object({
  name: z.string().regex(/^((events|vault)-\d{6}\.ndjson|secrets\.json)$/),
  bytes: z.int().min(0),
  sha256: z.hex().length(64),
});
export type ExportedFile = z.infer<typeof fileSchema>;

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  madeAt: z.iso.datetime(),
  /** Tells one export from another. */
  exportId: z.uuid(),
  events: z.int().min(0),
  records: z.partialRecord(z.enum(VAULT_KINDS), z.int().min(0)),
  files: z.array(fileSchema).max(SEGMENTS_LIMIT),
});

/** What makes a folder an export: written last. */
export type ExportManifest = z.infer<typeof manifestSchema>;

/** Writes the manifest and syncs it. */
export async function writeExportManifest(
  folder: string,
  manifest: Omit<ExportManifest, 'format'>,
): Promise<void> {
  await writeCopyManifest(folder, { format: FORMAT, ...manifest });
}

/** @throws CopyRefused when the folder is no finished export of this format, or a file is not what it was */
export async function readCheckedExport(folder: string): Promise<ExportManifest> {
  const manifest = await readCopyManifest(folder, 'export', manifestSchema);
  for (const { name, bytes, sha256 } of manifest.files) {
    const sum = await fileSum(join(folder, name)).catch(() => null);
    if (sum?.bytes !== bytes || sum.sha256 !== sha256)
      throw new CopyRefused(`${name} of the export is damaged: it is not what its manifest says`);
  }
  return manifest;
}

/** Every event of an export, in the order of the log. */
export function exportedEvents(folder: string, manifest: ExportManifest): AsyncGenerator<ExportedEvent> {
  return parsedLines(folder, manifest, { segments: 'events-', schema: eventSchema });
}

/** Every vault record of an export. */
export function exportedRecords(folder: string, manifest: ExportManifest): AsyncGenerator<ExportedRecord> {
  return parsedLines(folder, manifest, { segments: 'vault-', schema: recordSchema });
}

interface Kind<T> {
  readonly segments: string;
  readonly schema: z.ZodType<T>;
}

async function* parsedLines<T>(
  folder: string,
  { files }: ExportManifest,
  { segments, schema }: Kind<T>,
): AsyncGenerator<T> {
  for (const { name } of files) {
    if (!name.startsWith(segments)) continue;
    let number = 0;
    for await (const line of linesOf(join(folder, name))) {
      number += 1;
      const parsed = schema.safeParse(parseJson(line));
      if (!parsed.success) throw new CopyRefused(`Line ${number} of ${name} is not of an export`);
      yield parsed.data;
    }
  }
}

/** Ended by "\n" and nothing else: JSON leaves other line separators as they are inside a text. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const part of createReadStream(path, { encoding: 'utf8' }) as AsyncIterable<string>) {
    const pieces = (rest + part).split('\n');
    rest = pieces.pop() ?? '';
    yield* pieces;
  }
}
