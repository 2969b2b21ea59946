import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Position } from '../../event-sourcing/event.js';
import type { Clock } from '../../config/clock.js';
import { CopyRefused } from '../../config/copy-refused.js';
import { requireDataKey } from '../data-key-check.js';
import { everyRecord } from '../../vault/every-record.js';
import type { Vault, VaultKind } from '../../vault/vault.port.js';
import {
  exportedEvents,
  exportedRecords,
  type ExportedRecord,
  type ExportManifest,
} from './export-format.js';
import { MOVED_KINDS, refuseAtWork, type MoveTold } from './export-stores.js';
import { IMPORT_MARKER } from '../../stores/import-marker.js';
import { appendLeft, matchStored, PositionMap } from './imported-events.js';
import { toldEvent, type MovedStores } from './stored-events.js';

/** Vault writes under way at once. */
const PARALLEL_PUTS_LIMIT = 64;

/** Kinds that hold positions of the log; their records go in last, with the positions of the new log. */
const PLACED_KINDS: ReadonlySet<VaultKind> = new Set<VaultKind>(['checkpoint', 'parked']);
const checkpointSchema = z.looseObject({ through: z.string() });
const parkedSchema = z.looseObject({ events: z.array(z.looseObject({ position: z.string() })) });

export interface ImportOrder {
  readonly stores: MovedStores;
  readonly source: string;
  /** Of the source, whose files were held against it. */
  readonly manifest: ExportManifest;
  readonly clock: Clock;
  readonly told: MoveTold;
}

/** How the import went. */
export interface Imported {
  /** Events that an import cut off earlier had brought already. */
  readonly resumedAfter: number;
  readonly events: number;
  readonly records: number;
}

/**
 * Fills empty stores with an export, or goes on where a cut-off import of the same export stood. The vault goes before
 * the log, so that no event is ever there without its data key; what holds positions goes last. Everything is read
 * again and held against the export, and opened as far as its data key tells. @throws CopyRefused
 */
export async function importStores(order: ImportOrder): Promise<Imported> {
  const { stores, manifest } = order;
  await refuseAtWork(stores, order.clock);
  await claim(stores, manifest);
  await importRecords(order);
  const resumedAfter = await importEvents(order);
  const positions = await checkEvents(order);
  await importPlaces(order, positions);
  const records = await checkRecords(order, positions);
  await stores.vault.delete(IMPORT_MARKER.kind, IMPORT_MARKER.id);
  return { resumedAfter, events: manifest.events, records };
}

async function claim(stores: MovedStores, { exportId }: ExportManifest): Promise<void> {
  const { vault } = stores;
  const begun = await vault.get<{ readonly exportId: string }>(IMPORT_MARKER.kind, IMPORT_MARKER.id);
  if (begun?.value.exportId === exportId) return;
  if (begun) throw new CopyRefused('An import of another export was begun here and not finished');
  for (const kind of MOVED_KINDS)
    if ((await vault.scan(kind, null)).length > 0) throw new CopyRefused('The vault is not empty');
  await matchStored(stores, nothing(), () => undefined);
  await refuseViews(stores);
  const outcome = await vault.put(
    IMPORT_MARKER.kind,
    IMPORT_MARKER.id,
    { owner: IMPORT_MARKER.owner, value: { exportId } },
    null,
  );
  if (outcome === 'stale') throw new CopyRefused('Another import has begun here');
}

/** They would go on from where they stood in another log. */
async function refuseViews({ viewStore, projections }: MovedStores): Promise<void> {
  for (const name of projections) {
    const { live, building } = await viewStore.generations(name);
    if (live !== null || building !== null)
      throw new CopyRefused(`There are views of another log (${name}): remove them, they are built anew`);
  }
}

// eslint-disable-next-line @typescript-eslint/require-await -- an export without events
async function* nothing(): AsyncGenerator<never> {
  yield* [];
}

function recordCount({ records }: ExportManifest): number {
  return Object.values(records).reduce((sum, count) => sum + count, 0);
}

async function importRecords({ stores, source, manifest, told }: ImportOrder): Promise<void> {
  const total = recordCount(manifest);
  let done = 0;
  let waiting: ExportedRecord[] = [];
  const flush = async () => {
    await Promise.all(waiting.map((record) => putOnce(stores.vault, record)));
    waiting = [];
    told('vault records', done, total);
  };
  for await (const record of exportedRecords(source, manifest)) {
    done += 1;
    if (PLACED_KINDS.has(record.kind)) continue;
    waiting.push(record);
    if (waiting.length >= PARALLEL_PUTS_LIMIT) await flush();
  }
  await flush();
}

async function importEvents({ stores, source, manifest, told }: ImportOrder): Promise<number> {
  const exported = exportedEvents(source, manifest);
  const resumedAfter = await matchStored(stores, exported, () => undefined);
  let done = resumedAfter;
  await appendLeft(stores.eventStore, exported, (count) => told('events', (done += count), manifest.events));
  return resumedAfter;
}

/** Reads the whole new log and holds it against the export; finds the new positions on the way. */
async function checkEvents({ stores, source, manifest, told }: ImportOrder): Promise<PositionMap> {
  const positions = new PositionMap(await wantedPositions(source, manifest));
  const exported = exportedEvents(source, manifest);
  let done = 0;
  const count = await matchStored(stores, exported, async (from, to) => {
    await requireDataKey(stores.keys, to.data, toldEvent(to));
    positions.see(from.position, to.position);
    told('events checked', (done += 1), manifest.events);
  });
  const left = await exported.next();
  if (count !== manifest.events || left.done !== true)
    throw new CopyRefused(`The log has ${count} of ${manifest.events} events after the import`);
  positions.end();
  return positions;
}

async function wantedPositions(source: string, manifest: ExportManifest): Promise<ReadonlySet<Position>> {
  const wanted = new Set<Position>();
  for await (const record of exportedRecords(source, manifest)) {
    if (!PLACED_KINDS.has(record.kind)) continue;
    placedAt(record, (position) => {
      wanted.add(position);
      return position;
    });
  }
  return wanted;
}

async function importPlaces(
  { stores, source, manifest }: ImportOrder,
  positions: PositionMap,
): Promise<void> {
  for await (const record of exportedRecords(source, manifest)) {
    if (!PLACED_KINDS.has(record.kind)) continue;
    await putOnce(
      stores.vault,
      placedAt(record, (position) => positions.of(position)),
    );
  }
}

/** The record with each of its positions changed. */
function placedAt(record: ExportedRecord, change: (position: Position) => Position): ExportedRecord {
  if (record.kind === 'checkpoint') {
    const value = checkpointSchema.parse(record.value);
    return { ...record, value: { ...record.value, through: change(value.through) } };
  }
  const { events } = parkedSchema.parse(record.value);
  const moved = events.map((event) => ({ ...event, position: change(event.position) }));
  return { ...record, value: { ...record.value, events: moved } };
}

/** A record that an import cut off earlier has put is there already, as it is in the export. */
async function putOnce(vault: Vault, record: ExportedRecord): Promise<void> {
  const { kind, id, owner, value } = record;
  if ((await vault.put(kind, id, { owner, value }, null)) !== 'ok') await requireRecord(vault, record);
}

/** Each record is there as it was, with its places in the new log, and no other is. */
async function checkRecords(
  { stores: { vault }, source, manifest, told }: ImportOrder,
  positions: PositionMap,
): Promise<number> {
  const total = recordCount(manifest);
  let checked = 0;
  for await (const record of exportedRecords(source, manifest)) {
    const isPlaced = PLACED_KINDS.has(record.kind);
    await requireRecord(vault, isPlaced ? placedAt(record, (position) => positions.of(position)) : record);
    told('vault records checked', (checked += 1), total);
  }
  let there = 0;
  for (const kind of MOVED_KINDS)
    for await (const page of everyRecord(vault, kind))
      there += page.filter(({ id }) => kind !== IMPORT_MARKER.kind || id !== IMPORT_MARKER.id).length;
  if (there !== total) throw new CopyRefused(`The vault has ${there} of ${total} records after the import`);
  return there;
}

async function requireRecord(vault: Vault, { kind, id, owner, value }: ExportedRecord): Promise<void> {
  const found = await vault.get(kind, id);
  if (found?.owner !== owner || !isDeepStrictEqual(found.value, value))
    throw new CopyRefused(`The vault has another ${kind} than the export: something else writes into it`);
}
