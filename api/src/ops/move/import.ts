import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Clock } from '../../config/clock.js';
import { syncPath } from '../../config/files.js';
import { createSecrets, parseSecrets, readSecrets, SECRETS_FILE } from '../../config/secrets-file.js';
import type { Position } from '../../event-sourcing/event.js';
import { CopyRefused, IMPORT_MARKER } from '../../engine/stores/import-marker.js';
import { markServerFormat } from '../../engine/stores/server-format.js';
import { CHECK_RECORD, requireSameSecrets } from '../../engine/stores/own-secrets.js';
import { everyRecord } from '../../engine/vault/every-record.js';
import type { Vault, VaultKind } from '../../engine/vault/vault.port.js';
import { reportTo, type CommandRun, type Report } from '../command.js';
import { requireReadable } from '../stores/copy-folder.js';
import { requireSecrets, withStores } from '../stores/operator-stores.js';
import { movedStores, MOVED_KINDS, refuseRunning, type MovedStores } from './export.js';
import {
  exportedEvents,
  exportedRecords,
  readCheckedExport,
  type ExportedRecord,
  type ExportManifest,
} from './format.js';
import { appendRemaining, matchStored, PositionMap, refuseEvents } from './imported-events.js';

/** Vault writes in progress at once. */
const PARALLEL_PUTS_LIMIT = 64;

/** Kinds that contain positions of the log; they are imported last, with the positions of the new log. */
const PLACED_KINDS: ReadonlySet<VaultKind> = new Set<VaultKind>(['checkpoint', 'parked']);
/** Some checkpoints contain no position. */
const checkpointSchema = z.looseObject({ through: z.string().optional() });
const parkedSchema = z.looseObject({ events: z.array(z.looseObject({ position: z.string() })) });

/** `import <folder>`: fills the configured stores. */
export async function importCommand(run: CommandRun): Promise<void> {
  const { dataDir, words, say } = run;
  const source = resolve(words[0] ?? '');
  const manifest = await readCheckedExport(source);
  requireSecrets(source);
  await requireExportedSecrets(source, manifest);
  await adoptSecrets(source, dataDir);
  await withStores(run, 'create', async (opened, { clock }) => {
    const stores = await movedStores(opened);
    const order = { stores, source, manifest, clock, report: reportTo(say) };
    const { events, records, resumedAfter } = await importStores(order);
    if (resumedAfter > 0) say(`resumed an interrupted import after ${resumedAfter} events`);
    say(`${events} events and ${records} vault records in ${opened.location} are as in the export`);
    say('Views are built from the log at the next start; "verify" then checks them.');
  });
}

/** @throws CopyRefused, ConfigurationError when the export's data was written with other secrets than it brings */
async function requireExportedSecrets(source: string, manifest: ExportManifest): Promise<void> {
  for await (const { kind, value } of exportedRecords(source, manifest)) {
    if (kind !== CHECK_RECORD.kind) break;
    requireSameSecrets(value, { secrets: parseSecrets(source), file: `${SECRETS_FILE} of the export` });
    return;
  }
  throw new CopyRefused('The export has no check record: its secrets cannot be checked');
}

/** Data encrypted with the old secrets can be decrypted only with them. @throws CopyRefused */
async function adoptSecrets(source: string, dataDir: string): Promise<void> {
  const secrets = parseSecrets(source);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  createSecrets(dataDir, secrets);
  await syncPath(dataDir);
  if (!isDeepStrictEqual(readSecrets(dataDir), secrets))
    throw new CopyRefused(`${join(dataDir, SECRETS_FILE)} has other secrets: they cannot decrypt the export`);
}

export interface ImportOrder {
  readonly stores: MovedStores;
  readonly source: string;
  /** Of the source; its files match it. */
  readonly manifest: ExportManifest;
  readonly clock: Clock;
  readonly report: Report;
}

/**
 * Fills empty stores with an export, or resumes an interrupted import of the same export. The vault comes before the log,
 * so that no event is ever without its data key; positions come last. Everything is then read back and compared with the
 * export, and the data keys are checked.
 * @returns how much was imported, and the number of events that an interrupted import had appended before
 * @throws CopyRefused
 */
export async function importStores(order: ImportOrder) {
  const { stores, manifest } = order;
  await refuseRunning(stores, order.clock);
  await claim(stores, manifest);
  if (stores.verifyChain === null) await markServerFormat(stores);
  const placed = await importRecords(order);
  const wanted: Position[] = [];
  for (const record of placed) moved(record, (position) => (wanted.push(position), position));
  const resumedAfter = await importEvents(order, wanted);
  const positions = await checkEvents(order, wanted);
  const inNewLog = (record: ExportedRecord) =>
    moved(record, (position) =>
      record.kind === 'parked' ? positions.ofEvent(position) : positions.upTo(position),
    );
  for (const record of placed) await putOnce(stores.vault, inNewLog(record));
  const records = await checkRecords(order, inNewLog);
  await stores.vault.delete(IMPORT_MARKER.kind, IMPORT_MARKER.id);
  return { resumedAfter, events: manifest.events, records };
}

async function claim(stores: MovedStores, { exportId }: ExportManifest): Promise<void> {
  const { vault } = stores;
  const { kind, id, owner } = IMPORT_MARKER;
  const begun = await vault.get<{ readonly exportId: string }>(kind, id);
  if (begun?.value.exportId === exportId) return;
  if (begun) throw new CopyRefused('An import of another export was begun here and not finished');
  for (const moving of MOVED_KINDS)
    if ((await vault.scan(moving, null)).length > 0) throw new CopyRefused('The vault is not empty');
  await refuseEvents(stores);
  await refuseViews(stores);
  if ((await vault.put(kind, id, { owner, value: { exportId } }, null)) === 'stale')
    throw new CopyRefused('Another import has begun here');
}

/** Their checkpoints belong to another log. */
async function refuseViews({ viewStore, projections }: MovedStores): Promise<void> {
  for (const name of projections) {
    const { live, building } = await viewStore.generations(name);
    if (live !== null || building !== null)
      throw new CopyRefused(`There are views of another log (${name}): remove them, they are rebuilt`);
  }
}

/** Imports the records without positions. @returns the others, of which there are few */
async function importRecords({ stores, source, manifest, report }: ImportOrder): Promise<ExportedRecord[]> {
  const total = recordCount(manifest);
  const placed: ExportedRecord[] = [];
  let done = 0;
  let waiting: ExportedRecord[] = [];
  const flush = async () => {
    await Promise.all(waiting.map((record) => putOnce(stores.vault, record)));
    done += waiting.length;
    waiting = [];
    report('vault records', done, total);
  };
  for await (const record of exportedRecords(source, manifest)) {
    if (PLACED_KINDS.has(record.kind)) placed.push(record);
    else if (waiting.push(record) >= PARALLEL_PUTS_LIMIT) await flush();
  }
  await flush();
  return placed;
}

async function importEvents(
  { stores, source, manifest, report }: ImportOrder,
  barriers: readonly Position[],
): Promise<number> {
  const exported = exportedEvents(source, manifest);
  const { count: resumedAfter, missing } = await matchStored(stores, exported, () => undefined);
  const rest = async function* () {
    yield* missing;
    yield* exported;
  };
  let done = resumedAfter;
  await appendRemaining(
    { events: rest(), barriers },
    {
      store: stores.eventStore,
      // A folder's log has one order; on servers nothing reads across streams.
      keepsOrder: stores.verifyChain !== null,
      appended: (count) => report('events', (done += count), manifest.events),
    },
  );
  return resumedAfter;
}

/** Reads the whole new log and compares it with the export; finds the new positions of the `wanted` ones. */
async function checkEvents(
  { stores, source, manifest, report }: ImportOrder,
  wanted: readonly Position[],
): Promise<PositionMap> {
  const positions = new PositionMap(wanted);
  const exported = exportedEvents(source, manifest);
  let done = 0;
  const { count } = await matchStored(stores, exported, async (from, to) => {
    await requireReadable(stores.keys, to);
    positions.see(from.position, to.position);
    report('events checked', (done += 1), manifest.events);
  });
  const rest = await exported.next();
  if (count !== manifest.events || rest.done !== true)
    throw new CopyRefused(`The log has ${count} of ${manifest.events} events after the import`);
  return positions;
}

/** The record with each of its positions changed. */
function moved(record: ExportedRecord, change: (position: Position) => Position): ExportedRecord {
  if (record.kind === 'checkpoint') {
    const { through } = checkpointSchema.parse(record.value);
    return through === undefined
      ? record
      : { ...record, value: { ...record.value, through: change(through) } };
  }
  const { events } = parkedSchema.parse(record.value);
  const changed = events.map((event) => ({ ...event, position: change(event.position) }));
  return { ...record, value: { ...record.value, events: changed } };
}

/** An interrupted import may have stored the same record. */
async function putOnce(vault: Vault, record: ExportedRecord): Promise<void> {
  const { kind, id, owner, value } = record;
  if ((await vault.put(kind, id, { owner, value }, null)) !== 'ok') await requireRecord(vault, record);
}

/** Every record is stored as exported, with its positions in the new log, and there is no other. */
async function checkRecords(
  { stores: { vault }, source, manifest, report }: ImportOrder,
  inNewLog: (record: ExportedRecord) => ExportedRecord,
): Promise<number> {
  const total = recordCount(manifest);
  let checked = 0;
  for await (const record of exportedRecords(source, manifest)) {
    await requireRecord(vault, PLACED_KINDS.has(record.kind) ? inNewLog(record) : record);
    report('vault records checked', (checked += 1), total);
  }
  let stored = 0;
  for (const kind of MOVED_KINDS)
    for await (const page of everyRecord(vault, kind))
      stored += page.filter(({ id }) => kind !== IMPORT_MARKER.kind || id !== IMPORT_MARKER.id).length;
  if (stored !== total) throw new CopyRefused(`The vault has ${stored} of ${total} records after the import`);
  return stored;
}

async function requireRecord(vault: Vault, { kind, id, owner, value }: ExportedRecord): Promise<void> {
  const found = await vault.get(kind, id);
  if (found?.owner !== owner || !isDeepStrictEqual(found.value, value))
    throw new CopyRefused(`The vault has another ${kind} than the export: something else writes into it`);
}

function recordCount({ records }: ExportManifest): number {
  return Object.values(records).reduce((sum, count) => sum + count, 0);
}
