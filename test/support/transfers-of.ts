import type { UndatedLifecycleCommand } from '../../api/src/features/lifecycle/state/lifecycle-commands.rules.js';
import type { Transfers } from '../../api/src/features/lifecycle/state/transfers.js';
import type { TransferLife } from './transfer-life.js';

/** Decides on one transfer in memory. */
export function transfersOf(life: TransferLife): Transfers {
  const transfers = {
    stateOf: () => Promise.resolve(life.state),
    decide(_: string, _by: object, command: UndatedLifecycleCommand) {
      const before = life.events.length;
      life.do(command);
      return Promise.resolve({ events: life.events.slice(before), state: life.state });
    },
  };
  return transfers as unknown as Transfers;
}
