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
  /** Index of the oldest amount still kept. */
  first: number;
  sumCents: number;
}

/** Compacts the columns when this many rows, and more than half, are dropped. */
const COMPACT_FROM = 1_024;

export function emptyWeek(): CountedWeek {
  return { revisions: [], amountsCents: [], requestedAtMs: [], first: 0, sumCents: 0 };
}

/** Adds an amount; revisions and instants must not decrease. */
export function count(
  week: CountedWeek,
  amount: { revision: number; amountCents: number; requestedAtMs: number },
): void {
  week.revisions.push(amount.revision);
  week.amountsCents.push(amount.amountCents);
  week.requestedAtMs.push(amount.requestedAtMs);
  week.sumCents += amount.amountCents;
}

/** Removes the amount counted at `revision`; changes nothing if it has already left the week. */
export function release(week: CountedWeek, revision: number): void {
  const index = indexOfRevision(week, revision);
  if (index === null) return;
  week.sumCents -= week.amountsCents[index] ?? 0;
  week.amountsCents[index] = 0;
}

/** Drops amounts that no longer count at `nowMs`. Amortized constant time: every amount is dropped once. */
export function forgetUntil(week: CountedWeek, nowMs: number): void {
  const expired = expiredAt(week, nowMs);
  week.first += expired.rows;
  week.sumCents -= expired.cents;
  if (week.first < COMPACT_FROM || week.first * 2 < week.revisions.length) return;
  for (const column of [week.revisions, week.amountsCents, week.requestedAtMs]) column.splice(0, week.first);
  week.first = 0;
}

/** A copy of the amounts still kept. */
export function countedIn({ first, sumCents, ...columns }: CountedWeek): Omit<CountedWeek, 'first'> {
  return {
    revisions: columns.revisions.slice(first),
    amountsCents: columns.amountsCents.slice(first),
    requestedAtMs: columns.requestedAtMs.slice(first),
    sumCents,
  };
}

/** Sum in cents of the amounts that count at `nowMs`, requested less than seven days before (decision 7). */
export function usedCents(week: CountedWeek, nowMs: number): number {
  return week.sumCents - expiredAt(week, nowMs).cents;
}

function expiredAt(week: CountedWeek, nowMs: number): { rows: number; cents: number } {
  let cents = 0;
  let index = week.first;
  while (index < week.requestedAtMs.length && (week.requestedAtMs[index] ?? 0) <= nowMs - WEEK_MS) {
    cents += week.amountsCents[index] ?? 0;
    index += 1;
  }
  return { rows: index - week.first, cents };
}

function indexOfRevision(week: CountedWeek, revision: number): number | null {
  let low = week.first;
  let high = week.revisions.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = week.revisions[middle] ?? 0;
    if (found === revision) return middle;
    if (found < revision) low = middle + 1;
    else high = middle - 1;
  }
  return null;
}
