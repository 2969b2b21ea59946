import type { DecidedCommand, Decider } from '../../event-sourcing/decider.js';
import type { LiftPauses, Pause } from '../lifecycle/pause.rules.js';
import { decideLift, decidePause } from './pauses.rules.js';
import { transferDecider, type SenderState, type SenderStreamEvent } from './transfer.decider.js';

export type PauseCommand = DecidedCommand & (Pause | LiftPauses);

/** Begins and ends causes of a pause. It shares the state that decides sends. */
export const pauseDecider: Decider<SenderState, PauseCommand, SenderStreamEvent> = {
  ...transferDecider,
  decide: (command, { pauses }) =>
    command.type === 'LiftPauses'
      ? decideLift(command, command.at, pauses)
      : decidePause(command, command.at, pauses),
};
