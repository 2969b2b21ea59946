import { DomainError } from '../kernel/domain-error.js';
import { NOTHING, type Decided, type Of } from './lifecycle-commands.rules.js';
import { isFree, type LifecycleState, type Payout } from './lifecycle-state.rules.js';
import { payoutRouteOf } from '../kernel/platforms.js';
import type { PayoutOutcome } from '../kernel/payouts.js';
import type { PayoutState } from './provider-outcomes.rules.js';
import { fullRefund, refundInitiated } from './refund-decisions.rules.js';

/** The intention to pay out: from here the sender can no longer cancel. @throws not_claimable, to an operator */
export function submitPayout({ operator }: Of<'SubmitPayout'>, state: LifecycleState): Decided {
  const { terms, payout } = state;
  const route = terms && payoutRouteOf(terms.platform);
  if (terms && route && canPayOut(state))
    return (route === 'desk') === (operator !== null)
      ? [{ type: 'PayoutSubmitted', data: { route, operator, amountCents: terms.amountCents } }]
      : NOTHING;
  if (operator === null || hasClaimed(operator, payout)) return NOTHING;
  throw new DomainError('not_claimable');
}

const hasClaimed = (operator: string, payout: Payout | null): boolean =>
  payout?.operator === operator && payout.state === 'submitted';

/** Charged, not paid out, and nothing stops it. */
export const canPayOut = (state: LifecycleState): boolean =>
  state.stage === 'captured' && !state.payout && !state.cancel && isFree(state);

export function recordPayout(outcome: PayoutState, refundFees: boolean, state: LifecycleState): Decided {
  const { payout } = state;
  if (!payout) return NOTHING;
  if (outcome.state === 'delivered' && contradicts(payout)) {
    const { payoutRef, providerAt } = outcome;
    return [{ type: 'PayoutContradicted', data: { payoutRef, providerAt } }];
  }
  // A return always follows a delivery, whatever the clocks of operator, rail and server say.
  if (payout.state === 'delivered')
    return isUndelivered(outcome) ? afterReturn(outcome, refundFees, state) : NOTHING;
  if (!isOpenPayout(payout) || isOutdated(outcome, payout)) return NOTHING;
  return afterSubmission(outcome, refundFees, state);
}

/** A final state is never outdated: no rail continues a payout after it, whatever its clock and ours say. */
const isOutdated = ({ state, providerAt }: PayoutState, payout: Payout): boolean =>
  (state === 'pending' || state === 'unclaimed') && providerAt < payout.providerAt;

type Undelivered = Extract<PayoutState, { readonly reason: string }>;
const isUndelivered = (outcome: PayoutState): outcome is Undelivered =>
  outcome.state === 'returned' || outcome.state === 'failed';

/**
 * A delivery of a payout that is recorded as failed, once: money may have left twice, and only a person can find out. No
 * rail fails a payout that it has delivered, so an older delivery contradicts the failure too, which an operator reported.
 * A returned payout was delivered before, so its delivery contradicts nothing.
 */
const contradicts = ({ contradiction, state }: Payout): boolean =>
  contradiction === 'none' && state === 'failed';

const canBeSettled = ({ state }: Payout): boolean => state === 'submitted' || state === 'pending';
const isOpenPayout = (payout: Payout): boolean => canBeSettled(payout) || payout.state === 'unclaimed';

function afterSubmission(outcome: PayoutState, refundFees: boolean, state: LifecycleState): Decided {
  const { providerAt } = outcome;
  if (outcome.state === 'delivered')
    return [...accepted(outcome, state), ...delivered(outcome.payoutRef, providerAt, state)];
  if (outcome.state === 'returned')
    return [...accepted(outcome, state), ...afterReturn(outcome, refundFees, state)];
  if (outcome.state === 'failed')
    return [
      { type: 'PayoutFailed', data: { providerAt, reason: outcome.reason, words: '' } },
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

function delivered(reference: string, providerAt: string, { terms }: LifecycleState): Decided {
  return [
    { type: 'PayoutConfirmed', data: { reference, providerAt } },
    { type: 'TransferDelivered', data: { amountCents: terms?.amountCents ?? 0 } },
  ];
}

/** The platform returned the amount: it is refunded, with the fees if so configured or if it was never paid. */
function afterReturn(
  { state: outcome, reason, providerAt }: Undelivered,
  refundFees: boolean,
  state: LifecycleState,
): Decided {
  const { terms, stage, payout } = state;
  const cents = (refundFees || outcome === 'failed' ? terms?.totalCents : terms?.amountCents) ?? 0;
  // An amount that was never paid out is also released from the week.
  const wasDelivered = stage === 'delivered' && outcome === 'returned';
  const refund = { cents, cause: 'payout_returned', delivered: wasDelivered } as const;
  // Platforms report a recalled payout like one that nobody claimed in time.
  const why = payout?.recallRequested && reason === 'expired' ? 'recalled' : reason;
  return [{ type: 'PayoutReturned', data: { providerAt, reason: why } }, ...refundInitiated(state, refund)];
}

/**
 * Records the outcome that an operator reports. A payout that its recipient may still claim has none.
 * @throws not_claimable, second_person_needed
 */
export function settlePayout(command: Of<'SettlePayout'>, state: LifecycleState): Decided {
  const { operator, outcome, reference, words = '', fourEyesCents, at } = command;
  const { payout, terms } = state;
  if (!terms || !payout || !canBeSettled(payout)) throw new DomainError('not_claimable');
  if (terms.amountCents <= fourEyesCents) return settled(outcome, { reference, words, at }, state);
  const { proposal } = payout;
  if (proposal?.outcome !== outcome || isCorrection(proposal, command))
    return [{ type: 'PayoutOutcomeProposed', data: { outcome, reference, words, operator } }];
  if (proposal.operator === operator) throw new DomainError('second_person_needed');
  return settled(outcome, { reference: proposal.reference, words: proposal.words, at }, state);
}

/** The operator who reported an outcome may still correct its reference and words. */
const isCorrection = (
  proposal: NonNullable<Payout['proposal']>,
  { operator, reference, words = '' }: Of<'SettlePayout'>,
): boolean =>
  proposal.operator === operator && (proposal.reference !== reference || proposal.words !== words);

function settled(
  outcome: PayoutOutcome,
  { reference, words, at }: { readonly reference: string; readonly words: string; readonly at: string },
  state: LifecycleState,
): Decided {
  if (outcome === 'delivered') return delivered(reference, at, state);
  return [
    { type: 'PayoutFailed', data: { providerAt: at, reason: reference, words } },
    ...fullRefund(state, 'payout_failed'),
  ];
}
