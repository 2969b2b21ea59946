import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { lockDataFolder } from '../../engine/storage/data-lock.js';
import { syncPath } from '../../config/files.js';
import { macFor } from '../../engine/vault/mac.js';
import type { Secrets } from '../../config/runtime.js';
import { parseSecrets, RESTORING, SECRETS_FILE } from '../../config/secrets-file.js';
import { SqliteDatabase } from '../../engine/storage/sqlite.js';
import { Anchor } from '../../engine/event-store/embedded/anchor.js';
import { ANCHOR_FILE, EMBEDDED_FILES } from '../../engine/stores/data-format.js';
import { CopyRefused } from '../../engine/stores/import-marker.js';
import { isMadeWith } from '../../engine/stores/own-secrets.js';
import { openEmbeddedVault } from '../../engine/vault/embedded-vault.js';
import { AuthenticVault } from '../../engine/vault/authentic-vault.js';
import {
  markRestored,
  markSafety,
  SAFETY_DECISIONS,
  type SafetyMarker,
} from '../../engine/stores/restore-marker.js';
import type { SafetyEnd } from '../../engine/safety/safety-file.js';
import type { CommandRun } from '../command.js';
import { givenSafetyFile, safetyMarkerOf } from '../stores/given-safety-file.js';
import { protectFile, readManifest, requireUnchanged } from '../stores/copy-folder.js';
import { backupSchema, OPTIONAL_FILES, REQUIRED_FILES, type BackupManifest } from './backup.js';

const LOCK_FILE = 'lock.db';

/** A backup without a safety file: all that a file has came later. */
const NO_DECISIONS: SafetyEnd = { sequence: 0, chain: '' };

interface Marks {
  /** When the newest event of the backup was recorded. */
  readonly since: string;
  readonly restoreId: string;
  readonly safety: SafetyMarker;
}

/** Names that begin like this show that a folder contains data. */
const TAKEN_BY = [...Object.values(EMBEDDED_FILES), SECRETS_FILE, ...OPTIONAL_FILES, RESTORING];

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
 * views are built from the log at the next start, which also takes the decisions of the safety file again.
 * @throws CopyRefused, DataFolderInUse, UsageError, DamagedSafetyFile
 */
export async function restore(run: CommandRun): Promise<void> {
  const { dataDir, say } = run;
  const [named = ''] = run.words;
  const safetyFile = givenSafetyFile(run);
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
    await restoreInto(dataDir, source, { manifest, safetyFile });
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
  say(
    safetyFile === null
      ? `What was decided since then is lost (${SAFETY_DECISIONS}): decide it again.`
      : `The next start takes the decisions of ${safetyFile} since then again.`,
  );
  say('Views are built from the log at the next start; "verify" then checks them.');
}

async function refuseData(dataDir: string): Promise<void> {
  const content = existsSync(dataDir) ? await readdir(dataDir) : [];
  const taken = content.find((entry) => TAKEN_BY.some((beginning) => entry.startsWith(beginning)));
  if (taken !== undefined)
    throw new CopyRefused(`${dataDir} already holds ${taken}: restore into an empty folder`);
}

/** A backup, and the safety file that goes with it. */
interface Restored {
  readonly manifest: BackupManifest;
  readonly safetyFile: string | null;
}

async function restoreInto(dataDir: string, source: string, restored: Restored): Promise<void> {
  const { manifest } = restored;
  const staging = await mkdtemp(join(dataDir, RESTORING));
  try {
    for (const file of manifest.files) {
      await copyFile(join(source, file.name), join(staging, file.name));
      // Checks the copy: reading the backup may have failed too.
      await requireUnchanged('backup', staging, file);
    }
    await prepare(staging, restored);
    for (const file of MOVE_ORDER) {
      if (!existsSync(join(staging, file))) continue;
      await rename(join(staging, file), join(dataDir, file));
      await syncPath(dataDir);
    }
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function prepare(staging: string, { manifest, safetyFile }: Restored): Promise<void> {
  const { events, chain, madeAt } = manifest;
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
  const since = newestIn(staging) ?? madeAt;
  const given = { file: safetyFile, keys: secrets, since, end: manifest.safety ?? NO_DECISIONS };
  const safety = await safetyMarkerOf(given);
  const restoreId = randomUUID();
  await markIn(staging, secrets, { since, restoreId, safety });
  // The end of the log in a second file: the first start notices if the end is missing, or the vault is another one.
  const anchor = new Anchor(join(staging, ANCHOR_FILE), macFor(secrets, 'log'));
  anchor.moved({ position: events, chain });
  anchor.restored(restoreId);
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
async function markIn(staging: string, secrets: Secrets, { since, restoreId, safety }: Marks): Promise<void> {
  const vault = new AuthenticVault(openEmbeddedVault(join(staging, EMBEDDED_FILES.vault)), secrets);
  try {
    await markRestored(vault, since, restoreId);
    await markSafety(vault, safety);
  } finally {
    await vault.close();
  }
}
