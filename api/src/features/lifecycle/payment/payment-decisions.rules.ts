import { DomainError } from '../../../kernel/domain-error.js';
import { lookedUp, mayBePaid } from './doubted-charge.rules.js';
import type { CancelCause, PaymentDeclined } from '../state/lifecycle-events.rules.js';
import { PAYMENT_ATTEMPTS_LIMIT } from '../../../kernel/money/transfers.js';
import { NOTHING, type Decided, type Of, type UnattributedEvent } from '../state/lifecycle-commands.rules.js';
import type { LifecycleState, PaymentAttempt } from '../state/lifecycle-state.rules.js';
import { holdEndOf, payByOf, timerOf } from '../state/lifecycle-times.rules.js';
import type { PaymentState } from '../state/provider-outcomes.rules.js';
import { isRepeatedRecall, recalledBySender, recalledBySystem } from '../state/recall.rules.js';
import { fullRefund } from '../refund/refund-decisions.rules.js';

const VOIDING: UnattributedEvent = { type: 'VoidRequested', data: {} };

type Charged = Extract<PaymentState, { readonly cents: number | null }>;

/** The bank has not decided on an attempt. */
export const isUnderWay = (payment: PaymentAttempt | null): boolean =>
  payment?.state === 'requested' || payment?.state === 'action';

export function requestPayment(
  { terms, requestId, card, at }: Of<'RequestPayment'>,
  state: LifecycleState,
): Decided {
  if (state.requestIds.includes(requestId)) return NOTHING;
  const awaited: Decided = state.terms ? [] : [{ type: 'PaymentAwaited', data: terms }];
  const payBy = payByOf({ ...state, terms });
  const attempt = (state.payment?.attempt ?? 0) + 1;
  if (payBy === null || at > payBy || isUnderWay(state.payment) || attempt > PAYMENT_ATTEMPTS_LIMIT)
    throw new DomainError('not_payable');
  return [...awaited, { type: 'PaymentRequested', data: { attempt, requestId, card } }];
}

/**
 * Gives up an attempt that waits for the cardholder's confirmation, so that another card can be tried: the processor
 * ends it first, and only then can another attempt start. If the bank has reserved the total by then, the first card is
 * kept. A repeat, or one after the attempt has ended, changes nothing.
 * @throws not_payable when nothing can be given up, or no attempts are left
 */
export function abandonPayment(_: Of<'AbandonPayment'>, state: LifecycleState): Decided {
  const { payment } = state;
  if (payByOf(state) === null) throw new DomainError('not_payable');
  if (!isUnderWay(payment) || payment?.voidRequested) return NOTHING;
  if (payment?.state !== 'action' || payment.attempt >= PAYMENT_ATTEMPTS_LIMIT)
    throw new DomainError('not_payable');
  return [VOIDING];
}

export function recordPayment({ attempt, outcome }: Of<'RecordPayment'>, state: LifecycleState): Decided {
  const { payment } = state;
  if (payment?.attempt !== attempt || outcome.providerAt < payment.providerAt) return NOTHING;
  if (isUnderWay(payment)) return afterAuthorization(outcome, payment, state);
  return payment.state === 'authorized' ? afterReservation(outcome, state) : NOTHING;
}

/** The bank's decision on an attempt. If the transfer was cancelled in the meantime, the reservation is released. */
function afterAuthorization(outcome: PaymentState, payment: PaymentAttempt, state: LifecycleState): Decided {
  const { attempt } = payment;
  const { cancel, isStopped } = state;
  const { providerAt } = outcome;
  const voided = cancel && !payment.voidRequested ? [VOIDING] : NOTHING;
  if (outcome.state === 'authorized')
    return [
      { type: 'PaymentAuthorized', data: { attempt, paymentRef: outcome.paymentRef, providerAt } },
      ...(isStopped && !cancel ? [VOIDING] : voided),
    ];
  if (outcome.state === 'requires_action') {
    if (payment.state === 'action') return NOTHING;
    const { actionUrl } = outcome;
    return [
      {
        type: 'PaymentActionRequired',
        data: { attempt, paymentRef: outcome.paymentRef, providerAt, actionUrl },
      },
      ...voided,
    ];
  }
  if (outcome.state === 'declined') return declined({ attempt, group: outcome.group, providerAt }, state);
  if (outcome.state === 'captured') return chargedBefore(outcome, payment, state);
  return afterEnd(providerAt, payment, state);
}

/**
 * The charge was made under our own key, and the log has lost its record (docs/operations.md, Back up and restore):
 * it is recorded now. That the transfer was not paid in time is no reason to end it then.
 */
function chargedBefore(outcome: Charged, { attempt }: PaymentAttempt, state: LifecycleState): Decided {
  const { paymentRef, providerAt } = outcome;
  const cancel = state.cancel?.cause === 'not_paid' ? null : state.cancel;
  return [
    { type: 'PaymentAuthorized', data: { attempt, paymentRef, providerAt } },
    ...afterReservation(outcome, { ...state, cancel, charge: 'doubted' }),
    { type: 'ChargeDoubted', data: {} },
  ];
}

/** The processor ended an attempt that reserved nothing: at our request, or because it was not confirmed. */
function afterEnd(
  providerAt: string,
  { attempt, voidRequested }: PaymentAttempt,
  state: LifecycleState,
): Decided {
  const voided: UnattributedEvent = { type: 'PaymentVoided', data: { providerAt } };
  if (state.cancel) return [voided, ending(state, state.cancel.cause)];
  return voidRequested ? [voided] : declined({ attempt, group: 'try_again', providerAt }, state);
}

const declined = (data: Omit<PaymentDeclined['data'], 'uid'>, state: LifecycleState): Decided => [
  { type: 'PaymentDeclined', data },
  ...afterDecline(data.attempt, state),
];

function afterDecline(attempt: number, state: LifecycleState): Decided {
  if (state.cancel) return [ending({ ...state, firstDeclinedAt: 'now' }, state.cancel.cause)];
  return attempt >= PAYMENT_ATTEMPTS_LIMIT ? [{ type: 'TransferDeclined', data: {} }] : [];
}

/** Nothing was charged: declined when a card was refused and time ran out, otherwise cancelled. */
function ending({ firstDeclinedAt }: LifecycleState, cause: CancelCause): UnattributedEvent {
  return firstDeclinedAt !== null && cause === 'not_paid'
    ? { type: 'TransferDeclined', data: {} }
    : { type: 'TransferCancelled', data: { cause } };
}

function afterReservation(outcome: PaymentState, state: LifecycleState): Decided {
  const { providerAt } = outcome;
  const { cancel, terms, lostCents } = state;
  if (outcome.state === 'captured') {
    const totalCents = terms?.totalCents ?? 0;
    const captured: UnattributedEvent = { type: 'PaymentCaptured', data: { providerAt, totalCents } };
    if (state.charge === 'doubted') return [captured];
    if (lostCents > 0) return [captured, ...fullRefund(state, 'disputed')];
    return cancel ? [captured, ...fullRefund(state, cancel.cause)] : [captured];
  }
  if (outcome.state !== 'cancelled') return NOTHING;
  const cause = cancel?.cause ?? 'authorization_ended';
  return [
    { type: 'PaymentVoided', data: { providerAt } },
    { type: 'TransferCancelled', data: { cause } },
  ];
}

/**
 * Works until the payout is submitted; after that the sender can recall an unclaimed payout, and a review any
 * open payout of a rail.
 * @throws too_late; nothing_to_cancel when it ended without a payout, or the amount is already being refunded;
 * paid_meanwhile for only an unpaid one
 */
export function requestCancel({ cause, onlyUnpaid }: Of<'RequestCancel'>, state: LifecycleState): Decided {
  const { payout, refund } = state;
  const isOnItsWayBack = refund !== null && payout === null;
  if (isOnItsWayBack || isRepeated(cause, state)) return NOTHING;
  if (onlyUnpaid && !isUnpaid(state)) throw new DomainError('paid_meanwhile');
  const undone = undoing(cause, state);
  if (undone) return [{ type: 'CancelRequested', data: { cause } }, ...undone];
  const recalled =
    cause === 'suspicious' ? recalledBySystem(state, 'review') : recalledBySender(cause, state);
  if (recalled.length > 0) return recalled;
  throw refusalOf(state);
}

const isRepeated = (cause: CancelCause, { cancel, isStopped, payout }: LifecycleState): boolean =>
  cancel !== null || (cause === 'suspicious' && isStopped) || isRepeatedRecall(cause, payout);

/** No card has paid it, and no bank is deciding about one; also when it has ended like that. */
const isUnpaid = ({ stage, payment }: LifecycleState): boolean =>
  stage === 'declined' || stage === 'cancelled' || (stage === 'requested' && payment?.state !== 'requested');

const refusalOf = ({ payout, refund }: LifecycleState): DomainError =>
  payout && !refund
    ? new DomainError('too_late', { at: payout.submittedAt })
    : new DomainError('nothing_to_cancel');

/** The immediate effect of a cancel; a call in progress is awaited first. Null when it is too late. */
function undoing(cause: CancelCause, state: LifecycleState): Decided | null {
  const { payment } = state;
  switch (state.stage) {
    case 'requested':
      return unpaidUndone(cause, state);
    case 'authorized':
      return payment?.captureRequested ? NOTHING : [VOIDING];
    case 'captured':
      return capturedUndone(cause, state);
    default:
      return null;
  }
}

/** A review does not end it: an end before its time would tell its sender of the review. */
function unpaidUndone(cause: CancelCause, state: LifecycleState): Decided {
  const { payment } = state;
  if (cause === 'suspicious') return NOTHING;
  if (!isUnderWay(payment)) return [ending(state, cause)];
  return payment?.state === 'action' && !payment.voidRequested ? [VOIDING] : NOTHING;
}

/** A charge that may have been paid out since a backup is looked up before it is refunded. */
function capturedUndone(cause: CancelCause, state: LifecycleState): Decided {
  if (state.charge === 'doubted') return NOTHING;
  return mayBePaid(state)
    ? lookedUp({ ...state, cancel: { cause, returns: true } })
    : fullRefund(state, cause);
}

/** What time alone ends: an unpaid transfer, an expired hold, a charge that was not paid out. */
export function elapseTime({ at }: Of<'ElapseTime'>, state: LifecycleState): Decided {
  const due = timerOf(state);
  if (due === null || at < due) return NOTHING;
  if (state.stage === 'requested')
    return requestCancel({ type: 'RequestCancel', cause: 'not_paid', at }, state);
  if (due === holdEndOf(state))
    return requestCancel({ type: 'RequestCancel', cause: 'hold_expired', at }, state);
  if (state.charge !== 'sure') return mayBePaid(state) ? lookedUp(state) : NOTHING;
  return fullRefund(state, 'overdue');
}
