import type { RefundCause } from './lifecycle-events.rules.js';
import { NOTHING, type Decided, type Of, type Unnamed } from './lifecycle-commands.rules.js';
import type { LifecycleState } from './lifecycle-state.rules.js';

/** Everything that was charged goes back. */
export const fullRefund = (state: LifecycleState, cause: RefundCause): Unnamed =>
  refundInitiated(state, { cents: state.terms?.totalCents ?? 0, cause, delivered: false });

export function refundInitiated(
  { refund }: LifecycleState,
  data: { readonly cents: number; readonly cause: RefundCause; readonly delivered: boolean },
): Unnamed {
  return { type: 'RefundInitiated', data: { attempt: (refund?.attempt ?? 0) + 1, ...data } };
}

export function recordRefund({ attempt, outcome }: Of<'RecordRefund'>, state: LifecycleState): Decided {
  const { refund } = state;
  if (refund?.attempt !== attempt || outcome.providerAt < refund.providerAt) return NOTHING;
  if (outcome.state === refund.state || refund.state === 'failed' || endedByBank(state)) return NOTHING;
  const data = { refundRef: outcome.refundRef, providerAt: outcome.providerAt };
  // A bank can still send back a refund that was complete.
  if (outcome.state === 'failed') return [{ type: 'RefundFailed', data }];
  if (refund.state === 'completed') return NOTHING;
  if (outcome.state === 'pending') return [{ type: 'RefundAccepted', data }];
  return [
    { type: 'RefundCompleted', data },
    { type: 'TransferRefunded', data: { cents: refund.cents } },
  ];
}

/** The bank has given the money back in a dispute: an answer to our own refund ends nothing a second time. */
const endedByBank = ({ stage, refund }: LifecycleState): boolean =>
  stage === 'refunded' && refund?.state !== 'completed';

export function recordDispute(command: Of<'RecordDispute'>, state: LifecycleState): Decided {
  const { disputeRef, providerAt, reason, outcome } = command;
  const isOpen = state.disputes.includes(disputeRef);
  if (outcome === null)
    return isOpen ? NOTHING : [{ type: 'PaymentDisputed', data: { disputeRef, providerAt, reason } }];
  if (!isOpen) return NOTHING;
  const closed: Unnamed = { type: 'DisputeClosed', data: { disputeRef, providerAt, outcome } };
  // The bank has given the money back: our own refund would be a second one.
  const { refund } = state;
  return outcome === 'lost' && refund?.state === 'requested'
    ? [closed, { type: 'TransferRefunded', data: { cents: refund.cents } }]
    : [closed];
}
