import { Codec } from '../event-store/codec.js';
import { DamagedLog } from '../event-store/embedded/hash-chain.js';
import { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { progressLine, reportTo, throttled, type CommandRun, type Say } from './command.js';
import { requireChain } from './copy-folder.js';
import { loadFeatures, withStores, type OperatorStores } from './operator-stores.js';
import { verifyView, type ViewReport } from './verify-views.js';

/**
 * `verify`: checks the log against its hash chain, then compares every view with a refold of the log. A server may
 * write at the same time. @throws Error when anything differs
 */
export function verify(run: CommandRun): Promise<void> {
  const { dataDir, say } = run;
  return withStores(run, 'read', async (stores) => {
    let isSound = await verifyLog(stores, say);
    const { events, projections } = await loadFeatures();
    const { viewStore: views } = stores;
    await views.declare(projections);
    const log = new EncryptedEventLog(stores.eventStore, new Codec(events, stores.keys));
    const sayProgress = throttled(say);
    for (const projection of projections) {
      const report = await verifyView({ log, views, scratchFolder: dataDir }, projection, (...progress) => {
        sayProgress(() => `${projection.name}: ${progressLine(...progress)}`);
      });
      isSound = sayReport(projection.name, report, say) && isSound;
    }
    if (!isSound) throw new Error('Something differs, see above.');
    say('every view is equal to a refold of the log');
  });
}

async function verifyLog({ verifyChain }: OperatorStores, say: Say): Promise<boolean> {
  if (!verifyChain) {
    say('log: stored by a database server, which checks its own files');
    return true;
  }
  try {
    say(`log: ${await requireChain(verifyChain(), reportTo(say))} events agree with their hash chain`);
    return true;
  } catch (error) {
    if (!(error instanceof DamagedLog)) throw error;
    say(`log: ${error.message}`);
    return false;
  }
}

function sayReport(name: string, report: ViewReport | null, say: Say): boolean {
  if (!report) {
    say(`${name}: not built yet`);
    return false;
  }
  const { documents, events, parked, unchecked, faultCount, faults } = report;
  const notes = [
    parked > 0 && `${parked} parked`,
    unchecked > 0 && `${unchecked} changed meanwhile, unchecked`,
  ];
  say([`${name}: ${documents} documents of ${events} events`, ...notes.filter(Boolean)].join(', '));
  for (const { kind, id, position } of faults)
    say(`   ${kind}: ${id} at ${position.replace(/^0+(?=.)/, '')}`);
  if (faultCount > faults.length) say(`   and ${faultCount - faults.length} more`);
  return faultCount === 0;
}
