import type { DecidedCommand, Decider } from '../../../event-sourcing/decider.js';
import { findTransfer } from './known-transfers.rules.js';
import {
  transferDecider,
  type AllowanceReleased,
  type SenderState,
  type SenderStreamEvent,
} from './transfer.decider.js';

export type ReleaseCommand = DecidedCommand & AllowanceReleased['data'];

/** Releases the amount of a transfer that was not delivered, once. It shares the state that decides sends. */
export const allowanceDecider: Decider<SenderState, ReleaseCommand, SenderStreamEvent> = {
  ...transferDecider,
  decide({ transferId, amountCents, cause, sent }, { transfers, released }) {
    if (!findTransfer(transfers, transferId) || released.has(transferId)) return [];
    return [{ type: 'AllowanceReleased', data: { transferId, amountCents, cause, sent } }];
  },
};
