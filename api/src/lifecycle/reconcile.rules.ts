import type { LifecycleState, PaymentAttempt } from './lifecycle-state.rules.js';
import { nextCallOf } from './next-call.rules.js';
import type { PaymentState, PayoutState, RefundState } from './provider-outcomes.rules.js';

const DAY_MS = 24 * 60 * 60_000;

/** What the providers know of a transfer. */
export interface AtProviders {
  readonly payments: readonly PaymentState[];
  /** Of the payment that we recorded. */
  readonly refunds: readonly RefundState[];
  /** null: made by the desk, not made, or not known by our id. */
  readonly payout: PayoutState | null;
}

/** A difference between log and provider, with what an operator does about it. */
export interface Difference {
  readonly about: 'payment' | 'refund' | 'payout' | 'overdue';
  readonly recorded: string;
  readonly found: string;
  readonly todo: string;
}

/**
 * Compares settled states. Outstanding calls are left to the worker, which repeats or polls them, unless one has been
 * outstanding for a day; a payout may wait longer for its recipient.
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
    refundDifference(state, at),
    payoutDifference(state, at),
  ];
  return found.filter((one) => one !== null);
}

/** A payout that the platform still shows as we recorded it, as one that nobody has claimed yet. */
const isWaiting = ({ payout }: LifecycleState, at: AtProviders): boolean =>
  payout !== null && payout.state !== 'submitted' && payout.state === at.payout?.state;

const overdue = (call: string, since: string): Difference => ({
  about: 'overdue',
  recorded: `${call} since ${since}`,
  found: 'no outcome',
  todo: "Look for the call in the server's log and at the provider; nothing is repeated by hand.",
});

/** The processor's states that match each of ours. `requested` and `action` are still being polled. */
const SETTLED: Readonly<Partial<Record<PaymentAttempt['state'], readonly PaymentState['state'][]>>> = {
  authorized: ['authorized'],
  captured: ['captured'],
  voided: ['canceled'],
  declined: ['declined', 'canceled'],
};

const TODO_PAYMENT =
  "Look the payment up in the processor's dashboard; refund there what was charged in excess.";

/** The recorded payment is in another state at the processor. Payments still being polled are skipped. */
function paymentDifference(state: LifecycleState, { payments }: AtProviders): Difference | null {
  const { payment, stage } = state;
  const found = payments.find(({ paymentRef }) => paymentRef === payment?.paymentRef);
  if (!payment || !found || (stage === 'authorized' && nextCallOf(state) !== null)) return null;
  if (SETTLED[payment.state]?.includes(found.state) ?? true) return null;
  return { about: 'payment', recorded: payment.state, found: textOf(found), todo: TODO_PAYMENT };
}

/** A payment that was not recorded has reserved or charged the sender's money. */
function strayPayment({ payment }: LifecycleState, { payments }: AtProviders): Difference | null {
  if (payment?.state === 'requested') return null;
  const strays = payments
    .filter(({ paymentRef }) => paymentRef !== payment?.paymentRef)
    .filter(({ state }) => state === 'captured' || state === 'authorized');
  if (strays.length === 0) return null;
  const found = strays.map(textOf).join(', ');
  return { about: 'payment', recorded: payment?.paymentRef ?? 'no payment', found, todo: TODO_PAYMENT };
}

const textOf = ({ paymentRef, state }: PaymentState): string => `${paymentRef ?? 'payment'} ${state}`;

function refundDifference({ refund, stage }: LifecycleState, { refunds }: AtProviders): Difference | null {
  if (stage === 'refund_pending') return null;
  const made = refunds.filter(({ state }) => state !== 'failed');
  const expected = refund?.state === 'completed' ? 1 : 0;
  if (made.length === expected) return null;
  return {
    about: 'refund',
    recorded: `${expected} refunds`,
    found: made.map(({ refundRef, state }) => `${refundRef} ${state}`).join(', ') || 'none',
    todo: 'Find out who made or reverted the refund in the dashboard; hold the payout while it is not made.',
  };
}

function payoutDifference({ payout }: LifecycleState, at: AtProviders): Difference | null {
  if (!payout || !at.payout) return null;
  // Already recorded and a task of the desk.
  if (payout.contradiction !== 'none') return null;
  const isBack = (one: string) => one === 'failed' || one === 'returned';
  const { state: ours } = payout;
  if (ours !== 'delivered' && !isBack(ours)) return null;
  const { state: theirs } = at.payout;
  if (ours === theirs || (isBack(ours) && isBack(theirs))) return null;
  return {
    about: 'payout',
    recorded: ours,
    found: theirs,
    todo: "Look the payout up in the platform's console by the transfer's id before anything is paid or refunded.",
  };
}
