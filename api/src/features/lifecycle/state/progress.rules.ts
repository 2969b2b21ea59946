import type { DomainEvent, StreamEvent } from '../../../event-sourcing/event.js';
import { resultOf, type ByEvent } from '../../../event-sourcing/evolve.js';
import { formatAmount } from '../../../kernel/money/money.js';
import type { PaymentProgress, TransferProgress, TransferStep } from '../../../kernel/money/transfers.js';
import type {
  CancelCause,
  CancelRequested,
  LifecycleEvent,
  PayoutRecallRequested,
  RefundCause,
} from './lifecycle-events.rules.js';
import { paymentEndFrom } from './lifecycle-times.rules.js';

/** What the sender sees of a transfer before its stream begins: from before card payment existed, or just requested. */
export function initialProgress(): TransferProgress {
  return { status: 'processing', payment: null, card: null, steps: [], cancellable: 'no' };
}

/**
 * A held payment, one with records under comparison or with a dispute whose deadline changes, looks like any other that is processing: its sender sees neither
 * these events nor that they exist (docs/money.md).
 */
const HIDDEN_FROM_SENDER: ReadonlySet<string> = new Set<LifecycleEvent['type']>([
  'HoldPlaced',
  'HoldReleased',
  'ChargeDoubted',
  'ChargeChecked',
  'DifferenceFound',
  'DifferenceGone',
  'DifferenceSettled',
  'DisputeDeadlineChanged',
]);

/** Whether the sender of a transfer must not learn of an event of its stream: a recall or stop of ours is like none. */
export const isHiddenFromSender = ({ type, data }: DomainEvent): boolean =>
  HIDDEN_FROM_SENDER.has(type) ||
  (type === 'PayoutRecallRequested' && (data as PayoutRecallRequested['data']).by !== 'sender') ||
  (type === 'CancelRequested' && isByUs((data as CancelRequested['data']).cause));

/** Whether its sender reads an event as a step: of a transfer that we stop, they read its end, but not how it came about. */
export const isInTimeline = (event: StreamEvent<LifecycleEvent>): boolean =>
  !isHiddenFromSender(event) &&
  event.type !== 'VoidRequested' &&
  (event.type !== 'CancelRequested' || event.data.cause === 'sender');

type Change = Partial<Omit<TransferProgress, 'steps'>> & { readonly step?: Omit<TransferStep, 'at'> };

/** The sender's view of a transfer after an event: only what a provider or the desk has confirmed (docs/money.md). */
export function progressAfter(
  progress: TransferProgress,
  event: StreamEvent<LifecycleEvent>,
): TransferProgress {
  const change = resultOf(changes, progress, event);
  if (!change) return progress;
  const { step, ...rest } = change;
  const steps = step ? [...progress.steps, { ...step, at: event.metadata.at }] : progress.steps;
  return { ...progress, ...rest, steps };
}

const changes: Partial<ByEvent<TransferProgress, LifecycleEvent, Change>> = {
  PaymentAwaited: (_, { data }) => ({
    payment: { state: 'awaited', payBy: paymentEndFrom(data.requestedAt) },
    cancellable: 'yes',
  }),
  PaymentRequested: ({ payment }, { data: { card } }) => ({
    card: { brand: card.brand, last4: card.last4 },
    payment: { state: 'pending', payBy: payment?.payBy ?? null },
  }),
  PaymentActionRequired: ({ payment }, { data: { actionUrl } }) => ({
    payment: { state: 'requires_action', payBy: payment?.payBy ?? null, actionUrl },
  }),
  PaymentAuthorized: (_, { data: { paymentRef } }) => ({
    payment: settled('authorized'),
    step: { step: 'authorized', reference: paymentRef },
  }),
  PaymentDeclined: ({ steps, card, payment }, { data: { group }, metadata }) => ({
    payment: { state: 'declined', payBy: paymentEndFrom(firstDeclineOf(steps) ?? metadata.at), group },
    step: {
      step: 'declined',
      // The bank's question was open.
      reason: group === 'try_again' && payment?.state === 'requires_action' ? 'not_confirmed' : group,
      ...(card && { card }),
    },
  }),
  // A charge that the log had lost was paid in time after all.
  PaymentCaptured: ({ status }, { data }) => ({
    payment: settled('captured'),
    ...(status === 'cancelled' && { status: 'processing', cancellable: 'yes' }),
    step: { step: 'captured', amount: formatAmount(data.totalCents) },
  }),
  VoidRequested: ({ payment, cancellable }) =>
    payment?.state === 'requires_action' && cancellable === 'yes'
      ? { payment: { state: 'pending', payBy: payment.payBy, abandoned: true } }
      : {},
  PaymentVoided: ({ payment, status }) =>
    payment?.abandoned && status === 'processing'
      ? { payment: { state: 'awaited', payBy: payment.payBy }, card: null, step: { step: 'abandoned' } }
      : { payment: settled('voided') },
  // What we stop reads like what ends by itself: nothing is shown before its end.
  CancelRequested({ payment }, { data: { cause } }) {
    if (isByUs(cause)) return isUnpaid(payment) ? {} : { cancellable: 'no' };
    return {
      status: payment?.state === 'captured' ? 'refunding' : 'cancelled',
      cancellable: 'no',
      step: { step: 'cancel_requested', reason: PUBLIC_CAUSES[cause] },
    };
  },
  TransferCancelled: ({ payment }, { data: { cause } }) => ({
    status: 'cancelled',
    cancellable: 'no',
    payment: payment && { ...payment, payBy: null },
    step: { step: 'cancelled', reason: publicCause(cause, payment) },
  }),
  TransferDeclined: ({ payment }) => ({
    status: 'declined',
    cancellable: 'no',
    payment: payment && { ...payment, payBy: null },
  }),
  PayoutSubmitted: () => ({ cancellable: 'no', step: { step: 'payout_submitted' } }),
  PayoutAccepted: (_, { data: { state, payoutRef } }) =>
    state === 'unclaimed'
      ? { status: 'sent', cancellable: 'recall', step: { step: 'unclaimed', reference: payoutRef } }
      : { status: 'sent', cancellable: 'no', step: { step: 'payout_accepted', reference: payoutRef } },
  PayoutRecallRequested: (_, { data: { by } }) =>
    by === 'sender' ? { cancellable: 'no', step: { step: 'cancel_requested', reason: 'recall' } } : {},
  PayoutConfirmed: (_, { data: { reference } }) => ({ step: { step: 'delivered', reference } }),
  TransferDelivered: () => ({ status: 'delivered', cancellable: 'no' }),
  PayoutFailed: (_, { data: { reason, words } }) => ({
    step: { step: 'payout_failed', reason, ...(words && { words }) },
  }),
  PayoutReturned: (_, { data: { reason } }) => ({ step: { step: 'payout_returned', reason } }),
  RefundInitiated: (_, { data: { cents, cause, attempt } }) => ({
    status: 'refunding',
    cancellable: 'no',
    ...(attempt === 1 && {
      step: { step: 'refund_initiated', amount: formatAmount(cents), reason: PUBLIC_CAUSES[cause] },
    }),
  }),
  RefundFailed: () => ({ status: 'refunding', step: { step: 'refund_failed' } }),
  RefundCompleted: (_, { data: { refundRef } }) => ({ step: { step: 'refunded', reference: refundRef } }),
  RefundSettled: (_, { data: { way, reference, cents } }) => ({
    step: { step: 'refund_settled', amount: formatAmount(cents), reason: way, reference },
  }),
  TransferRefunded: () => ({ status: 'refunded' }),
  ProblemReported: (_, { data: { problemId } }) => ({
    step: { step: 'problem_reported', reference: problemId },
  }),
  ProblemResolved: (_, { data: { problemId, answer } }) =>
    answer ? { step: { step: 'problem_answered', reference: problemId, words: answer } } : {},
};

const settled = (state: PaymentProgress['state']): PaymentProgress => ({ state, payBy: null });
/** In older logs a review has ended unpaid transfers: they read like those whose time was over. */
const publicCause = (cause: CancelCause, payment: PaymentProgress | null): PublicCause =>
  PUBLIC_CAUSES[isByUs(cause) && isUnpaid(payment) ? 'not_paid' : cause];
const isByUs = (cause: CancelCause): boolean => PUBLIC_CAUSES[cause] === 'not_completed';
const isUnpaid = (payment: PaymentProgress | null): boolean =>
  payment !== null && UNPAID.includes(payment.state);
const UNPAID: readonly PaymentProgress['state'][] = ['awaited', 'pending', 'requires_action', 'declined'];
const firstDeclineOf = (steps: readonly TransferStep[]): string | undefined =>
  steps.find(({ step }) => step === 'declined')?.at;

/** An ending by us that its sender cannot influence has one reason: another one would tell that a review had none of them. */
const PUBLIC_CAUSES = {
  sender: 'sender',
  not_paid: 'not_paid',
  payout_failed: 'payout_failed',
  payout_returned: 'payout_returned',
  disputed: 'disputed',
  suspicious: 'not_completed',
  hold_expired: 'not_completed',
  overdue: 'not_completed',
  authorization_ended: 'not_completed',
} as const satisfies Record<RefundCause, string>;
/** Why a transfer was cancelled or refunded, as its sender reads it. */
export type PublicCause = (typeof PUBLIC_CAUSES)[RefundCause];
