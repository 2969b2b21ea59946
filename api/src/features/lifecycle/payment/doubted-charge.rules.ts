import { payoutRouteOf, type PayoutRoute } from '../../../kernel/money/platforms.js';
import { NOTHING, type Decided, type Of } from '../state/lifecycle-commands.rules.js';
import { isUnblocked, type LifecycleState, type Payout } from '../state/lifecycle-state.rules.js';
import type { RefundCause } from '../state/lifecycle-events.rules.js';
import type { RefundState } from '../state/provider-outcomes.rules.js';
import { refundInitiated } from '../refund/refund-decisions.rules.js';

/**
 * After a restore, what happened since the backup is not in the log: a charge may have been paid out or refunded, and an
 * operator's claim, or one after a claim that was given back, may have been paid. Nothing is paid by hand or refunded on the log's word until that is looked up.
 */
export function doubtCharge(state: LifecycleState): Decided {
  const { stage, payout, refund, charge } = state;
  if (stage === 'payout_submitted' && payout && mayBePaidByHand(payout))
    return [{ type: 'PayoutReleased', data: { operator: 'restore' } }];
  const isCharged = stage === 'authorized' || stage === 'captured';
  return isCharged && !payout && !refund && charge === 'sure'
    ? [{ type: 'ChargeDoubted', data: {} }]
    : NOTHING;
}

/** It was claimed, or can have been claimed again since it was given back. */
const mayBePaidByHand = ({ route, operator, isGivenBack }: Payout): boolean =>
  route === 'desk' && (operator !== null || isGivenBack);

/** A doubted charge that waits for the processor's list of its refunds. */
export const isUnchecked = ({ stage, charge, payout, refund }: LifecycleState): boolean =>
  stage === 'captured' && charge === 'doubted' && !payout && !refund;

/** Not refunded since the backup, but maybe paid out. */
export const mayBePaid = ({ stage, charge, payout }: LifecycleState): boolean =>
  stage === 'captured' && charge === 'checked' && !payout;

/**
 * The refunds of a doubted charge. One that was made is ours: it is recorded and followed. Without one the payout is
 * submitted: a rail pays our id once, whenever it is named, and an operator has to look the others up.
 */
export function recordChargeCheck({ refunds }: Of<'RecordChargeCheck'>, state: LifecycleState): Decided {
  if (!isUnchecked(state)) return NOTHING;
  const [made, ...others] = refunds.filter(({ state: end }) => end !== 'failed');
  // Several are a difference, which an operator clears up.
  if (others.length > 0) return NOTHING;
  return [{ type: 'ChargeChecked', data: {} }, ...(made ? refundedBefore(made, state) : notRefunded(state))];
}

const notRefunded = (state: LifecycleState): Decided =>
  state.cancel || isUnblocked(state) ? lookedUp(state) : NOTHING;

function refundedBefore({ refundRef, providerAt, cents }: RefundState, state: LifecycleState): Decided {
  const cause: RefundCause = state.cancel?.cause ?? 'overdue';
  const refund = { cents: cents ?? state.terms?.totalCents ?? 0, cause, delivered: false };
  return [...refundInitiated(state, refund), { type: 'RefundAccepted', data: { refundRef, providerAt } }];
}

/** Submits a payout that may have been made: to its rail, or as one that an operator looks up at its platform. */
export function lookedUp({ terms, cancel }: LifecycleState): Decided {
  if (!terms) return NOTHING;
  const route: PayoutRoute = cancel ? 'desk' : payoutRouteOf(terms.platform);
  return [{ type: 'PayoutSubmitted', data: { route, operator: null, amountCents: terms.amountCents } }];
}
