import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { CopyRefused } from '../config/copy-refused.js';
import { OWNER_ONLY } from '../config/durable-files.js';
import { parseJson } from '../config/parse-json.js';

const MANIFEST_FILE = 'manifest.json';

/** Writes what makes a folder a copy of the stores, and syncs it: the last thing that is done there. */
export async function writeCopyManifest(folder: string, manifest: object): Promise<void> {
  const handle = await open(join(folder, MANIFEST_FILE), 'wx', OWNER_ONLY);
  try {
    await handle.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @throws CopyRefused when the folder is no finished copy of its kind, or of another format than the schema's */
export async function readCopyManifest<T>(
  folder: string,
  kind: 'backup' | 'export',
  schema: z.ZodType<T>,
): Promise<T> {
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch(() => {
    throw new CopyRefused(`${folder} is no finished ${kind}: it has no ${MANIFEST_FILE}`);
  });
  const parsed = schema.safeParse(parseJson(text));
  if (!parsed.success) throw new CopyRefused(`${MANIFEST_FILE} is damaged or of another version of Flip`);
  return parsed.data;
}
