import { PER_TRANSFER_LIMIT_CENTS, remainingCents, WEEK_MS, weeklyLimitCents } from './limits.js';
import { centsOf, formatAmount } from './money.js';
import {
  waitsForPayment,
  type Allowance,
  type Tier,
  type Transaction,
  type UnpaidTransfer,
} from './transfers.js';

/** An amount that counts toward the week, when it was requested, and what it is until it leaves the week. */
export interface CountedTransfer {
  readonly amountCents: number;
  readonly requestedAt: string;
  /** `freeing`: it ended unpaid, and its amount is about to be released. */
  readonly part: 'sent' | 'freeing' | UnpaidTransfer;
}

/** Most unpaid transfers that an allowance names. */
const UNPAID_LIMIT = 20;

/** What a transfer counts as, from when it is requested until its amount is released. */
export function countedOf(
  transfer: Pick<Transaction, 'id' | 'amount' | 'createdAt' | 'status' | 'released' | 'payment'>,
): CountedTransfer {
  const { amount, createdAt } = transfer;
  return { amountCents: centsOf(amount), requestedAt: createdAt, part: partOf(transfer) };
}

function partOf(transfer: Parameters<typeof countedOf>[0]): CountedTransfer['part'] {
  const { id, amount, status, payment } = transfer;
  if (status === 'cancelled' || status === 'declined') return 'freeing';
  return waitsForPayment(transfer) ? { id, amount, until: payment?.payBy ?? null } : 'sent';
}

/** What a sender may still send, from the amounts of the last seven days. The weekly limit of verified senders in cents; null = none. */
export function allowanceOf(
  tier: Tier,
  oldestFirst: readonly CountedTransfer[],
  verifiedLimitCents: number | null,
): Allowance {
  const limitCents = weeklyLimitCents(tier, verifiedLimitCents);
  const sumOf = (counted: readonly CountedTransfer[]) =>
    counted.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const usedCents = sumOf(oldestFirst);
  const unpaid = oldestFirst.flatMap(({ part }) => (typeof part === 'object' ? [part] : []));
  return {
    tier,
    weeklyLimit: limitCents === null ? null : formatAmount(limitCents),
    used: formatAmount(usedCents),
    sent: formatAmount(sumOf(oldestFirst.filter(({ part }) => part === 'sent'))),
    waiting: formatAmount(sumOf(oldestFirst.filter(({ part }) => typeof part === 'object'))),
    freeing: formatAmount(sumOf(oldestFirst.filter(({ part }) => part === 'freeing'))),
    unpaid: unpaid.sort(byEnd).slice(0, UNPAID_LIMIT),
    remaining: limitCents === null ? null : formatAmount(remainingCents(limitCents, usedCents)),
    perTransferLimit: formatAmount(PER_TRANSFER_LIMIT_CENTS),
    frees: upcomingReleases(oldestFirst),
  };
}

/** Those without an end last. */
function byEnd({ until: one }: UnpaidTransfer, { until: other }: UnpaidTransfer): number {
  if (one === other) return 0;
  return other === null || (one !== null && one < other) ? -1 : 1;
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
