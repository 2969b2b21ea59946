import { DIFFERENCE_FOUND_MAX_LENGTH, type DifferenceAbout } from '../../../kernel/money/payouts.js';
import { otherAmount, otherRefund } from './difference-decisions.rules.js';
import type { Difference } from '../state/lifecycle-events.rules.js';
import type { LifecycleState, PaymentAttempt } from '../state/lifecycle-state.rules.js';
import { nextCallOf } from '../state/next-call.rules.js';
import type { PaymentState, PayoutState, RefundState } from '../state/provider-outcomes.rules.js';

const DAY_MS = 24 * 60 * 60_000;
const UNKNOWN = 'not known';

/** The providers' records of a transfer. */
export interface AtProviders {
  readonly payments: readonly PaymentState[];
  /** Of the payment that we recorded. */
  readonly refunds: readonly RefundState[];
  /** null: made by the desk, not made, or not known by our id; `unknown`: the rail has named it, and does not know it now. */
  readonly payout: PayoutState | 'unknown' | null;
}

/** An operator's action on a difference. */
export const DIFFERENCE_TODOS: Readonly<Record<DifferenceAbout, string>> = {
  payment: "Look the payment up in the processor's dashboard; refund there what was charged in excess.",
  refund: 'Find out who made or reverted the refund in the dashboard; hold the payout while it is not made.',
  payout:
    "Look the payout up in the platform's console by the transfer's id before anything is paid or refunded.",
  overdue: "Look for the call in the server's log and at the provider; nothing is repeated by hand.",
  payment_amount: "Compare the charge in the processor's dashboard; refund there what was charged in excess.",
  refund_amount: "Compare the refund in the processor's dashboard; refund there what is missing.",
  payout_amount: "Compare the payout in the platform's console, and settle the rest with the recipient.",
};

/**
 * Compares settled states and the amounts that providers report. Outstanding calls are left to the worker, which repeats or
 * polls them, unless one has been outstanding for a day; a payout may wait longer for its recipient.
 * @param updatedAt of the newest event
 */
export function differencesOf(
  state: LifecycleState,
  at: AtProviders,
  { updatedAt, nowMs }: { readonly updatedAt: string; readonly nowMs: number },
): readonly Difference[] {
  const call = nextCallOf(state);
  const isOverdue = call !== null && nowMs - Date.parse(updatedAt) > DAY_MS && !isWaiting(state, at);
  const found = [
    isOverdue ? overdue(call, updatedAt) : null,
    paymentDifference(state, at),
    strayPayment(state, at),
    paymentAmount(state, at),
    refundDifference(state, at),
    refundAmount(state, at),
    payoutDifference(state, at),
    payoutAmount(state, at),
  ];
  return found
    .filter((one) => one !== null)
    .map((one) => ({ ...one, found: one.found.slice(0, DIFFERENCE_FOUND_MAX_LENGTH) }));
}

/** A payout that the platform still shows as we recorded it: as unclaimed. */
const isWaiting = ({ payout }: LifecycleState, at: AtProviders): boolean =>
  payout !== null &&
  at.payout !== 'unknown' &&
  payout.state !== 'submitted' &&
  payout.state === at.payout?.state;

const overdue = (call: string, since: string): Difference => ({
  about: 'overdue',
  recorded: `${call} since ${since}`,
  found: 'no outcome',
});

/** The processor's states that match each of ours. `action` is still being polled. */
const SETTLED: Readonly<Partial<Record<PaymentAttempt['state'], readonly PaymentState['state'][]>>> = {
  authorized: ['authorized'],
  captured: ['captured'],
  voided: ['cancelled'],
  declined: ['declined', 'cancelled'],
};

const ourPayment = ({ payment }: LifecycleState, { payments }: AtProviders): PaymentState | undefined =>
  payments.find(({ paymentRef }) => paymentRef === payment?.paymentRef);

/** The recorded payment is in another state at the processor, or unknown there. Payments still being polled are skipped. */
function paymentDifference(state: LifecycleState, at: AtProviders): Difference | null {
  const { payment, stage } = state;
  if (!payment || payment.paymentRef === null) return null;
  if (stage === 'authorized' && nextCallOf(state) !== null) return null;
  const found = ourPayment(state, at);
  if (found ? (SETTLED[payment.state]?.includes(found.state) ?? true) : !isMoney(payment.state)) return null;
  const text = found ? textOf(found) : `${payment.paymentRef} ${UNKNOWN}`;
  return { about: 'payment', recorded: payment.state, found: text };
}

const isMoney = (state: PaymentAttempt['state']): boolean => state === 'authorized' || state === 'captured';

function paymentAmount(state: LifecycleState, at: AtProviders): Difference | null {
  const found = ourPayment(state, at);
  if (!found || !('cents' in found)) return null;
  return otherAmount('payment_amount', state.terms?.totalCents, found.cents);
}

/** A payment that was not recorded has reserved or charged the sender's money. */
function strayPayment({ payment }: LifecycleState, { payments }: AtProviders): Difference | null {
  const strays = payments
    .filter(({ paymentRef }) => paymentRef !== payment?.paymentRef)
    // The response to a call in progress is on its way; a charge follows only once that is recorded.
    .filter(
      ({ state }) => state === 'captured' || (state === 'authorized' && payment?.state !== 'requested'),
    );
  if (strays.length === 0) return null;
  const found = strays.map(textOf).join(', ');
  return { about: 'payment', recorded: payment?.paymentRef ?? 'no payment', found };
}

/** Recorded differences spell it as the processor does. */
const textOf = ({ paymentRef, state }: PaymentState): string =>
  `${paymentRef ?? 'payment'} ${state === 'cancelled' ? 'canceled' : state}`;

const madeIn = ({ refunds }: AtProviders): readonly RefundState[] =>
  refunds.filter(({ state }) => state !== 'failed');

function refundDifference({ refund, stage }: LifecycleState, at: AtProviders): Difference | null {
  if (stage === 'refund_pending') return null;
  const made = madeIn(at);
  const expected = refund?.state === 'completed' ? 1 : 0;
  if (made.length === expected) return null;
  return {
    about: 'refund',
    recorded: `${expected} refunds`,
    found: made.map(({ refundRef, state }) => `${refundRef} ${state}`).join(', ') || 'none',
  };
}

function refundAmount({ refund, lostCents }: LifecycleState, at: AtProviders): Difference | null {
  const found = madeIn(at).find(({ refundRef }) => refundRef === refund?.refundRef);
  return refund && found ? otherRefund(refund.cents, lostCents, found.cents) : null;
}

function payoutDifference({ payout }: LifecycleState, at: AtProviders): Difference | null {
  if (!payout || !at.payout) return null;
  const { state: ours, payoutRef } = payout;
  if (at.payout === 'unknown')
    return { about: 'payout', recorded: ours, found: `${payoutRef ?? 'payout'} ${UNKNOWN}` };
  // Already recorded and a task of the desk.
  if (payout.contradiction !== 'none') return null;
  if (ours !== 'delivered' && !isBack(ours)) return null;
  const { state: theirs } = at.payout;
  if (isSameEnd(ours, theirs)) return null;
  return { about: 'payout', recorded: ours, found: theirs };
}

const isBack = (state: string): boolean => state === 'failed' || state === 'returned';
const isSameEnd = (ours: string, theirs: string): boolean =>
  ours === theirs || (isBack(ours) && isBack(theirs));

function payoutAmount({ terms }: LifecycleState, { payout }: AtProviders): Difference | null {
  if (!payout || payout === 'unknown') return null;
  return otherAmount('payout_amount', terms?.amountCents, payout.cents);
}

/**
 * Unreported changes of our refund: a bank has sent back one that we recorded as complete, or one without an answer
 * has arrived although the bank's decision ended it. It is recorded like its lost notice.
 */
export function lateRefundIn({ stage, refund }: LifecycleState, at: AtProviders): RefundState | null {
  if (refund?.state === 'completed')
    return (
      at.refunds.find(({ refundRef, state }) => refundRef === refund.refundRef && state === 'failed') ?? null
    );
  const [made, ...others] = madeIn(at);
  const isTwice = stage === 'refunded' && refund?.state === 'requested' && made?.state === 'completed';
  return isTwice && others.length === 0 ? made : null;
}

/**
 * What the rail reports of a payout that came back without a report: it was recorded as delivered, or a notice of
 * a delivery contradicted its failure. It is recorded like its lost notice; the rail's present answer is the newest.
 */
export function lateReturnIn({ payout }: LifecycleState, at: AtProviders): PayoutState | null {
  if (!payout || at.payout === null || at.payout === 'unknown') return null;
  if (payout.state === 'delivered') return isBack(at.payout.state) ? at.payout : null;
  return payout.contradiction === 'open' && at.payout.state === 'returned' ? at.payout : null;
}

/** One line for an operator. */
export const lineOf = ({ about, recorded, found }: Difference): string =>
  `${about}: recorded ${recorded}, at the provider ${found}`;
