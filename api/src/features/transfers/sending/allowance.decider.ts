import type { DecidedCommand, Decider } from '../../../event-sourcing/decider.js';
import { countedAt } from '../../../kernel/money/counted-week.js';
import { findTransfer } from './known-transfers.rules.js';
import {
  transferDecider,
  type AllowanceReleased,
  type SenderState,
  type SenderStreamEvent,
} from './transfer.decider.js';

export type ReleaseCommand = DecidedCommand & AllowanceReleased['data'];

/** Releases the amount of a transfer that was not delivered, while it counts toward the week. It shares the state that decides sends. */
export const allowanceDecider: Decider<SenderState, ReleaseCommand, SenderStreamEvent> = {
  ...transferDecider,
  decide({ transferId, amountCents, cause, sent, at }, { transfers, week }) {
    const atMs = Date.parse(at);
    const counted = countedAt(week, findTransfer(transfers, transferId, atMs)?.revision, atMs);
    if (counted.amountCents === 0) return [];
    return [{ type: 'AllowanceReleased', data: { transferId, amountCents, cause, sent } }];
  },
};
