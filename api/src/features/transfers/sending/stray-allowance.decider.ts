import type { DecidedCommand, Decider } from '../../../event-sourcing/decider.js';
import { countedAt } from '../../../kernel/money/counted-week.js';
import { findTransfer } from './known-transfers.rules.js';
import type { StrayCounted } from './counted-strays.rules.js';
import { transferDecider, type SenderState, type SenderStreamEvent } from './transfer.decider.js';

export type UndatedStrayAllowance =
  | { readonly type: 'CountStray'; readonly counted: StrayCounted['data'] }
  | { readonly type: 'ReleaseStray'; readonly transferId: string };

/** Counts a stray charge once, unless the log has its transfer, and releases it once. It shares the state that decides sends. */
export const strayAllowanceDecider: Decider<
  SenderState,
  UndatedStrayAllowance & DecidedCommand,
  SenderStreamEvent
> = {
  ...transferDecider,
  decide(command, { transfers, strays, week }) {
    const atMs = Date.parse(command.at);
    if (command.type === 'CountStray') {
      const { transferId } = command.counted;
      const isKnown = strays.has(transferId) || findTransfer(transfers, transferId, atMs) !== undefined;
      return isKnown ? [] : [{ type: 'StrayCounted', data: command.counted }];
    }
    const { transferId } = command;
    return countedAt(week, strays.get(transferId), atMs).amountCents > 0
      ? [{ type: 'StrayReleased', data: { transferId } }]
      : [];
  },
};
