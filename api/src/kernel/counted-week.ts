import { WEEK_MS } from './limits.js';

/**
 * The accepted amounts of the last seven days of one sender, oldest first, with their running sum.
 * Columns instead of objects: a sender of a million transfers a week costs three numbers each.
 * Amounts leave by `forgetUntil` only, which the fold calls with instants that never go back.
 */
export interface CountedWeek {
  readonly revisions: number[];
  readonly amountsCents: number[];
  readonly requestedAtMs: number[];
  /** Index of the oldest amount still kept. */
  first: number;
  sumCents: number;
}

/** Dropped rows are cut off once they are this many and more than half of the columns. */
const COMPACT_FROM = 1_024;

export function emptyWeek(): CountedWeek {
  return { revisions: [], amountsCents: [], requestedAtMs: [], first: 0, sumCents: 0 };
}

/** Adds an amount; revisions and instants only grow. */
export function count(
  week: CountedWeek,
  amount: { revision: number; amountCents: number; requestedAtMs: number },
): void {
  week.revisions.push(amount.revision);
  week.amountsCents.push(amount.amountCents);
  week.requestedAtMs.push(amount.requestedAtMs);
  week.sumCents += amount.amountCents;
}

/** Takes the amount that was counted at `revision` out again; one that left the week already changes nothing. */
export function release(week: CountedWeek, revision: number): void {
  const index = indexOfRevision(week, revision);
  if (index === null) return;
  week.sumCents -= week.amountsCents[index] ?? 0;
  week.amountsCents[index] = 0;
}

/** Drops what no longer counts at `nowMs`: amortised constant, since every amount is dropped once. */
export function forgetUntil(week: CountedWeek, nowMs: number): void {
  const expired = expiredAt(week, nowMs);
  week.first += expired.rows;
  week.sumCents -= expired.cents;
  if (week.first < COMPACT_FROM || week.first * 2 < week.revisions.length) return;
  for (const column of [week.revisions, week.amountsCents, week.requestedAtMs]) column.splice(0, week.first);
  week.first = 0;
}

/** Sum of what counts at `nowMs`: requested later than exactly seven days before (decision 7). Changes nothing. */
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
