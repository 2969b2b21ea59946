import { verifyView, type ViewReport } from './verify-views.js';
import type { Looking } from './inspect.js';
import { progressLine, sometimes, type Say } from './operator-command.js';

/** What `verify` found is not as it must be; everything was said before. */
class NotEqual extends Error {
  override readonly name = 'NotEqual';
}

/**
 * `verify`: checks the log against its hash chain, then refolds it and compares every view with the refold. A server
 * may go on writing meanwhile. @throws NotEqual so that the command ends with an exit code
 */
export async function verify({ features, stores, dataDir, say }: Looking): Promise<void> {
  let sound = await verifyChain({ stores, say });
  const sayProgress = sometimes(say);
  for (const projection of features.projections) {
    const report = await verifyView(
      { log: stores.log, views: stores.views, scratchFolder: dataDir },
      projection,
      (events, rate, remaining) => {
        sayProgress(() => `${projection.name}: ${progressLine(events, rate, remaining)}`);
      },
    );
    sound = tell(report, say) && sound;
  }
  if (!sound) throw new NotEqual('Something differs, see above.');
  say('every view is equal to a refold of the log');
}

async function verifyChain({ stores, say }: Pick<Looking, 'stores' | 'say'>): Promise<boolean> {
  const sayProgress = sometimes(say);
  let checked = 0;
  if (!stores.verifyChain) {
    say('log: kept by a server, which checks its own files');
    return true;
  }
  for await (const { events, total, damage } of stores.verifyChain()) {
    checked = events;
    if (damage) {
      say(`log: ${damage.message}`);
      return false;
    }
    sayProgress(() => `log: ${String(events)} of ${String(total)} events`);
  }
  say(`log: ${String(checked)} events agree with their hash chain`);
  return true;
}

function tell(report: ViewReport, say: Say): boolean {
  const { projection, generation, documents, events, parked, unchecked, faultCount, faults } = report;
  if (generation === null) {
    say(`${projection}: not built yet`);
    return false;
  }
  const notes = [
    parked > 0 && `${String(parked)} parked`,
    unchecked > 0 && `${String(unchecked)} moved on unchecked`,
  ];
  const counts = `${String(documents)} documents of ${String(events)} events`;
  say([`${projection}: ${counts}`, ...notes.filter((note) => note !== false)].join(', '));
  for (const { kind, id, position } of faults)
    say(`   ${kind}: ${id} at ${position.replace(/^0+(?=.)/, '')}`);
  if (faultCount > faults.length) say(`   and ${String(faultCount - faults.length)} more`);
  return faultCount === 0;
}
