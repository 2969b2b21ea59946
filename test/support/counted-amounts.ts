import { WEEK_MS } from '../../api/src/kernel/money/limits.js';

/** An accepted, unreleased amount and when it was requested (ms since 1970). */
export interface CountedAmount {
  readonly amountCents: number;
  readonly requestedAtMs: number;
}

/** The plain rule to compare a counted week with: amounts requested less than seven days earlier count. */
export function usedCentsAt(amounts: readonly CountedAmount[], nowMs: number): number {
  return amounts
    .filter(({ requestedAtMs }) => requestedAtMs > nowMs - WEEK_MS)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
}
