import type { DecidedCommand, Decider } from '../../event-sourcing/decider.js';
import type { Pause } from '../lifecycle/pause.rules.js';
import { transferDecider, type SenderState, type SenderStreamEvent } from './transfer.decider.js';

export type PauseCommand = DecidedCommand & Pause;

/** Begins and ends one cause of a pause. It shares the state that decides sends. */
export const pauseDecider: Decider<SenderState, PauseCommand, SenderStreamEvent> = {
  ...transferDecider,
  decide({ type, causeId, cause, reason, by, uid }, { pauseCauses }) {
    const pauses = type === 'PauseSending';
    if (pauseCauses.has(causeId) === pauses) return [];
    return [{ type: pauses ? 'SendingPaused' : 'SendingResumed', data: { causeId, cause, reason, by, uid } }];
  },
};
