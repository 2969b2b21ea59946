import { DomainError } from '../../../kernel/domain-error.js';
import { NOTHING, type Decided, type Of } from '../state/lifecycle-commands.rules.js';
import type { Terms } from '../state/lifecycle-events.rules.js';
import { lookedUp, mayBePaid } from '../payment/doubted-charge.rules.js';
import { isUnblocked, type LifecycleState, type Payout } from '../state/lifecycle-state.rules.js';
import { payoutRouteOf } from '../../../kernel/money/platforms.js';
import type { PayoutState } from '../state/provider-outcomes.rules.js';
import { isOpenPayout, isRecalledBySystem } from '../state/recall.rules.js';
import { fullRefund, refundInitiated } from '../refund/refund-decisions.rules.js';

/** The intention to pay out: from here the sender can no longer cancel. @throws not_claimable, to an operator */
export function submitPayout({ operator }: Of<'SubmitPayout'>, state: LifecycleState): Decided {
  const { terms, payout } = state;
  if (terms && canPayOut(state)) return submitted(operator, terms, state);
  if (operator !== null && canBeClaimedAgain(state)) return [{ type: 'PayoutClaimed', data: { operator } }];
  if (operator === null || hasClaimed(operator, payout)) return NOTHING;
  throw new DomainError('not_claimable');
}

function submitted(operator: string | null, terms: Terms, state: LifecycleState): Decided {
  if (mayBePaid(state)) return operator === null ? lookedUp(state) : NOTHING;
  const route = payoutRouteOf(terms.platform);
  return (route === 'desk') === (operator !== null)
    ? [{ type: 'PayoutSubmitted', data: { route, operator, amountCents: terms.amountCents } }]
    : NOTHING;
}

const hasClaimed = (operator: string, payout: Payout | null): boolean =>
  payout?.operator === operator && payout.state === 'submitted';

/** Its claimant gave it back and nothing stops it. */
export const canBeClaimedAgain = (state: LifecycleState): boolean =>
  state.stage === 'payout_submitted' &&
  state.payout?.isGivenBack === true &&
  state.payout.proposal === null &&
  isUnblocked(state);

/** Charged, not paid out, and nothing stops it. */
export const canPayOut = (state: LifecycleState): boolean =>
  state.stage === 'captured' &&
  state.charge !== 'doubted' &&
  !state.payout &&
  !state.cancel &&
  isUnblocked(state);

export function recordPayout(outcome: PayoutState, refundFees: boolean, state: LifecycleState): Decided {
  const { payout } = state;
  if (!payout) return NOTHING;
  if (isOfAnother(outcome, payout)) return NOTHING;
  if (payout.state === 'failed') return afterFailure(outcome, payout);
  // A return always follows a delivery, regardless of the clocks of operator, rail and server.
  if (payout.state === 'delivered')
    return isUndelivered(outcome) ? afterReturn(outcome, refundFees, state) : NOTHING;
  if (!isOpenPayout(payout) || isOutdated(outcome, payout)) return NOTHING;
  return afterSubmission(outcome, refundFees, state);
}

/** The rail pays a payout once, under one reference: a report about another one is about another payment. */
const isOfAnother = ({ payoutRef }: PayoutState, payout: Payout): boolean =>
  payoutRef !== null && payout.payoutRef !== null && payoutRef !== payout.payoutRef;

/** A final state is never outdated: no rail continues a payout after it, regardless of its clock and ours. */
const isOutdated = ({ state, providerAt }: PayoutState, payout: Payout): boolean =>
  (state === 'pending' || state === 'unclaimed') && providerAt < payout.providerAt;

type Undelivered = Extract<PayoutState, { readonly reason: string }>;
const isUndelivered = (outcome: PayoutState): outcome is Undelivered =>
  outcome.state === 'returned' || outcome.state === 'failed';

/**
 * What the rail reports of a payout that is recorded as failed and refunded: money may leave twice, and only a person can
 * find out. No rail fails a payout that it has delivered, so a delivery contradicts the failure, which an operator reported,
 * however old it is. A payout that is open contradicts an operator if it is so after the report. Each is recorded once, a delivery
 * also after an open one; a return ends it, and a return without either contradicts nothing.
 */
function afterFailure(outcome: PayoutState, payout: Payout): Decided {
  const { contradiction, found, failedBy } = payout;
  const { providerAt } = outcome;
  if (isUndelivered(outcome)) {
    const isSettled = contradiction === 'open' && (outcome.state === 'returned' || found === 'open');
    return isSettled ? [{ type: 'ContradictionResolved', data: {} }] : NOTHING;
  }
  const { payoutRef } = outcome;
  if (outcome.state === 'delivered')
    return found === 'delivered'
      ? NOTHING
      : [{ type: 'PayoutContradicted', data: { payoutRef, providerAt, found: 'delivered' } }];
  if (found !== null || failedBy === 'rail' || providerAt <= payout.providerAt) return NOTHING;
  return [{ type: 'PayoutContradicted', data: { payoutRef, providerAt, found: 'open' } }];
}

/** Whether its outcome is open, and its recipient cannot claim it. */
export const canBeSettled = ({ state }: Payout): boolean => state === 'submitted' || state === 'pending';

function afterSubmission(outcome: PayoutState, refundFees: boolean, state: LifecycleState): Decided {
  const { providerAt } = outcome;
  if (outcome.state === 'delivered')
    return [...accepted(outcome, state), ...delivered(outcome.payoutRef, providerAt, state)];
  if (outcome.state === 'returned')
    return [...accepted(outcome, state), ...afterReturn(outcome, refundFees, state)];
  if (outcome.state === 'failed')
    return [
      { type: 'PayoutFailed', data: { providerAt, reason: outcome.reason, words: '', by: 'rail' } },
      ...fullRefund(state, 'payout_failed'),
    ];
  if (outcome.state === state.payout?.state) return NOTHING;
  const { payoutRef, state: step } = outcome;
  return [{ type: 'PayoutAccepted', data: { providerAt, payoutRef, state: step } }];
}

/** Records the rail's reference, needed for later queries, when the rail's first response is already the outcome. */
const accepted = ({ payoutRef, providerAt }: PayoutState, { payout }: LifecycleState): Decided =>
  payoutRef !== null && payout?.payoutRef === null
    ? [{ type: 'PayoutAccepted', data: { providerAt, payoutRef, state: 'pending' } }]
    : [];

/** The recipient has the money. */
export function delivered(reference: string, providerAt: string, { terms }: LifecycleState): Decided {
  return [
    { type: 'PayoutConfirmed', data: { reference, providerAt } },
    { type: 'TransferDelivered', data: { amountCents: terms?.amountCents ?? 0 } },
  ];
}

/**
 * The platform returned the amount: it is refunded, with the fees if so configured, if it was never paid or if we wanted it
 * back.
 */
function afterReturn(outcome: Undelivered, refundFees: boolean, state: LifecycleState): Decided {
  const { terms, stage } = state;
  const isWhole = refundFees || outcome.state === 'failed' || isRecalledBySystem(state);
  const cents = (isWhole ? terms?.totalCents : terms?.amountCents) ?? 0;
  // An amount that was never paid out is also released from the week.
  const wasDelivered = stage === 'delivered' && outcome.state === 'returned';
  const refund = { cents, cause: 'payout_returned', delivered: wasDelivered } as const;
  const data = { providerAt: outcome.providerAt, reason: reasonOf(outcome, state) };
  return [{ type: 'PayoutReturned', data }, ...refundInitiated(state, refund)];
}

/** Platforms report a recalled payout like one that was not claimed in time; the system's own recall reads the same. */
function reasonOf({ reason, state: outcome }: Undelivered, state: LifecycleState): string {
  const { payout } = state;
  if (payout?.recalledBy.includes('sender')) return reason === 'expired' ? 'recalled' : reason;
  return outcome === 'returned' && payout?.state === 'unclaimed' && isRecalledBySystem(state)
    ? 'expired'
    : reason;
}
