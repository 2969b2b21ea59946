import { randomUUID } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Clock, isoInstant } from '../../config/clock.js';
import { SECRETS_FILE } from '../../config/secrets-file.js';
import { BEGINNING, type StoredEvent } from '../../engine/event-store/event-store.port.js';
import { CopyRefused, refuseHalfImport } from '../../engine/stores/import-marker.js';
import { FORMAT_RECORD } from '../../engine/stores/server-format.js';
import { heldLease } from '../../engine/subscriptions/workers/lease.js';
import { everyRecord } from '../../engine/vault/every-record.js';
import { VAULT_KINDS, type VaultKind, type VaultRecord } from '../../engine/vault/vault.port.js';
import type { ViewStore } from '../../engine/view-store/view-store.port.js';
import { isOfSystem, pagesUntilNow } from '../checks/log-pages.js';
import { reportTo, type CommandRun, type Report } from '../command.js';
import {
  fillNewFolder,
  finishFile,
  requireChain,
  requireReadable,
  writeManifest,
} from '../stores/copy-folder.js';
import { loadFeatures, withStores, type OperatorStores } from '../stores/operator-stores.js';
import { FORMAT, writeSegments, type ExportManifest } from './format.js';

/** Leases and backtests belong to processes, which are not moved, and the format to the stores. Everything else is moved. */
export const MOVED_KINDS: readonly VaultKind[] = VAULT_KINDS.filter(
  (kind) => kind !== 'lease' && kind !== 'backtest' && kind !== FORMAT_RECORD.kind,
);

/** Snapshots of longer states stay behind: MongoDB might not take them, and they are made again. */
const SNAPSHOT_LIMIT_CHARACTERS = 8 * 1_024 * 1_024;

/** The stores that are moved; views are built from the log at the target. */
export interface MovedStores extends Pick<OperatorStores, 'eventStore' | 'vault' | 'keys' | 'verifyChain'> {
  readonly viewStore: Pick<ViewStore, 'generations'>;
  /** Beginnings of the names of our streams. Other streams on the same server are not moved. */
  readonly prefixes: readonly string[];
  /** Names of the projections that have views. */
  readonly projections: readonly string[];
}

/** `export <folder>`: everything that cannot be rebuilt, in a format that any stores can import. */
export async function exportCommand(run: CommandRun): Promise<void> {
  const { dataDir, words, say } = run;
  const target = resolve(words[0] ?? '');
  await withStores(run, 'exclusive', async (opened, { clock }) => {
    const stores = await movedStores(opened);
    const order = { stores, dataDir, target, clock, report: reportTo(say) };
    const { events, files, foreign } = await exportStores(order);
    say(`${events} events of ${opened.location} are in ${target}, ${files.length} files`);
    if (foreign.events > 0)
      say(`not exported, not Flip's: ${foreign.events} events, first of ${foreign.streams.join(', ')}`);
    say('Anyone with this folder can decrypt everything: it contains the secrets. Restrict access to it.');
  });
}

export async function movedStores(opened: OperatorStores): Promise<MovedStores> {
  const { prefixes, projections } = await loadFeatures();
  return { ...opened, prefixes, projections: projections.map(({ name }) => name) };
}

export interface ExportOrder {
  readonly stores: MovedStores;
  readonly dataDir: string;
  readonly target: string;
  readonly clock: Clock;
  readonly report: Report;
}

/** Most names of foreign streams that are listed. */
const FOREIGN_STREAMS_LIMIT = 20;

/** Other applications' events in the same log: their number and the names of the first streams. */
interface Foreign {
  readonly events: number;
  readonly streams: readonly string[];
}

/**
 * Writes log, vault and secrets of any stores into a new folder, after checking the log against its hash chain and that
 * every encrypted event can be decrypted with these secrets. Nothing else may run at the same time: the vault would be ahead
 * of the log. @throws CopyRefused if something is, DamagedLog; nothing remains then
 */
export async function exportStores(
  order: ExportOrder,
): Promise<Omit<ExportManifest, 'format'> & { readonly foreign: Foreign }> {
  const { stores, dataDir, target, clock, report } = order;
  await refuseHalfImport(stores.vault);
  await refuseRunning(stores, clock);
  return fillNewFolder(target, dataDir, async (folder) => {
    // The export gets a new chain: existing damage would look valid there.
    if (stores.verifyChain) await requireChain(stores.verifyChain(), report);
    const log = await exportLog(folder, order);
    const vault = await exportVault(folder, order);
    await refuseRunning(stores, clock);
    for await (const { events } of pagesUntilNow(stores.eventStore, {
      after: log.through,
      prefixes: stores.prefixes,
    }))
      if (events.length > 0)
        throw new CopyRefused('Something was recorded meanwhile: stop every Flip server first');
    // Data keys are encrypted with the secrets, and stream names are derived from them.
    await copyFile(join(dataDir, SECRETS_FILE), join(folder, SECRETS_FILE));
    const manifest = {
      madeAt: isoInstant(clock.now()),
      exportId: randomUUID(),
      events: log.events,
      records: vault.records,
      files: [...log.files, ...vault.files, await finishFile(folder, SECRETS_FILE)],
    };
    await writeManifest(folder, { format: FORMAT, ...manifest });
    return { ...manifest, foreign: log.foreign };
  });
}

/** On database servers only a lease shows that an API process is running. @throws CopyRefused */
export async function refuseRunning({ vault }: Pick<MovedStores, 'vault'>, clock: Clock): Promise<void> {
  const lease = await heldLease(vault, clock.now());
  if (lease !== null)
    throw new CopyRefused(
      `A server works on these stores (it holds the lease "${lease}"): stop all servers; a killed one counts for five seconds`,
    );
}

async function exportLog(folder: string, { stores, report }: ExportOrder) {
  const { eventStore, keys, prefixes, verifyChain } = stores;
  // Positions count events only in a folder's log.
  const total = verifyChain ? Number(await eventStore.head()) : null;
  let through = BEGINNING;
  let events = 0;
  let foreignEvents = 0;
  const streams = new Set<string>();
  const isOwn = ({ stream }: StoredEvent) => prefixes.some((prefix) => stream.startsWith(prefix));
  const pages = async function* () {
    for await (const page of pagesUntilNow(eventStore, { after: BEGINNING, prefixes: [''] })) {
      const own = page.events.filter(isOwn);
      for (const event of own) await requireReadable(keys, event);
      yield own.map((event) => ({ ...event, revision: String(event.revision) }));
      events += own.length;
      through = page.through;
      for (const { stream } of page.events.filter((event) => !isOwn(event) && !isOfSystem(event))) {
        foreignEvents += 1;
        if (streams.size < FOREIGN_STREAMS_LIMIT) streams.add(stream);
      }
      report('events', events, total);
    }
  };
  const files = await writeSegments(folder, 'events', pages());
  return { files, through, events, foreign: { events: foreignEvents, streams: [...streams] } };
}

async function exportVault(folder: string, { stores: { vault }, report }: ExportOrder) {
  const records: ExportManifest['records'] = {};
  let done = 0;
  const pages = async function* () {
    for (const kind of MOVED_KINDS) {
      const before = done;
      for await (const records of everyRecord(vault, kind)) {
        const page = records.filter(isMoved(kind));
        yield page.map(({ id, owner, value }) => ({ kind, id, owner, value }));
        report('vault records', (done += page.length), null);
      }
      records[kind] = done - before;
    }
  };
  return { files: await writeSegments(folder, 'vault', pages()), records };
}

const isMoved =
  (kind: VaultKind) =>
  ({ value }: VaultRecord): boolean =>
    kind !== 'state' || JSON.stringify(value).length <= SNAPSHOT_LIMIT_CHARACTERS;
