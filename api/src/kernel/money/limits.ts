import type { Tier } from './transfers.js';
import type { KycBadge } from '../people/verification.js';

/** Limits of specification §9 and decisions 6, 7 and 22, in cents and milliseconds. */
export const UNVERIFIED_WEEKLY_LIMIT_CENTS = 25_000;
export const PER_TRANSFER_LIMIT_CENTS = 100_000;
/** Accounts without a verified identity that one card serves in any seven days (docs/money.md). */
export const UNVERIFIED_ACCOUNTS_PER_CARD = 2;
export const WEEK_MS = 7 * 24 * 60 * 60 * 1_000;

/** The remaining amount of a weekly limit in cents, never below zero (specification §9). */
export function remainingCents(limitCents: number, usedCents: number): number {
  return Math.max(0, limitCents - usedCents);
}

/** Only a verified sender is in the verified tier, a pending one is not (decision 13). */
export function tierOf(badge: KycBadge): Tier {
  return badge === 'verified' ? 'verified' : 'unverified';
}

/** The weekly limit of a tier in cents, null where none applies (decision 6). */
export function weeklyLimitCents(tier: Tier, verifiedLimitCents: number | null): number | null {
  return tier === 'verified' ? verifiedLimitCents : UNVERIFIED_WEEKLY_LIMIT_CENTS;
}
