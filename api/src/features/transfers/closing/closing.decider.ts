import type { DecidedCommand, Decider } from '../../../event-sourcing/decider.js';
import { transferDecider, type SenderState, type SenderStreamEvent } from '../sending/transfer.decider.js';

/** After every accepted send up to this one has been found to have ended. */
export interface CloseSendingCommand extends DecidedCommand {
  /** Revision of the newest accepted send that was checked; -1 without any. */
  readonly acceptedThrough: number;
}

/** Ends sending for good. A send that was accepted in the meantime keeps it open: it is to be checked first. */
export const closingDecider: Decider<SenderState, CloseSendingCommand, SenderStreamEvent> = {
  ...transferDecider,
  decide({ acceptedThrough }, state) {
    const isCurrent = state.acceptedThrough <= acceptedThrough;
    return state.closed || !isCurrent ? [] : [{ type: 'SendingClosed', data: {} }];
  },
};
