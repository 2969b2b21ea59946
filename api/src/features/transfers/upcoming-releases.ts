import { isoInstant } from '../../config/clock.js';
import { WEEK_MS } from '../../kernel/limits.js';
import { formatAmount } from '../../kernel/money.js';
import type { Allowance } from '../../kernel/transfers.js';

/** An amount that counts toward the week, and when it was requested. */
export interface CountedTransfer {
  readonly amountCents: number;
  readonly requestedAt: string;
}

/** Amounts listed individually; later ones are summed per day. */
const SINGLE_LIMIT = 10;
const DAY_LENGTH = '2026-11-20'.length;

/**
 * When counted amounts leave the week, soonest first, in at most SINGLE_LIMIT + 8 steps. A sum has the instant at which
 * its last amount leaves, so the whole sum is available by then. Instants are compared as text.
 */
export function upcomingReleases(oldestFirst: readonly CountedTransfer[]): Allowance['frees'] {
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
