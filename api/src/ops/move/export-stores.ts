import { randomUUID } from 'node:crypto';
import { chmod, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, isoInstant } from '../../config/clock.js';
import { CopyRefused } from '../../config/copy-refused.js';
import { requireDataKey } from '../data-key-check.js';
import { fileSum, OWNER_ONLY, syncPath } from '../../config/durable-files.js';
import { fillNewFolder } from '../../config/new-folder.js';
import { BEGINNING, type StoredEvent } from '../../event-store/event-store.port.js';
import { heldLease } from '../../subscriptions/leased-worker.js';
import { everyRecord } from '../../vault/every-record.js';
import { VAULT_KINDS, type VaultKind } from '../../vault/vault.port.js';
import {
  writeExportManifest,
  type ExportedFile,
  type ExportedRecord,
  type ExportManifest,
} from './export-format.js';
import { SECRETS_FILE } from '../../config/secrets-file.js';
import { refuseHalfImport } from '../../stores/import-marker.js';
import { SegmentWriter } from './segment-writer.js';
import { isJsonObject } from '../../event-store/json.js';
import { ALL_STREAMS, eventsUntilNow, toldEvent, type MovedStores } from './stored-events.js';

/** A lease belongs to a process, and none of them comes along. All else moves. */
export const MOVED_KINDS: readonly VaultKind[] = VAULT_KINDS.filter((kind) => kind !== 'lease');

/** How many of what are done, of how many where that is known. */
export type MoveTold = (step: string, done: number, total: number | null) => void;

export interface ExportOrder {
  readonly stores: MovedStores;
  readonly dataDir: string;
  readonly target: string;
  readonly clock: Clock;
  readonly told: MoveTold;
}

/** Most names of others' streams that are told. */
const FOREIGN_STREAMS_TOLD = 20;

/** What others keep in the same log: how many events, and the names of the first streams. */
export interface LeftBehind {
  readonly events: number;
  readonly streams: readonly string[];
}

/** What an export holds, and what it left behind. */
export interface Exported extends Omit<ExportManifest, 'format'> {
  readonly leftBehind: LeftBehind;
}

/**
 * Writes log, vault and secrets of any stores into a new folder, once the log agrees with its hash chain and every
 * sealed event is known to open with these secrets. Nothing may be at work meanwhile: the vault would be ahead of the
 * log. @throws CopyRefused when something was, DamagedLog; nothing is left behind then
 */
export async function exportStores(order: ExportOrder): Promise<Exported> {
  const { stores, dataDir, target, clock } = order;
  await refuseHalfImport(stores.vault);
  await refuseAtWork(stores, clock);
  return fillNewFolder(target, dataDir, async (folder) => {
    await checkChain(order);
    const log = await exportLog(folder, order);
    const vault = await exportVault(folder, order);
    await refuseAtWork(stores, clock);
    for await (const { events } of eventsUntilNow(stores, log.through))
      if (events.length > 0)
        throw new CopyRefused('Something was recorded meanwhile: stop every Flip server first');
    const files = [...log.files, ...vault.files, await exportSecrets(folder, dataDir)];
    const madeAt = isoInstant(clock.now());
    const manifest = { madeAt, exportId: randomUUID(), events: log.events, records: vault.records, files };
    await writeExportManifest(folder, manifest);
    return { ...manifest, leftBehind: log.leftBehind };
  });
}

/** On servers nothing else tells that an API process is at work. @throws CopyRefused */
export async function refuseAtWork({ vault }: MovedStores, clock: Clock): Promise<void> {
  const lease = await heldLease(vault, clock.now());
  if (lease !== null)
    throw new CopyRefused(
      `A server works on these stores (it holds the lease "${lease}"): stop every one; a killed one counts for five seconds`,
    );
}

/** A new log gets a new chain: what is damaged now would look whole there. @throws DamagedLog */
async function checkChain({ stores: { verifyChain }, told }: ExportOrder): Promise<void> {
  if (!verifyChain) return;
  for await (const { events, total, damage } of verifyChain()) {
    if (damage) throw damage;
    told('hash chain checked', events, total);
  }
}

async function exportLog(folder: string, { stores, told }: ExportOrder) {
  const segments = new SegmentWriter(folder, 'events');
  let through = BEGINNING;
  let events = 0;
  const others = new Set<string>();
  let foreign = 0;
  try {
    for await (const page of eventsUntilNow(stores, BEGINNING, ALL_STREAMS)) {
      for (const event of page.events) await requireDataKey(stores.keys, event.data, toldEvent(event));
      await segments.add(page.events.map(exportedEvent));
      events += page.events.length;
      through = page.through;
      foreign += page.foreign.length;
      for (const stream of page.foreign) if (others.size < FOREIGN_STREAMS_TOLD) others.add(stream);
      told('events', events, null);
    }
    const leftBehind = { events: foreign, streams: [...others] };
    return { files: await segments.finish(), through, events, leftBehind };
  } finally {
    await segments.close();
  }
}

async function exportVault(folder: string, { stores: { vault }, told }: ExportOrder) {
  const segments = new SegmentWriter(folder, 'vault');
  const records: ExportManifest['records'] = {};
  let done = 0;
  try {
    for (const kind of MOVED_KINDS) {
      const before = done;
      for await (const page of everyRecord(vault, kind)) {
        await segments.add(
          page.map(({ id, owner, value }) => ({ kind, id, owner, value }) as ExportedRecord),
        );
        told('vault records', (done += page.length), null);
      }
      records[kind] = done - before;
    }
    return { files: await segments.finish(), records };
  } finally {
    await segments.close();
  }
}

/** Data keys are wrapped with the secrets, and names of streams made with them: without them nothing opens. */
async function exportSecrets(folder: string, dataDir: string): Promise<ExportedFile> {
  const path = join(folder, SECRETS_FILE);
  await copyFile(join(dataDir, SECRETS_FILE), path);
  await chmod(path, OWNER_ONLY);
  await syncPath(path);
  return { name: SECRETS_FILE, ...(await fileSum(path)) };
}

function exportedEvent({ revision, data, metadata, ...event }: StoredEvent): object {
  if (!isJsonObject(data) || !isJsonObject(metadata))
    throw new CopyRefused(`${toldEvent({ revision, ...event })} is damaged: its JSON cannot be read`);
  return { ...event, revision: String(revision), data, metadata };
}
