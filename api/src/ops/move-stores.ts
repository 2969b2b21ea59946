import { existsSync } from 'node:fs';
import { chmod, copyFile, link, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { CopyRefused } from '../config/copy-refused.js';
import { OWNER_ONLY, syncPath } from '../config/durable-files.js';
import { errorCode } from '../config/error-code.js';
import { EMBEDDED_FILES } from '../stores/data-format.js';
import { openEmbedded } from '../stores/open-embedded.js';
import { openServers, serverUrls } from '../stores/open-stores.js';
import { readCheckedExport } from './move/export-format.js';
import { exportStores, type MoveTold } from './move/export-stores.js';
import { importStores } from './move/import-stores.js';
import type { MovedStores } from './move/stored-events.js';
import { prepareRuntime, type PreparedRuntime } from '../config/prepare-runtime.js';
import { SECRETS_FILE } from '../config/secrets-file.js';
import { DataKeys } from '../event-store/data-keys.js';
import type { Features } from '../event-sourcing/event-sourcing.module.js';
import { requireSecrets, sometimes, UsageError, type FolderCommand, type Say } from './operator-command.js';

/** `export <folder>`: everything that cannot be made again, in a form that any stores take. */
export async function exportEverything({
  features,
  dataDir,
  words: [target],
  say,
}: FolderCommand): Promise<void> {
  if (target === undefined) throw new UsageError('export <folder>, which must be new or empty');
  requireSecrets(dataDir);
  const prepared = await prepareRuntime(process.env);
  if (!serverUrls(prepared.config) && !existsSync(join(dataDir, EMBEDDED_FILES.events)))
    throw new UsageError(`No event log in ${dataDir}, and ESDB_URL and MONGO_URL name no servers`);
  const stores = await openStoresToMove(prepared, features);
  try {
    const { clock } = prepared;
    const order = { stores, dataDir, target: resolve(target), clock, told: teller(say) };
    const { events, files, leftBehind } = await exportStores(order);
    say(`${String(events)} events of ${stores.told} are in ${order.target}, ${String(files.length)} files`);
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
export async function importEverything({
  features,
  dataDir,
  words: [named],
  say,
}: FolderCommand): Promise<void> {
  if (named === undefined) throw new UsageError('import <folder>, into empty stores');
  const source = resolve(named);
  const manifest = await readCheckedExport(source);
  await adoptSecrets(source, dataDir);
  const prepared = await prepareRuntime(process.env);
  const stores = await openStoresToMove(prepared, features);
  try {
    const order = { stores, source, manifest, clock: prepared.clock, told: teller(say) };
    const { events, records, resumedAfter } = await importStores(order);
    if (resumedAfter > 0) say(`went on after ${String(resumedAfter)} events of an import that was cut off`);
    say(
      `${String(events)} events and ${String(records)} vault records in ${stores.told} are as in the export`,
    );
    say('Views are built from the log at the next start; "verify" then proves them.');
  } finally {
    await stores.close();
  }
}

interface OpenedToMove extends MovedStores {
  /** Where they are, as the operator is told. */
  readonly told: string;
  close(): Promise<void>;
}

/** Embedded stores are held by this process alone, so that no server records anything meanwhile. */
async function openStoresToMove(
  { config, secrets }: PreparedRuntime,
  { prefixes, projections }: Features,
): Promise<OpenedToMove> {
  const folder = config.FLIP_DATA;
  const servers = serverUrls(config);
  const opened = servers
    ? { ...(await openServers(servers)), verifyChain: null, told: 'EventStoreDB and MongoDB' }
    : { ...(await openFolder(folder)), told: folder };
  return {
    ...opened,
    keys: new DataKeys(opened.vault, secrets.keyEncryptionKey),
    prefixes,
    projections: projections.map(({ name }) => name),
  };
}

async function openFolder(folder: string) {
  const opened = await openEmbedded({ folder });
  return { ...opened, verifyChain: () => opened.eventStore.verifyChain() };
}

/** What was sealed with the old secrets opens with them alone. */
async function adoptSecrets(source: string, dataDir: string): Promise<void> {
  const own = join(dataDir, SECRETS_FILE);
  if (existsSync(own)) return requireSameSecrets(source, dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if ((await readdir(dataDir)).some((name) => name.endsWith('.db')))
    throw new CopyRefused(`${dataDir} holds stores whose ${SECRETS_FILE} is missing`);
  const draft = `${own}.importing`;
  await copyFile(join(source, SECRETS_FILE), draft);
  await chmod(draft, OWNER_ONLY);
  await syncPath(draft);
  try {
    // A link never takes the place of secrets that a server makes at this moment.
    await link(draft, own);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    await requireSameSecrets(source, dataDir);
  } finally {
    await rm(draft);
  }
  await syncPath(dataDir);
}

async function requireSameSecrets(source: string, dataDir: string): Promise<void> {
  const [theirs, mine] = await Promise.all(
    [source, dataDir].map((from) => readJson(join(from, SECRETS_FILE))),
  );
  if (!isDeepStrictEqual(mine, theirs))
    throw new CopyRefused(`${dataDir} has secrets of its own: nothing of the export would open with them`);
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
