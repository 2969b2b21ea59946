import fc from 'fast-check';
import { count, countedAt, emptyWeek, forgetUntil, release, usedCents } from './counted-week.js';
import { usedCentsAt } from '../../../../test/support/counted-amounts.js';
import { WEEK_MS } from './limits.js';

interface Sent {
  readonly amountCents: number;
  readonly requestedAtMs: number;
}

const step = fc.record({
  /** Jumps target the edge of the week: exactly on it, or a millisecond before or after. */
  waitMs: fc.oneof(
    fc.constantFrom(0, 1, WEEK_MS - 1, WEEK_MS, WEEK_MS + 1),
    fc.integer({ min: 0, max: WEEK_MS / 2 }),
  ),
  amountCents: fc.integer({ min: 1, max: 100_000 }),
  /** A charge that is found later counts from its own instant. */
  agoMs: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 2 * WEEK_MS })),
  release: fc.option(fc.nat(40), { freq: 4 }),
  forget: fc.boolean(),
});

describe('the counted week', () => {
  it('always equals the sum of a plain list, through expiry, release and eviction', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const week = emptyWeek();
        const list: Sent[] = [];
        let now = 3 * WEEK_MS;
        steps.forEach((current, revision) => {
          now += current.waitMs;
          if (current.forget) forgetUntil(week, now);
          expect(usedCents(week, now)).toBe(usedCentsAt(list, now));
          const counted = { amountCents: current.amountCents, requestedAtMs: now - current.agoMs };
          count(week, { revision, ...counted });
          list.push(counted);
          if (current.release !== null && current.release <= revision) {
            release(week, current.release);
            list[current.release] = { amountCents: 0, requestedAtMs: 0 };
            expect(countedAt(week, current.release, now).amountCents).toBe(0);
          }
          expect(usedCents(week, now)).toBe(usedCentsAt(list, now));
        });
      }),
      { numRuns: 500 },
    );
  });

  it('keeps the amounts of only one week, however long a sender has been sending', () => {
    const week = emptyWeek();
    const hourMs = 3_600_000;
    for (let revision = 0; revision < 20_000; revision += 1) {
      count(week, { revision, amountCents: revision, requestedAtMs: revision * hourMs });
      forgetUntil(week, revision * hourMs);
    }
    const lastWeek = Array.from({ length: 168 }, (_, index) => 19_999 - index);
    const sum = lastWeek.reduce((total, amountCents) => total + amountCents, 0);
    expect(usedCents(week, 19_999 * hourMs)).toBe(sum);
    expect(usedCents(week, 20_000 * hourMs)).toBe(sum - 19_832);
    expect(week.revisions).toHaveLength(168);
    release(week, 19_900);
    expect(usedCents(week, 19_999 * hourMs)).toBe(sum - 19_900);
  });

  it('computes the sum at a later instant without changing the sum at an earlier one', () => {
    const week = emptyWeek();
    count(week, { revision: 0, amountCents: 500, requestedAtMs: 0 });
    expect(usedCents(week, WEEK_MS)).toBe(0);
    expect(usedCents(week, WEEK_MS - 1)).toBe(500);
  });
});
