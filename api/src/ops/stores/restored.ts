import { isoInstant, type Clock } from '../../config/clock.js';
import { markRestored, markSafety } from '../../engine/stores/restore-marker.js';
import { ERASURES } from '../../features/accounts/erasure/erasure-checkpoint.js';
import { usageOf } from '../command-line.js';
import { UsageError, type CommandRun, type Say } from '../command.js';
import { givenSafetyFile, safetyMarkerOf } from './given-safety-file.js';
import { refuseRunning } from '../move/export.js';
import { withStores, type OperatorStores } from './operator-stores.js';

/**
 * `restored --since <instant> [--safety-file <path>]`: after log and vault were restored by other tools than `restore`, as on database servers,
 * lets the next start settle what happened since. No server may run.
 */
export function restored(run: CommandRun): Promise<void> {
  const sinceMs = Date.parse(run.options.since ?? '');
  if (Number.isNaN(sinceMs)) throw new UsageError(usageOf('restored'));
  const file = givenSafetyFile(run);
  return withStores(run, 'exclusive', async (stores, { clock, secrets: keys }) => {
    await refuseRunning(stores, clock);
    // Checked first: nothing is recorded for a file that lost its end.
    const safety = await safetyMarkerOf({ file, keys, since: isoInstant(sinceMs) });
    await recordRestore(stores, { sinceMs, clock, say: run.say });
    await markSafety(stores.vault, safety);
  });
}

/** Records the restore, and ends every session: one that ended since the backup must not be valid again. */
export async function recordRestore(
  { vault }: Pick<OperatorStores, 'vault'>,
  { sinceMs, clock, say }: { readonly sinceMs: number; readonly clock: Clock; readonly say: Say },
): Promise<void> {
  if (sinceMs > clock.now()) throw new UsageError('--since is the instant of the backup, in the past');
  let ended = 0;
  for (;;) {
    const sessions = await vault.scan('session', null);
    if (sessions.length === 0) break;
    for (const { id } of sessions) await vault.delete('session', id);
    ended += sessions.length;
  }
  // The views may be older than the vault.
  await vault.delete(ERASURES.kind, ERASURES.id);
  // Last: a server that starts before does not know of it, and this command is repeated.
  const since = await markRestored(vault, isoInstant(sinceMs));
  say(
    `${ended} sessions ended; the next start doubts open charges, and lists the processor's since ${since}`,
  );
}
