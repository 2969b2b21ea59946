import type { LifecycleState } from './lifecycle-state.rules.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How long a transfer waits for its payment: from the request, or from the first decline. */
const PAYMENT_WINDOW_MS = 30 * MINUTE_MS;
/** Longest hold. */
const HOLD_MAX_MS = 5 * DAY_MS;
/** A charge without a submitted payout by then is refunded. */
const PAYOUT_MAX_MS = 10 * DAY_MS;

const after = (instant: string, ms: number): string => new Date(Date.parse(instant) + ms).toISOString();

/** Until when a card can be tried, from the request or the first decline on. */
export const paymentEndFrom = (instant: string): string => after(instant, PAYMENT_WINDOW_MS);

/** Until when a card can be tried; null when it is not waiting for one. */
export function payByOf({ stage, terms, cancel, firstDeclinedAt }: LifecycleState): string | null {
  if (stage !== 'requested' || !terms || cancel) return null;
  return paymentEndFrom(firstDeclinedAt ?? terms.requestedAt);
}

/** When time alone changes this transfer next; null = never. Every instant follows from events. */
export function timerOf(state: LifecycleState): string | null {
  const { stage, cancel } = state;
  if (stage === 'requested') return payByOf(state);
  if (cancel || (stage !== 'authorized' && stage !== 'captured')) return null;
  const [first = null] = [holdEndOf(state), payoutDueOf(state)].filter((due) => due !== null).sort();
  return first;
}

/** When the hold expires. */
export const holdEndOf = ({ heldSince }: LifecycleState): string | null =>
  heldSince === null ? null : after(heldSince, HOLD_MAX_MS);

/** When a charge that was not paid out is refunded. */
export const payoutDueOf = ({ capturedAt }: LifecycleState): string | null =>
  capturedAt === null ? null : after(capturedAt, PAYOUT_MAX_MS);
