import type { Position } from '../../event-sourcing/event.js';
import { SAGA_OWNER } from '../../engine/vault/vault.port.js';
import type { CommandRun, Say } from '../command.js';
import { refuseRunning } from '../move/export.js';
import { withStores, type OperatorStores } from './operator-stores.js';

/**
 * `accept-log-end`: after a restore of a log that is older than the vault, lets sagas continue from the end of the log
 * instead of skipping what is recorded there from now on. No server may run.
 */
export function acceptLogEnd(run: CommandRun): Promise<void> {
  return withStores(run, 'exclusive', async (stores, { clock }) => {
    await refuseRunning(stores, clock);
    await continueAtEnd(stores, run.say);
  });
}

/** Moves the checkpoints that are beyond the end of the log back to it. */
export async function continueAtEnd(
  { vault, eventStore }: Pick<OperatorStores, 'vault' | 'eventStore'>,
  say: Say,
): Promise<void> {
  const head = await eventStore.head();
  const checkpoints = await vault.list<{ readonly through: Position }>('checkpoint', SAGA_OWNER);
  for (const { id, owner, value, version } of checkpoints) {
    if (value.through <= head) continue;
    await vault.put('checkpoint', id, { owner, value: { ...value, through: head } }, version);
    say(`${id}: continues from the end of the log`);
  }
  say('no saga is beyond the end of the log');
}
