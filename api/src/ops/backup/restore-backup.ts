import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDataFolder } from '../../config/data-lock.js';
import { SqliteDatabase } from '../../config/sqlite.js';
import { CopyRefused } from '../../config/copy-refused.js';
import { fileSum, OWNER_ONLY, syncPath } from '../../config/durable-files.js';
import { EMBEDDED_FILES } from '../../stores/data-format.js';
import { SECRETS_FILE } from '../../config/secrets-file.js';
import { BESIDE_FILES, readManifest, type BackupManifest } from './backup-manifest.js';

const LOCK_FILE = 'lock.db';
const STAGING = 'restoring-';

/** Beginnings of the names that say that a folder is, or was, somebody's data. */
const TAKEN_BY = [...Object.values(EMBEDDED_FILES), SECRETS_FILE, ...BESIDE_FILES, STAGING] as const;

/**
 * What must not come back: a session that was ended since the backup would be open again, and a lease belongs to a
 * process that is gone.
 */
const FORGET = "DELETE FROM records WHERE kind IN ('session', 'lease')";

/**
 * Order in which files get their names. The secrets are last: without them no server starts on what a cut-off restore
 * has left, because a folder with stores and no secrets is refused.
 */
const NAMING_ORDER = [
  EMBEDDED_FILES.vault,
  `${EMBEDDED_FILES.events}.anchor`,
  EMBEDDED_FILES.events,
  ...BESIDE_FILES,
  SECRETS_FILE,
] as const;

/** Where from, where to, and who is told how far it is. */
export interface RestoreOrder {
  readonly source: string;
  readonly dataDir: string;
  readonly told: (file: string) => void;
}

/**
 * Puts a backup into a data folder that holds nothing yet, after every file was held against its hash. Starts nothing;
 * views are built from the log at the next start.
 * @throws CopyRefused, DataFolderInUse
 */
export async function restoreBackup({ source, dataDir, told }: RestoreOrder): Promise<BackupManifest> {
  const manifest = await readManifest(source);
  await refuseData(dataDir);
  const wasLocked = existsSync(join(dataDir, LOCK_FILE));
  // The folder's lock keeps a server from starting on half of it.
  const lock = lockDataFolder(dataDir);
  try {
    await refuseData(dataDir);
    await restoreInto(dataDir, { source, manifest, told });
    return manifest;
  } catch (error) {
    // A folder that got nothing is left as it was: a new start is not held up by the lock's file.
    if (!wasLocked) await rm(join(dataDir, LOCK_FILE), { force: true });
    throw error;
  } finally {
    lock.release();
  }
}

async function restoreInto(dataDir: string, from: Omit<Copying, 'staging'>): Promise<void> {
  const staging = await mkdtemp(join(dataDir, STAGING));
  try {
    await copyChecked({ ...from, staging });
    await prepare(staging, from.manifest);
    await name(staging, dataDir);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function refuseData(dataDir: string): Promise<void> {
  const content = existsSync(dataDir) ? await readdir(dataDir) : [];
  const taken = content.find((entry) => TAKEN_BY.some((beginning) => entry.startsWith(beginning)));
  if (taken !== undefined)
    throw new CopyRefused(`${dataDir} already holds ${taken}: restore into an empty folder`);
}

interface Copying extends Pick<RestoreOrder, 'source' | 'told'> {
  readonly manifest: BackupManifest;
  readonly staging: string;
}

/** The copy is what is hashed, so that neither the backup nor the way from it can have changed a byte. */
async function copyChecked({ source, manifest, staging, told }: Copying): Promise<void> {
  for (const { name: file, ...sum } of manifest.files) {
    const copy = join(staging, file);
    await copyFile(join(source, file), copy).catch((error: unknown) => {
      throw new CopyRefused(`${file} of the backup cannot be read`, { cause: error });
    });
    const { bytes, sha256 } = await fileSum(copy);
    if (bytes !== sum.bytes || sha256 !== sum.sha256)
      throw new CopyRefused(`${file} of the backup is damaged: it is not what its manifest says`);
    told(file);
  }
}

async function prepare(staging: string, { events, chain }: BackupManifest): Promise<void> {
  const vault = new SqliteDatabase(join(staging, EMBEDDED_FILES.vault), ['secure_delete = ON']);
  vault.run(FORGET, []);
  vault.close();
  // With the log's end in a second file, the first start notices an end that is missing.
  const anchor = join(staging, `${EMBEDDED_FILES.events}.anchor`);
  await writeFile(anchor, JSON.stringify({ position: events, chain }));
  for (const file of await readdir(staging)) {
    await chmod(join(staging, file), OWNER_ONLY);
    await syncPath(join(staging, file));
  }
}

async function name(staging: string, dataDir: string): Promise<void> {
  for (const file of NAMING_ORDER) {
    if (!existsSync(join(staging, file))) continue;
    await rename(join(staging, file), join(dataDir, file));
    await syncPath(dataDir);
  }
}
