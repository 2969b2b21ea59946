import type { RefundCause } from './lifecycle-events.rules.js';
import { NOTHING, type Decided, type Of, type UnattributedEvent } from './lifecycle-commands.rules.js';
import { recalledBySystem } from './recall.rules.js';
import type { LifecycleState } from './lifecycle-state.rules.js';
import { lostAfter } from './lost-disputes.rules.js';

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
  if (outcome.state === refund.state || refund.state === 'failed' || endedByBank(state)) return NOTHING;
  const data = { refundRef: outcome.refundRef, providerAt: outcome.providerAt };
  // A bank can still send back a refund that was complete.
  if (outcome.state === 'failed') return [{ type: 'RefundFailed', data }, ...givenBack(refund.cents, state)];
  if (refund.state === 'completed') return NOTHING;
  if (outcome.state === 'pending') return [{ type: 'RefundAccepted', data }];
  return [
    { type: 'RefundCompleted', data },
    { type: 'TransferRefunded', data: { cents: refund.cents } },
  ];
}

/** The bank has returned the money in a dispute, so a response to our own refund must not end it again. */
const endedByBank = ({ stage, refund }: LifecycleState): boolean =>
  stage === 'refunded' && refund?.state !== 'completed';

export function recordDispute(command: Of<'RecordDispute'>, state: LifecycleState): Decided {
  const { disputeRef, providerAt, reason, outcome, cents } = command;
  // Notices arrive in any order: a dispute that is closed is not opened by a late one.
  if (state.closedDisputes.includes(disputeRef)) return NOTHING;
  if (outcome === null)
    return state.disputes.includes(disputeRef)
      ? NOTHING
      : [
          { type: 'PaymentDisputed', data: { disputeRef, providerAt, reason } },
          ...recalledBySystem(state, 'dispute'),
        ];
  const closed: UnattributedEvent = {
    type: 'DisputeClosed',
    data: { disputeRef, providerAt, outcome, cents },
  };
  if (outcome === 'won') return [closed];
  return [closed, ...afterLostDispute({ ...state, lostCents: lostAfter(state, { outcome, cents }) })];
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
