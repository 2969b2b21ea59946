import { existsSync } from 'node:fs';
import { chmod, copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Anchor } from '../../event-store/embedded/anchor.js';
import { CopyRefused } from '../../config/copy-refused.js';
import { fileSum, OWNER_ONLY, syncPath } from '../../config/durable-files.js';
import { fillNewFolder } from '../../config/new-folder.js';
import { EMBEDDED_FILES } from '../../stores/data-format.js';
import { readSecrets, SECRETS_FILE } from '../../config/secrets-file.js';
import { BESIDE_FILES, writeManifest, type BackupFile, type BackupManifest } from './backup-manifest.js';
import { checkCopy } from './check-copy.js';
import { copySnapshot, type SnapshotFiles } from './embedded-snapshot.js';

/** Where from, where to, and who is told how far it is. */
export interface BackupOrder {
  readonly dataDir: string;
  readonly target: string;
  readonly madeAt: string;
  readonly told: (step: string, events: number, total: number) => void;
}

/**
 * Copies the embedded stores beside a running server, checks the copy, and only then gives it its name and manifest.
 * @throws CopyRefused, DamagedLog, StoreUnavailable; nothing is left behind then
 */
export async function makeBackup(order: BackupOrder): Promise<BackupManifest> {
  const target = resolve(order.target);
  if (!existsSync(join(order.dataDir, EMBEDDED_FILES.events)))
    throw new CopyRefused(`No event log in ${order.dataDir}; FLIP_DATA names the folder`);
  return fillNewFolder(target, order.dataDir, (folder) => fill(folder, order));
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
  return writeManifest(folder, { madeAt, events: tail.position, chain: tail.chain, files });
}

function snapshotFiles(folder: string): SnapshotFiles {
  return { events: join(folder, EMBEDDED_FILES.events), vault: join(folder, EMBEDDED_FILES.vault) };
}
