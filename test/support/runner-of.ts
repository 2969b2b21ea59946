import type { CommandRunner } from '../../api/src/engine/commands/command-runner.js';
import type { UndatedLifecycleCommand } from '../../api/src/features/lifecycle/lifecycle-commands.rules.js';
import type { LifecycleState } from '../../api/src/features/lifecycle/lifecycle-state.rules.js';
import type { TransferLife } from './transfer-life.js';

interface Request<Selected> {
  readonly command: UndatedLifecycleCommand;
  readonly select?: (state: LifecycleState) => Selected;
}

/** Runs the commands on one transfer in memory. */
export function runnerOf(life: TransferLife): CommandRunner {
  const runner = {
    query: <Selected>(_: object, _stream: string, read: (state: LifecycleState) => Selected) =>
      Promise.resolve(read(life.state)),
    execute<Selected>({ command, select }: Request<Selected>) {
      const before = life.events.length;
      life.do(command);
      return Promise.resolve({ events: life.events.slice(before), selected: select?.(life.state) });
    },
  };
  return runner as unknown as CommandRunner;
}
