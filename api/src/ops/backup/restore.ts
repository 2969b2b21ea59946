import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { lockDataFolder } from '../../engine/storage/data-lock.js';
import { syncPath } from '../../config/files.js';
import { macFor } from '../../engine/vault/mac.js';
import { parseSecrets, SECRETS_FILE } from '../../config/secrets-file.js';
import { SqliteDatabase } from '../../engine/storage/sqlite.js';
import { Anchor } from '../../engine/event-store/embedded/anchor.js';
import { ANCHOR_FILE, EMBEDDED_FILES } from '../../engine/stores/data-format.js';
import { CopyRefused } from '../../engine/stores/import-marker.js';
import { isMadeWith } from '../../engine/stores/own-secrets.js';
import { openEmbeddedVault } from '../../engine/vault/embedded-vault.js';
import { AuthenticVault } from '../../engine/vault/authentic-vault.js';
import { markRestored } from '../../engine/stores/restore-marker.js';
import type { CommandRun } from '../command.js';
import { protectFile, readManifest, requireUnchanged } from '../copy-folder.js';
import { backupSchema, OPTIONAL_FILES, REQUIRED_FILES, type BackupManifest } from './backup.js';

const LOCK_FILE = 'lock.db';
const STAGING = 'restoring-';

/** Names that begin like this show that a folder contains data. */
const TAKEN_BY = [...Object.values(EMBEDDED_FILES), SECRETS_FILE, ...OPTIONAL_FILES, STAGING];

/** A session that ended after the backup must not be valid again, and the processes of the leases no longer exist. */
const REMOVE_SESSIONS = "DELETE FROM records WHERE kind IN ('session', 'lease')";

/**
 * Order in which files are moved into place. The secrets come last: after an interrupted restore no server starts, because
 * a folder with stores but no secrets is refused.
 */
const MOVE_ORDER = [
  EMBEDDED_FILES.vault,
  ANCHOR_FILE,
  EMBEDDED_FILES.events,
  ...OPTIONAL_FILES,
  SECRETS_FILE,
];

/**
 * `restore <folder>`: copies a backup into an empty data folder after verifying each file's checksum. Starts nothing;
 * views are built from the log at the next start. @throws CopyRefused, DataFolderInUse
 */
export async function restore({ dataDir, words: [named = ''], say }: CommandRun): Promise<void> {
  const source = resolve(named);
  const manifest = await readManifest('backup', source, backupSchema);
  const missing = REQUIRED_FILES.find((required) => manifest.files.every(({ name }) => name !== required));
  if (missing) throw new CopyRefused(`The manifest does not name ${missing}`);
  await refuseData(dataDir);
  const wasLocked = existsSync(join(dataDir, LOCK_FILE));
  // Keeps a server from starting on half of the files.
  const lock = lockDataFolder(dataDir);
  try {
    await refuseData(dataDir);
    await restoreInto(dataDir, source, manifest);
  } catch (error) {
    // A failed restore leaves the folder as it was.
    if (!wasLocked) await rm(join(dataDir, LOCK_FILE), { force: true });
    throw error;
  } finally {
    lock.close();
  }
  say(
    `${manifest.events} events as of ${manifest.madeAt} are in ${dataDir}; every user has to sign in again`,
  );
  say(
    'The next start lists the charges since then; /health/ready names those that no transfer has recorded.',
  );
  say('Views are built from the log at the next start; "verify" then checks them.');
}

async function refuseData(dataDir: string): Promise<void> {
  const content = existsSync(dataDir) ? await readdir(dataDir) : [];
  const taken = content.find((entry) => TAKEN_BY.some((beginning) => entry.startsWith(beginning)));
  if (taken !== undefined)
    throw new CopyRefused(`${dataDir} already holds ${taken}: restore into an empty folder`);
}

async function restoreInto(dataDir: string, source: string, manifest: BackupManifest): Promise<void> {
  const staging = await mkdtemp(join(dataDir, STAGING));
  try {
    for (const file of manifest.files) {
      await copyFile(join(source, file.name), join(staging, file.name));
      // Checks the copy: reading the backup may have failed too.
      await requireUnchanged('backup', staging, file);
    }
    await prepare(staging, manifest);
    for (const file of MOVE_ORDER) {
      if (!existsSync(join(staging, file))) continue;
      await rename(join(staging, file), join(dataDir, file));
      await syncPath(dataDir);
    }
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function prepare(staging: string, { events, chain, madeAt }: BackupManifest): Promise<void> {
  const secrets = parseSecrets(staging);
  const checked = openEmbeddedVault(join(staging, EMBEDDED_FILES.vault), { readonly: true });
  try {
    if (!(await isMadeWith(checked, { secrets, file: `${SECRETS_FILE} of the backup` })))
      throw new CopyRefused('The vault of the backup has no check record');
  } finally {
    await checked.close();
  }
  const vault = new SqliteDatabase(join(staging, EMBEDDED_FILES.vault), ['secure_delete = ON']);
  vault.run(REMOVE_SESSIONS, []);
  vault.close();
  await markIn(staging, secrets.keyEncryptionKey, newestIn(staging) ?? madeAt);
  // The end of the log in a second file: the first start notices if the end is missing.
  const anchor = new Anchor(join(staging, ANCHOR_FILE), macFor(secrets.keyEncryptionKey, 'log'));
  anchor.moved({ position: events, chain });
  await anchor.flush();
  for (const file of await readdir(staging)) await protectFile(join(staging, file));
}

/** When the newest event of the backup was recorded; undefined without one. */
function newestIn(staging: string): string | undefined {
  const log = new SqliteDatabase(join(staging, EMBEDDED_FILES.events), [], true);
  try {
    const [metadata] = log.first('SELECT metadata FROM events ORDER BY position DESC LIMIT 1', []) ?? [];
    return metadata === undefined ? undefined : (JSON.parse(String(metadata)) as { at: string }).at;
  } finally {
    log.close();
  }
}

/** Tells the next start that the log has lost what happened since. */
async function markIn(staging: string, keyEncryptionKey: string, newestAt: string): Promise<void> {
  const vault = new AuthenticVault(openEmbeddedVault(join(staging, EMBEDDED_FILES.vault)), keyEncryptionKey);
  try {
    await markRestored(vault, newestAt);
  } finally {
    await vault.close();
  }
}
