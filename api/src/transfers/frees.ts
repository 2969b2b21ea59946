import { isoInstant } from '../infrastructure/clock.js';
import { formatAmount } from '../kernel/money.js';
import type { Allowance } from '../kernel/transfers.js';

/** A counted amount and when it stops counting. */
export interface FreeingAmount {
  readonly amountCents: number;
  readonly freesAtMs: number;
}

/** Amounts shown one by one; those behind them are summed a day. */
const SINGLE_LIMIT = 10;
const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * When counted amounts leave the week, soonest first, in at most SINGLE_LIMIT + 8 steps. A sum stands at the instant
 * at which the last of its amounts leaves, so by each step all of it is free.
 */
export function freesOf(soonestFirst: readonly FreeingAmount[]): Allowance['frees'] {
  const steps: { cents: number; atMs: number }[] = [];
  soonestFirst.forEach(({ amountCents, freesAtMs }, index) => {
    const last = steps.at(-1);
    const joins =
      last && (last.atMs === freesAtMs || (index > SINGLE_LIMIT && sameDay(last.atMs, freesAtMs)));
    if (!joins) {
      steps.push({ cents: amountCents, atMs: freesAtMs });
      return;
    }
    last.cents += amountCents;
    last.atMs = freesAtMs;
  });
  return steps.map(({ cents, atMs }) => ({ at: isoInstant(atMs), amount: formatAmount(cents) }));
}

function sameDay(oneMs: number, otherMs: number): boolean {
  return Math.floor(oneMs / DAY_MS) === Math.floor(otherMs / DAY_MS);
}
