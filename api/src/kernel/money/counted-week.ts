import { WEEK_MS } from './limits.js';

/**
 * One sender's accepted amounts of the last seven days, oldest first, with their running sum. Columns instead of
 * objects, so that each of a million transfers a week costs three numbers. Only `forgetUntil` removes amounts; the fold
 * calls it with instants that never decrease.
 */
export interface CountedWeek {
  readonly revisions: number[];
  readonly amountsCents: number[];
  readonly requestedAtMs: number[];
  sumCents: number;
}

export function emptyWeek(): CountedWeek {
  return { revisions: [], amountsCents: [], requestedAtMs: [], sumCents: 0 };
}

/** Adds an amount in its place by time, which is nearly always the last. */
export function count(
  week: CountedWeek,
  amount: { revision: number; amountCents: number; requestedAtMs: number },
): void {
  let place = week.requestedAtMs.length;
  while ((week.requestedAtMs[place - 1] ?? 0) > amount.requestedAtMs) place -= 1;
  week.revisions.splice(place, 0, amount.revision);
  week.amountsCents.splice(place, 0, amount.amountCents);
  week.requestedAtMs.splice(place, 0, amount.requestedAtMs);
  week.sumCents += amount.amountCents;
}

/** The amount counted at `revision`, in cents, and its instant; 0 once it is released or no longer counts at `nowMs`. */
export function countedAt(
  week: CountedWeek,
  revision: number | undefined,
  nowMs: number,
): { readonly amountCents: number; readonly requestedAtMs: number } {
  const index = revision === undefined ? -1 : week.revisions.indexOf(revision);
  const requestedAtMs = week.requestedAtMs[index] ?? 0;
  const isCounted = requestedAtMs > nowMs - WEEK_MS;
  return { requestedAtMs, amountCents: isCounted ? (week.amountsCents[index] ?? 0) : 0 };
}

/** Removes the amount counted at `revision`; changes nothing if it has already left the week. */
export function release(week: CountedWeek, revision: number): void {
  const index = week.revisions.indexOf(revision);
  if (index < 0) return;
  week.sumCents -= week.amountsCents[index] ?? 0;
  week.amountsCents[index] = 0;
}

/** Drops amounts that no longer count at `nowMs`. */
export function forgetUntil(week: CountedWeek, nowMs: number): void {
  const expired = expiredAt(week, nowMs);
  week.sumCents -= expired.cents;
  for (const column of [week.revisions, week.amountsCents, week.requestedAtMs])
    column.splice(0, expired.rows);
}

/** Sum in cents of the amounts that count at `nowMs`, requested less than seven days before (decision 7). */
export function usedCents(week: CountedWeek, nowMs: number): number {
  return week.sumCents - expiredAt(week, nowMs).cents;
}

function expiredAt(week: CountedWeek, nowMs: number): { rows: number; cents: number } {
  let cents = 0;
  let rows = 0;
  while (rows < week.requestedAtMs.length && (week.requestedAtMs[rows] ?? 0) <= nowMs - WEEK_MS) {
    cents += week.amountsCents[rows] ?? 0;
    rows += 1;
  }
  return { rows, cents };
}
