import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isoInstant, systemClock } from '../infrastructure/clock.js';
import { CopyRefused, syncPath } from '../infrastructure/new-folder.js';
import { openStores, serverUrls } from '../infrastructure/open-stores.js';
import { readCheckedExport } from '../infrastructure/portable/export-format.js';
import { exportStores, type MoveTold } from '../infrastructure/portable/export-stores.js';
import { importStores } from '../infrastructure/portable/import-stores.js';
import type { MovedStores } from '../infrastructure/portable/stored-events.js';
import { prepareRuntime, type PreparedRuntime } from '../infrastructure/prepare-runtime.js';
import { SECRETS_FILE } from '../infrastructure/secrets-file.js';
import { eventDeclarations, streamPrefixes } from '../rooms.js';
import { sometimes, UsageError, type FolderCommand, type Say } from './operator-command.js';

/** `export <folder>`: everything that cannot be made again, in a form that any stores take. */
export async function exportEverything({ dataDir, words: [target], say }: FolderCommand): Promise<void> {
  if (target === undefined) throw new UsageError('export <folder>, which must be new or empty');
  if (!existsSync(join(dataDir, SECRETS_FILE)))
    throw new UsageError(`Nothing in ${dataDir}; FLIP_DATA names the folder`);
  const stores = await openStoresToMove(await prepareRuntime(process.env));
  try {
    const { events, files, leftBehind } = await exportStores({
      stores,
      dataDir,
      target: resolve(target),
      madeAt: isoInstant(systemClock.now()),
      told: teller(say),
    });
    say(`${String(events)} events are in ${resolve(target)}, ${String(files.length)} files`);
    if (leftBehind.events > 0)
      say(
        `left behind, not Flip's: ${String(leftBehind.events)} events, first of ${leftBehind.streams.join(', ')}`,
      );
    say('It opens everything, personal fields too: keep it where only its keepers can read it.');
  } finally {
    await stores.close();
  }
}

/** `import <folder>`: fills the stores that the environment names. */
export async function importEverything({ dataDir, words: [named], say }: FolderCommand): Promise<void> {
  if (named === undefined) throw new UsageError('import <folder>, into empty stores');
  const source = resolve(named);
  await readCheckedExport(source);
  await adoptSecrets(source, dataDir);
  const stores = await openStoresToMove(await prepareRuntime(process.env));
  try {
    const { events, records, resumedAfter } = await importStores({ stores, source, told: teller(say) });
    if (resumedAfter > 0) say(`went on after ${String(resumedAfter)} events of an import that was cut off`);
    say(`${String(events)} events and ${String(records)} vault records are as in the export`);
    say('Views are built from the log at the next start; "verify" then proves them.');
  } finally {
    await stores.close();
  }
}

interface OpenedToMove extends MovedStores {
  close(): Promise<void>;
}

/** Embedded stores are held by this process alone, so that no server records anything meanwhile. */
async function openStoresToMove({ config, secrets }: PreparedRuntime): Promise<OpenedToMove> {
  const stores = await openStores({
    folder: config.FLIP_DATA,
    servers: serverUrls(config),
    keyEncryptionKey: secrets.keyEncryptionKey,
    declarations: eventDeclarations,
  });
  return { ...stores, prefixes: streamPrefixes };
}

/** What was sealed with the old secrets opens with them alone. */
async function adoptSecrets(source: string, dataDir: string): Promise<void> {
  const own = join(dataDir, SECRETS_FILE);
  if (existsSync(own)) {
    const [mine, theirs] = await Promise.all([own, join(source, SECRETS_FILE)].map(readJson));
    if (!isDeepStrictEqual(mine, theirs))
      throw new CopyRefused(`${dataDir} has secrets of its own: nothing of the export would open with them`);
    return;
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if ((await readdir(dataDir)).some((name) => name.endsWith('.db')))
    throw new CopyRefused(`${dataDir} holds stores whose ${SECRETS_FILE} is missing`);
  const draft = `${own}.importing`;
  await copyFile(join(source, SECRETS_FILE), draft);
  await chmod(draft, 0o600);
  await syncPath(draft);
  await rename(draft, own);
  await syncPath(dataDir);
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'));
}

function teller(say: Say): MoveTold {
  const sayProgress = sometimes(say);
  return (step, done, total) => {
    sayProgress(() => `${step}: ${String(done)}${total === null ? '' : ` of ${String(total)}`}`);
  };
}
