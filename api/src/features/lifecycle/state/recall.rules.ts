import { NOTHING, type Decided } from './lifecycle-commands.rules.js';
import type { CancelCause, Recaller } from './lifecycle-events.rules.js';
import type { LifecycleState, Payout } from './lifecycle-state.rules.js';

const OPEN: ReadonlySet<Payout['state']> = new Set(['submitted', 'pending', 'unclaimed']);

/** Whether a payout has no final state yet. */
export const isOpenPayout = ({ state }: Pick<Payout, 'state'>): boolean => OPEN.has(state);

/**
 * A payout of a rail is to be recalled while it is unclaimed: its charge may be taken back, or was found suspicious.
 * The sender sees nothing of it (docs/money.md). Payouts of the desk cannot be recalled.
 */
export function recalledBySystem(state: LifecycleState, by: Exclude<Recaller, 'sender'>): Decided {
  const { stage, payout } = state;
  if (stage !== 'payout_submitted' || !payout || payout.route === 'desk' || !isOpenPayout(payout))
    return NOTHING;
  return payout.recalledBy.includes(by) ? NOTHING : [{ type: 'PayoutRecallRequested', data: { by } }];
}

/** The sender takes back an unclaimed payout. */
export const recalledBySender = (cause: CancelCause, { payout }: LifecycleState): Decided =>
  cause === 'sender' && payout?.state === 'unclaimed'
    ? [{ type: 'PayoutRecallRequested', data: { by: 'sender' } }]
    : NOTHING;

/** Whether a cancel would request the same recall again. */
export const isRepeatedRecall = (cause: CancelCause, payout: Payout | null): boolean =>
  payout?.recalledBy.includes(cause === 'suspicious' ? 'review' : 'sender') === true;

/** Whether the system wants an open payout back: a dispute that is won no longer does. */
export const isRecalledBySystem = ({ payout, disputes, lostCents }: LifecycleState): boolean =>
  payout?.recalledBy.includes('review') === true ||
  (payout?.recalledBy.includes('dispute') === true && (disputes.length > 0 || lostCents > 0));

/** Whether an open payout is to be recalled. */
export const isRecalled = (state: LifecycleState): boolean =>
  state.payout?.recalledBy.includes('sender') === true || isRecalledBySystem(state);
