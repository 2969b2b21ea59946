import { join } from 'node:path';
import { SqliteDatabase } from '../../engine/storage/sqlite.js';
import { DamagedFile } from '../../engine/storage/sqlite-errors.js';
import { StoreUnavailable } from '../../engine/storage/store-unavailable.js';
import type { Features } from '../../event-sourcing/event-sourcing.module.js';
import { isAuthentic } from '../../engine/event-store/codec.js';
import { BEGINNING } from '../../engine/event-store/event-store.port.js';
import { EMBEDDED_FILES } from '../../engine/stores/data-format.js';
import { CHECK_RECORD, requireLogOfSagas } from '../../engine/stores/own-secrets.js';
import type { Progress } from '../../engine/subscriptions/progress-meter.js';
import { everyRecord } from '../../engine/vault/every-record.js';
import { VAULT_KINDS } from '../../engine/vault/vault.port.js';
import { checkLedger } from './check-ledger.js';
import {
  outputOf,
  progressLine,
  reportTo,
  throttled,
  UsageError,
  type CommandRun,
  type Output,
  type Report,
} from '../command.js';
import { requireChain } from '../stores/copy-folder.js';
import { nameOf, pagesUntilNow } from './log-pages.js';
import { decryptingLog, loadFeatures, withStores, type OperatorStores } from '../stores/operator-stores.js';
import { verifyView, type ViewReport } from './verify-views.js';

/**
 * `verify [view…]`: checks the files, the log and the vault, then compares every view with a refold of the log, for which
 * every page must be readable; or only the views that are named, such as those that an interrupted run has not reached. A
 * server may write at the same time. @throws Error when anything differs, UsageError for an unknown view
 */
export function verify(run: CommandRun): Promise<void> {
  const { dataDir, words } = run;
  const output = outputOf(run);
  return withStores(run, 'read', async (stores) => {
    const { prefixes, projections } = await loadFeatures();
    const { viewStore } = stores;
    const wanted = wantedOf(projections, words);
    const isReadable = await checked('files', output, () =>
      Promise.resolve(stores.verifyChain ? checkFiles(dataDir) : 'on servers'),
    );
    const found = [isReadable];
    if (words.length === 0)
      found.push(
        await checked('log', output, () => checkLog({ ...stores, prefixes }, reportTo(output.note))),
        await checked('vault', output, () => checkVault(stores)),
      );
    // A server waits until a data key can be read again.
    if (!isReadable) throw new Error('A file is damaged, see above. The views were not compared.');
    await viewStore.declare(projections);
    found.push(...(await compareViews(stores, wanted, { output, scratchFolder: dataDir })));
    if (words.length === 0) found.push(await checked('ledger', output, () => checkLedger(viewStore)));
    if (found.includes(false)) throw new Error('Something differs, see above.');
    output.note(
      `${words.length === 0 ? 'every view is' : 'the named views are'} equal to a refold of the log`,
    );
  });
}

/** All of them when none is named. @throws UsageError for an unknown name */
function wantedOf(projections: Features['projections'], names: readonly string[]): Features['projections'] {
  const known = projections.map(({ name }) => name);
  if (!names.every((name) => known.includes(name)))
    throw new UsageError(`verify [--json] [view…], where view is one of ${known.join(', ')}`);
  return names.length === 0 ? projections : projections.filter(({ name }) => names.includes(name));
}

/** Whether each view is equal to a refold of the log. */
async function compareViews(
  stores: OperatorStores,
  wanted: Features['projections'],
  { output, scratchFolder }: { readonly output: Output; readonly scratchFolder: string },
): Promise<readonly boolean[]> {
  const compared = { log: await decryptingLog(stores), views: stores.viewStore, scratchFolder };
  const sayProgress = throttled(output.note);
  const found: boolean[] = [];
  for (const [place, projection] of wanted.entries()) {
    const title = `${projection.name} (view ${place + 1} of ${wanted.length})`;
    const progress: Progress = (...passed) => {
      sayProgress(() => `${title}: ${progressLine(...passed)}`);
    };
    const compare = async () =>
      sayReport(projection.name, await verifyView(compared, projection, progress), output);
    found.push(await unlessDamaged(projection.name, output, compare));
  }
  return found;
}

/** Prints the findings. False when something is wrong; a store that is away ends the command. */
function checked(name: string, output: Output, check: () => Promise<string>): Promise<boolean> {
  return unlessDamaged(name, output, async () => {
    const found = await check();
    output.tell({ check: name, ok: true, found }, `${name}: ${found}`);
    return true;
  });
}

async function unlessDamaged(
  name: string,
  { tell }: Output,
  check: () => Promise<boolean>,
): Promise<boolean> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof Error) || (error instanceof StoreUnavailable && !(error instanceof DamagedFile)))
      throw error;
    tell({ check: name, ok: false, found: error.message }, `${name}: ${error.message}`);
    return false;
  }
}

function checkFiles(folder: string): string {
  for (const name of Object.values(EMBEDDED_FILES)) {
    const file = new SqliteDatabase(join(folder, name), [], true);
    try {
      const [found] = file.first('PRAGMA quick_check(1)', []) ?? [];
      if (found !== 'ok') throw new Error(`${file.file} is damaged: ${String(found)}`);
    } finally {
      file.close();
    }
  }
  return 'every page can be read';
}

/** On servers no chain ties the events together: each is authenticated, and none may be missing in its stream. */
async function checkLog(
  { verifyChain, eventStore, prefixes, keys }: OperatorStores & Pick<Features, 'prefixes'>,
  report: Report,
): Promise<string> {
  if (verifyChain) return `${await requireChain(verifyChain(), report)} events agree with their hash chain`;
  const next = new Map<string, bigint>();
  let count = 0;
  for await (const { events } of pagesUntilNow(eventStore, { after: BEGINNING, prefixes }))
    for (const event of events) {
      const expected = next.get(event.stream) ?? 0n;
      const fault =
        event.revision === expected ? 'is not what was written' : `follows missing event ${expected}`;
      if (event.revision !== expected || !isAuthentic(keys.mac, event))
        throw new Error(`${nameOf(event)} at position ${event.position} ${fault}`);
      next.set(event.stream, expected + 1n);
      report('events checked', (count += 1), null);
    }
  return `${count} events are what was written`;
}

/** Reads every record. */
async function checkVault({ vault, eventStore, requireVaultEnd }: OperatorStores): Promise<string> {
  await requireVaultEnd?.();
  if (!(await vault.get(CHECK_RECORD.kind, CHECK_RECORD.id))) throw new Error('it has no check record');
  let records = 0;
  for (const kind of VAULT_KINDS) for await (const page of everyRecord(vault, kind)) records += page.length;
  await requireLogOfSagas(vault, eventStore);
  return `${records} records are what was written`;
}

function sayReport(name: string, report: ViewReport | null, { tell }: Output): boolean {
  if (!report) {
    tell({ check: name, ok: false, found: 'not built yet' }, `${name}: not built yet`);
    return false;
  }
  const { documents, events, parked, faultCount, faults } = report;
  const more = faultCount - faults.length;
  tell(
    { check: name, ok: faultCount === 0, ...report },
    `${name}: ${documents} documents of ${events} events${parked > 0 ? `, ${parked} parked` : ''}`,
    ...faults.map(({ kind, id, position }) => `   ${kind}: ${id} at ${position.replace(/^0+(?=.)/, '')}`),
    ...(more > 0 ? [`   and ${more} more`] : []),
  );
  return faultCount === 0;
}
