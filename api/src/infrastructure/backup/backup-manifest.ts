import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { EMBEDDED_FILES } from '../open-embedded.js';
import { CopyRefused } from '../new-folder.js';

/** Raised when a folder of this version could not be restored by an older program. */
const FORMAT = 1;
export const SECRETS_FILE = 'secrets.json';
const MANIFEST_FILE = 'manifest.json';
const OWNER_ONLY = 0o600;

/** What a backup must have. */
const REQUIRED_FILES = [EMBEDDED_FILES.events, EMBEDDED_FILES.vault, SECRETS_FILE] as const;
/** What it has when the data folder had it. */
export const BESIDE_FILES = ['demo.json', 'simulator.json'] as const;

const fileSchema = z.object({
  name: z.enum([...REQUIRED_FILES, ...BESIDE_FILES]),
  bytes: z.int().min(0),
  sha256: z.hex().length(64),
});

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  madeAt: z.iso.datetime(),
  /** How many, and so the position of the last: the embedded log counts without gaps. */
  events: z.int().min(0),
  /** The hash over all of them. */
  chain: z.string(),
  files: z.array(fileSchema).max(REQUIRED_FILES.length + BESIDE_FILES.length),
});

/** What makes a folder a backup: written last, when all it says was checked. */
export type BackupManifest = z.infer<typeof manifestSchema>;
export type BackupFile = z.infer<typeof fileSchema>;

/** Writes the manifest and syncs it. */
export async function writeManifest(folder: string, manifest: Omit<BackupManifest, 'format'>): Promise<void> {
  const handle = await open(join(folder, MANIFEST_FILE), 'wx', OWNER_ONLY);
  try {
    await handle.writeFile(`${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @throws CopyRefused when the folder is no finished backup of this format */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch(() => {
    throw new CopyRefused(`${folder} is no finished backup: it has no ${MANIFEST_FILE}`);
  });
  const parsed = manifestSchema.safeParse(parseJson(text));
  if (!parsed.success) throw new CopyRefused(`${MANIFEST_FILE} is damaged or of another version of Flip`);
  const missing = REQUIRED_FILES.find((required) => parsed.data.files.every(({ name }) => name !== required));
  if (missing) throw new CopyRefused(`${MANIFEST_FILE} does not name ${missing}`);
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
