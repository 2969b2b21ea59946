import { lostCentsOf, type Stray } from './stray.rules.js';

/** Where the money of stray charges went, in cents: `charged` = `refunded` + `closed` + `open` (docs/money.md). */
export interface StrayCents {
  readonly charged: number;
  readonly refunded: number;
  /** Kept, by an operator's decision. */
  readonly closed: number;
  readonly open: number;
  /** What banks took back in lost disputes: not part of the sum. */
  readonly lost: number;
}

export const NO_STRAY_CENTS: StrayCents = { charged: 0, refunded: 0, closed: 0, open: 0, lost: 0 };

/** Of one charge. An adopted one is its transfer's, and a reservation has taken nothing. */
export function strayCentsOf({ charge, state, fate }: Stray): StrayCents {
  if (!charge?.isCharged || state === 'none' || state === 'adopted') return NO_STRAY_CENTS;
  const { cents: charged } = charge;
  // As for transfers, a refund counts in full even if part of it came from the bank.
  const refunded = state === 'refunded' ? charged : Math.min(fate.refundedCents, charged);
  const rest = charged - refunded;
  const [closed, open] = state === 'closed' ? [rest, 0] : [0, rest];
  return { charged, refunded, closed, open, lost: lostCentsOf(fate) };
}

export const plusStray = (one: StrayCents, other: StrayCents): StrayCents => ({
  charged: one.charged + other.charged,
  refunded: one.refunded + other.refunded,
  closed: one.closed + other.closed,
  open: one.open + other.open,
  lost: one.lost + other.lost,
});
