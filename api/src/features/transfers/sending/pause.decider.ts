import type { DecidedCommand, Decider } from '../../../event-sourcing/decider.js';
import type { LiftPauses, Pause } from '../../lifecycle/payment/pause.rules.js';
import { decideLift, decidePause, decidePauseAgain, type PauseAgain } from './pauses.rules.js';
import { transferDecider, type SenderState, type SenderStreamEvent } from './transfer.decider.js';

export type PauseCommand = DecidedCommand & (Pause | LiftPauses | PauseAgain);

/** Begins and ends causes of a pause. It shares the state that decides sends. */
export const pauseDecider: Decider<SenderState, PauseCommand, SenderStreamEvent> = {
  ...transferDecider,
  decide(command, { pauses }) {
    if (command.type === 'LiftPauses') return decideLift(command, command.at, pauses);
    if (command.type === 'DecideAgain') return decidePauseAgain(command, pauses);
    return decidePause(command, command.at, pauses);
  },
};
