import { count, emptyWeek, usedCents } from './counted-week.js';
import {
  UNVERIFIED_WEEKLY_LIMIT_CENTS,
  WEEK_MS,
  remainingCents,
  tierOf,
  weeklyLimitCents,
} from './limits.js';

const now = Date.parse('2026-03-08T12:00:00.000Z');

/** Of amounts in cents and when they were requested. */
function usedOf(amounts: readonly (readonly [amountCents: number, requestedAtMs: number])[], nowMs: number) {
  const week = emptyWeek();
  for (const [revision, [amountCents, requestedAtMs]] of amounts.entries())
    count(week, { revision, amountCents, requestedAtMs });
  return usedCents(week, nowMs);
}

describe('the rolling week', () => {
  it('counts an amount until one millisecond before it is seven days old', () => {
    expect(usedOf([[2_000, now - WEEK_MS + 1]], now)).toBe(2_000);
  });

  it('no longer counts an amount that is exactly seven days old', () => {
    expect(usedOf([[2_000, now - WEEK_MS]], now)).toBe(0);
  });

  it('is 168 hours long, even across a daylight saving change or a leap day', () => {
    expect(WEEK_MS).toBe(168 * 3_600_000);
    const overLeapDay = Date.parse('2028-03-02T00:00:00.000Z');
    const weekBefore = Date.parse('2028-02-24T00:00:00.000Z');
    const amounts = [
      [1, weekBefore],
      [2, weekBefore + 1],
    ] as const;
    expect(usedOf(amounts, overLeapDay)).toBe(2);
  });

  it('leaves exactly $0.00 at $250.00 and never less', () => {
    expect(remainingCents(UNVERIFIED_WEEKLY_LIMIT_CENTS, 24_999)).toBe(1);
    expect(remainingCents(UNVERIFIED_WEEKLY_LIMIT_CENTS, 25_000)).toBe(0);
    expect(remainingCents(UNVERIFIED_WEEKLY_LIMIT_CENTS, 90_000)).toBe(0);
  });
});

describe('the tier', () => {
  it('is verified only for a verified sender: a pending sender has the unverified limits', () => {
    expect([tierOf('unverified'), tierOf('pending'), tierOf('verified')]).toEqual([
      'unverified',
      'unverified',
      'verified',
    ]);
  });

  it('limits the week to $250.00 when unverified, and when verified to the configured limit, if any', () => {
    expect(weeklyLimitCents('unverified', null)).toBe(25_000);
    expect(weeklyLimitCents('unverified', 150_000)).toBe(25_000);
    expect(weeklyLimitCents('verified', 150_000)).toBe(150_000);
    expect(weeklyLimitCents('verified', null)).toBeNull();
  });
});
