import { DomainError } from '../../../kernel/domain-error.js';
import type { RefundCause } from '../state/lifecycle-events.rules.js';
import { NOTHING, type Decided, type Of, type UnattributedEvent } from '../state/lifecycle-commands.rules.js';
import type { RefundState } from '../state/provider-outcomes.rules.js';
import { recalledBySystem } from '../state/recall.rules.js';
import type { LifecycleState } from '../state/lifecycle-state.rules.js';
import { isLossOpen, lossOf, lostAfter, owedCents } from './lost-disputes.rules.js';

/** Refunds everything that was charged. */
export const fullRefund = (state: LifecycleState, cause: RefundCause): Decided =>
  refundInitiated(state, { cents: state.terms?.totalCents ?? 0, cause, delivered: false });

/** The intention to refund. What the bank has returned already is not refunded a second time. */
export function refundInitiated(
  state: LifecycleState,
  data: { readonly cents: number; readonly cause: RefundCause; readonly delivered: boolean },
): Decided {
  const attempt = (state.refund?.attempt ?? 0) + 1;
  return [{ type: 'RefundInitiated', data: { attempt, ...data } }, ...givenBack(data.cents, state)];
}

const givenBack = (cents: number, { lostCents }: LifecycleState): Decided =>
  lostCents >= cents ? [{ type: 'TransferRefunded', data: { cents } }] : [];

export function recordRefund({ attempt, outcome }: Of<'RecordRefund'>, state: LifecycleState): Decided {
  const { refund } = state;
  if (refund?.attempt !== attempt || outcome.providerAt < refund.providerAt) return NOTHING;
  if (outcome.state === refund.state || refund.state === 'failed') return NOTHING;
  if (endedByBank(state)) return afterBank(outcome, state);
  const data = { refundRef: outcome.refundRef, providerAt: outcome.providerAt };
  // A bank can still send back a refund that was complete.
  if (outcome.state === 'failed') return [{ type: 'RefundFailed', data }, ...givenBack(refund.cents, state)];
  if (refund.state === 'completed') return NOTHING;
  if (outcome.state === 'pending') return [{ type: 'RefundAccepted', data }];
  return [completed(outcome, state), { type: 'TransferRefunded', data: { cents: refund.cents } }];
}

const completed = (
  { refundRef, providerAt, cents }: RefundState,
  state: LifecycleState,
): UnattributedEvent => ({
  type: 'RefundCompleted',
  data: { refundRef, providerAt, cents: cents ?? (state.refund ? owedCents(state.refund, state) : 0) },
});

/** The bank has returned the money in a dispute, or it was paid back another way, before our refund ended. */
const endedByBank = ({ stage, refund }: LifecycleState): boolean =>
  stage === 'refunded' && refund?.state !== 'completed';

/** Our refund must not end it again, but one that arrived all the same has left twice. */
const afterBank = (outcome: RefundState, state: LifecycleState): Decided =>
  outcome.state === 'completed' && state.refund?.state === 'requested' ? [completed(outcome, state)] : [];

export function recordDispute(command: Of<'RecordDispute'>, state: LifecycleState): Decided {
  const { disputeRef, providerAt, reason, outcome, cents, dueBy = null } = command;
  // Notices arrive in any order: a dispute that is closed is not opened by a late one.
  if (state.closedDisputes.includes(disputeRef)) return NOTHING;
  if (outcome === null) {
    const known = state.disputes.find((open) => open.disputeRef === disputeRef);
    if (known) return changedDeadline(known, { disputeRef, providerAt, dueBy });
    return [
      { type: 'PaymentDisputed', data: { disputeRef, providerAt, reason, cents, dueBy } },
      ...recalledBySystem(state, 'dispute'),
    ];
  }
  const closed: UnattributedEvent = {
    type: 'DisputeClosed',
    data: { disputeRef, providerAt, outcome, cents },
  };
  if (outcome === 'won') return [closed];
  return [closed, ...afterLostDispute({ ...state, lostCents: lostAfter(state, { outcome, cents }) })];
}

/** A report that is older than the newest one, or that names no deadline, changes none. */
function changedDeadline(
  known: LifecycleState['disputes'][number],
  { disputeRef, providerAt, dueBy }: Omit<typeof known, 'reason' | 'cents'>,
): Decided {
  if (dueBy === null || dueBy === known.dueBy || providerAt < known.providerAt) return NOTHING;
  return [{ type: 'DisputeDeadlineChanged', data: { disputeRef, providerAt, dueBy } }];
}

/**
 * The bank has returned all or part of the charge: a payout that is not submitted yet is not made, since the charge no
 * longer covers it, and no refund returns the same money a second time.
 */
function afterLostDispute(state: LifecycleState): Decided {
  const { stage, refund } = state;
  if (stage === 'captured') return fullRefund(state, 'disputed');
  const recalled = recalledBySystem(state, 'dispute');
  const isOwed = refund?.state === 'requested' || refund?.state === 'failed';
  return isOwed && stage !== 'refunded' ? givenBack(refund.cents, state) : recalled;
}

/**
 * Books the loss as it was read. A repeat changes nothing.
 * @throws report_differs when it is another one by now
 */
export function resolveLoss({ cents }: Of<'ResolveLoss'>, state: LifecycleState): Decided {
  if (!isLossOpen(state)) return NOTHING;
  if (cents !== lossOf(state)) throw new DomainError('report_differs');
  return [{ type: 'LossResolved', data: { cents } }];
}
