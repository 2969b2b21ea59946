import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { Anchor } from '../event-store/anchor.js';
import { EMBEDDED_FILES } from '../open-embedded.js';
import { readSecrets } from '../secrets-file.js';
import {
  BESIDE_FILES,
  SECRETS_FILE,
  fileSum,
  syncPath,
  writeManifest,
  type BackupFile,
  type BackupManifest,
} from './backup-manifest.js';
import { BackupRefused, checkCopy } from './check-copy.js';
import { copySnapshot, type SnapshotFiles } from './embedded-snapshot.js';

const OWNER_ONLY = 0o600;

/** Where from, where to, and who is told how far it is. */
export interface BackupOrder {
  readonly dataDir: string;
  readonly target: string;
  readonly madeAt: string;
  readonly told: (step: string, events: number, total: number) => void;
}

/**
 * Copies the embedded stores beside a running server, checks the copy, and only then gives it its name and manifest.
 * @throws BackupRefused, DamagedLog, StoreUnavailable; nothing is left behind then
 */
export async function makeBackup(order: BackupOrder): Promise<BackupManifest> {
  const target = resolve(order.target);
  await refuseTaken(order.dataDir, target);
  await mkdir(dirname(target), { recursive: true });
  // Beside the target, so that one rename makes it the backup; mkdtemp makes it its owner's alone.
  const folder = await mkdtemp(join(dirname(target), `.${basename(target)}.unfinished-`));
  try {
    const manifest = await fill(folder, order);
    await rename(folder, target);
    await syncPath(dirname(target));
    return manifest;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function fill(folder: string, { dataDir, madeAt, told }: BackupOrder): Promise<BackupManifest> {
  const { keyEncryptionKey } = readSecrets(dataDir);
  // Read before the copy is taken: the log's end may only have moved on since.
  const anchor = await new Anchor(join(dataDir, `${EMBEDDED_FILES.events}.anchor`)).read();
  const to = snapshotFiles(folder);
  await copySnapshot(snapshotFiles(dataDir), to, (events, total) => told('copied', events, total));
  const tail = await checkCopy(to, { anchor, keyEncryptionKey }, (check, events, total) =>
    told(`${check} checked`, events, total),
  );
  const beside = [SECRETS_FILE, ...BESIDE_FILES].filter((name) => existsSync(join(dataDir, name)));
  for (const name of beside) await copyFile(join(dataDir, name), join(folder, name));
  const files: BackupFile[] = [];
  for (const name of [EMBEDDED_FILES.events, EMBEDDED_FILES.vault, ...beside] as BackupFile['name'][]) {
    const path = join(folder, name);
    await chmod(path, OWNER_ONLY);
    await syncPath(path);
    files.push({ name, ...(await fileSum(path)) });
  }
  const manifest = { madeAt, events: tail.position, chain: tail.chain, files };
  await writeManifest(folder, manifest);
  await syncPath(folder);
  return { format: 1, ...manifest };
}

async function refuseTaken(dataDir: string, target: string): Promise<void> {
  if (!existsSync(join(dataDir, EMBEDDED_FILES.events)))
    throw new BackupRefused(`No event log in ${dataDir}; FLIP_DATA names the folder`);
  if (`${target}${sep}`.startsWith(`${resolve(dataDir)}${sep}`))
    throw new BackupRefused('A backup inside the data folder would be lost with it');
  if (!existsSync(target)) return;
  const content = await readdir(target).catch(() => {
    throw new BackupRefused(`${target} is not a folder`);
  });
  if (content.length > 0) throw new BackupRefused(`${target} is not empty`);
}

function snapshotFiles(folder: string): SnapshotFiles {
  return { events: join(folder, EMBEDDED_FILES.events), vault: join(folder, EMBEDDED_FILES.vault) };
}
