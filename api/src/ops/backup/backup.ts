import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { isoInstant, systemClock } from '../../config/clock.js';
import { DEMO_CLOCK_FILE } from '../../config/demo-clock.js';
import { SAFETY_CHECKPOINT, type SafetyProgress } from '../../engine/commands/safety-copies.js';
import type { SafetyEnd } from '../../engine/safety/safety-file.js';
import { AuthenticVault } from '../../engine/vault/authentic-vault.js';
import { openEmbeddedVault } from '../../engine/vault/embedded-vault.js';
import { macFor } from '../../engine/vault/mac.js';
import type { Secrets } from '../../config/runtime.js';
import { parseSecrets, SECRETS_FILE } from '../../config/secrets-file.js';
import { Anchor } from '../../engine/event-store/embedded/anchor.js';
import { ANCHOR_FILE, EMBEDDED_FILES } from '../../engine/stores/data-format.js';
import { reportTo, type CommandRun, type Report } from '../command.js';
import { fileSchema, fillNewFolder, finishFile, writeManifest } from '../stores/copy-folder.js';
import { requireEventLog } from '../stores/operator-stores.js';
import { checkCopy, copySnapshot, type SnapshotFiles } from './snapshot.js';

/** Raised when an older version could not restore a folder of this version. */
const FORMAT = 3;
/** Every backup has these. */
export const REQUIRED_FILES = [EMBEDDED_FILES.events, EMBEDDED_FILES.vault, SECRETS_FILE] as const;
/** A backup has these if the data folder has them. */
export const OPTIONAL_FILES = ['demo.json', DEMO_CLOCK_FILE, 'simulator.json'] as const;
const ALL_FILES = [...REQUIRED_FILES, ...OPTIONAL_FILES];

/** Written last, when everything in the backup was checked. */
export const backupSchema = z.object({
  format: z.literal(FORMAT),
  madeAt: z.iso.datetime(),
  /** Number of events, and so the position of the last: the embedded log has no gaps. */
  events: z.int().min(0),
  /** The hash over all of them. */
  chain: z.string(),
  /** The end of the safety file, which has all decisions of the backup up to there; missing where there is no such file. */
  safety: z.object({ sequence: z.int().min(0), chain: z.string() }).optional(),
  files: z.array(fileSchema(z.enum(ALL_FILES))).max(ALL_FILES.length),
});

export type BackupManifest = z.infer<typeof backupSchema>;

/**
 * `backup <folder>`: copies log, vault and secrets while a server may be running, and checks the copy before the folder
 * gets its name. @throws CopyRefused, DamagedLog, StoreUnavailable; nothing remains then
 */
export async function backup({ dataDir, words: [target = ''], say }: CommandRun): Promise<void> {
  requireEventLog(dataDir);
  const { events, chain } = await fillNewFolder(resolve(target), dataDir, (folder) =>
    fill(folder, dataDir, reportTo(say)),
  );
  say(`${events} events and the vault of the same moment are in ${resolve(target)}, checked`);
  say(`chain ${chain === '' ? 'not begun' : chain}`);
  say('Anyone with this folder can decrypt everything: it contains the secrets. Restrict access to it.');
}

async function fill(folder: string, dataDir: string, report: Report): Promise<BackupManifest> {
  // First: a key that is rotated during the copy may be missing in the file, and then the check of the copy fails; but none
  // that the copy needs can have been forgotten.
  await copyFile(join(dataDir, SECRETS_FILE), join(folder, SECRETS_FILE));
  const secrets = parseSecrets(folder);
  // Read before the copy: the end of the log can only have moved forward since.
  const anchor = await new Anchor(join(dataDir, ANCHOR_FILE), macFor(secrets, 'log')).read();
  const copy = snapshotFiles(folder);
  await copySnapshot(snapshotFiles(dataDir), copy, report);
  const { position, chain } = await checkCopy(copy, { anchor, keys: secrets }, report);
  const beside = OPTIONAL_FILES.filter((name) => existsSync(join(dataDir, name)));
  for (const name of beside) await copyFile(join(dataDir, name), join(folder, name));
  const names = ALL_FILES.filter((name) => existsSync(join(folder, name)));
  const files = await Promise.all(names.map((name) => finishFile(folder, name)));
  const safety = await safetyEndIn(copy.vault, secrets);
  const manifest = {
    format: FORMAT,
    madeAt: isoInstant(systemClock.now()),
    events: position,
    chain,
    files,
    ...(safety && { safety }),
  } as const;
  await writeManifest(folder, manifest);
  return manifest;
}

async function safetyEndIn(file: string, secrets: Secrets): Promise<SafetyEnd | null> {
  const vault = new AuthenticVault(openEmbeddedVault(file, { readonly: true }), secrets);
  try {
    const { kind, id } = SAFETY_CHECKPOINT;
    const kept = await vault.get<SafetyProgress>(kind, id);
    return kept && { sequence: kept.value.sequence, chain: kept.value.chain };
  } finally {
    await vault.close();
  }
}

function snapshotFiles(folder: string): SnapshotFiles {
  return { events: join(folder, EMBEDDED_FILES.events), vault: join(folder, EMBEDDED_FILES.vault) };
}
