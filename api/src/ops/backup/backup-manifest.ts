import { z } from 'zod';
import { readCopyManifest, writeCopyManifest } from '../copy-manifest.js';
import { CopyRefused } from '../../config/copy-refused.js';
import { EMBEDDED_FILES } from '../../stores/data-format.js';
import { SECRETS_FILE } from '../../config/secrets-file.js';

/** Raised when a folder of this version could not be restored by an older program. */
const FORMAT = 2;

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
export async function writeManifest(
  folder: string,
  content: Omit<BackupManifest, 'format'>,
): Promise<BackupManifest> {
  const manifest = { format: FORMAT, ...content } as const;
  await writeCopyManifest(folder, manifest);
  return manifest;
}

/** @throws CopyRefused when the folder is no finished backup of this format */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const manifest = await readCopyManifest(folder, 'backup', manifestSchema);
  const missing = REQUIRED_FILES.find((required) => manifest.files.every(({ name }) => name !== required));
  if (missing) throw new CopyRefused(`The manifest does not name ${missing}`);
  return manifest;
}
