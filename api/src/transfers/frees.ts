import { isoInstant } from '../config/clock.js';
import { WEEK_MS } from '../kernel/limits.js';
import { formatAmount } from '../kernel/money.js';
import type { Allowance } from '../kernel/transfers.js';

/** An amount that counts, and the instant it was requested. */
export interface CountedTransfer {
  readonly amountCents: number;
  readonly requestedAt: string;
}

/** Amounts shown one by one; those behind them are summed a day. */
const SINGLE_LIMIT = 10;
const DAY_LENGTH = '2026-11-20'.length;

/**
 * When counted amounts leave the week, soonest first, in at most SINGLE_LIMIT + 8 steps. A sum stands at the instant
 * at which the last of its amounts leaves, so by each step all of it is free. Instants are compared as text.
 */
export function freesOf(oldestFirst: readonly CountedTransfer[]): Allowance['frees'] {
  const steps: { amountCents: number; requestedAt: string }[] = [];
  oldestFirst.forEach(({ amountCents, requestedAt }, index) => {
    const last = steps.at(-1);
    const joins =
      last &&
      (last.requestedAt === requestedAt || (index > SINGLE_LIMIT && sameDay(last.requestedAt, requestedAt)));
    if (!joins) {
      steps.push({ amountCents, requestedAt });
      return;
    }
    last.amountCents += amountCents;
    last.requestedAt = requestedAt;
  });
  return steps.map(({ amountCents, requestedAt }) => ({
    at: isoInstant(Date.parse(requestedAt) + WEEK_MS),
    amount: formatAmount(amountCents),
  }));
}

function sameDay(one: string, other: string): boolean {
  return one.slice(0, DAY_LENGTH) === other.slice(0, DAY_LENGTH);
}
