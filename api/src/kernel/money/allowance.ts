import { PER_TRANSFER_LIMIT_CENTS, remainingCents, WEEK_MS, weeklyLimitCents } from './limits.js';
import { formatAmount } from './money.js';
import type { Allowance, Tier } from './transfers.js';

/** An amount that counts toward the week, and when it was requested. */
export interface CountedTransfer {
  readonly amountCents: number;
  readonly requestedAt: string;
}

/** What a sender may still send, from the amounts of the last seven days. The weekly limit of verified senders in cents; null = none. */
export function allowanceOf(
  tier: Tier,
  oldestFirst: readonly CountedTransfer[],
  verifiedLimitCents: number | null,
): Allowance {
  const limitCents = weeklyLimitCents(tier, verifiedLimitCents);
  const usedCents = oldestFirst.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return {
    tier,
    weeklyLimit: limitCents === null ? null : formatAmount(limitCents),
    used: formatAmount(usedCents),
    remaining: limitCents === null ? null : formatAmount(remainingCents(limitCents, usedCents)),
    perTransferLimit: formatAmount(PER_TRANSFER_LIMIT_CENTS),
    frees: upcomingReleases(oldestFirst),
  };
}

/** Amounts listed individually; later ones are summed per day. */
const SINGLE_LIMIT = 10;
const DAY_LENGTH = '2026-11-20'.length;

/**
 * When counted amounts leave the week, soonest first, in at most SINGLE_LIMIT + 8 steps. A sum has the instant at which
 * its last amount leaves, so the whole sum is available by then. Instants are compared as text.
 */
function upcomingReleases(oldestFirst: readonly CountedTransfer[]): Allowance['frees'] {
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
    at: new Date(Date.parse(requestedAt) + WEEK_MS).toISOString(),
    amount: formatAmount(amountCents),
  }));
}

function sameDay(one: string, other: string): boolean {
  return one.slice(0, DAY_LENGTH) === other.slice(0, DAY_LENGTH);
}
