import fc from 'fast-check';
import { usedCentsAt, type CountedAmount } from '../../../../test/support/counted-amounts.js';
import { earliestFit, sendableSteps } from './foresight.js';
import { PER_TRANSFER_LIMIT_CENTS, UNVERIFIED_WEEKLY_LIMIT_CENTS, WEEK_MS } from './limits.js';
import { formatAmount } from './money.js';

const THURSDAY = '2026-11-26T14:05:00.000Z';
const SATURDAY = '2026-11-28T09:12:00.000Z';
/** $170 of $250 are used: $120 free up on Thursday, $50 on Saturday. */
const allowance = {
  weeklyLimit: '250.00',
  used: '170.00',
  perTransferLimit: '1000.00',
  frees: [
    { at: THURSDAY, amount: '120.00' },
    { at: SATURDAY, amount: '50.00' },
  ],
};

describe('what can be sent', () => {
  it('grows with every amount that leaves the week, up to the limit', () => {
    expect(sendableSteps(allowance)).toEqual([
      { at: null, amountCents: 80_00 },
      { at: THURSDAY, amountCents: 200_00 },
      { at: SATURDAY, amountCents: 250_00 },
    ]);
  });

  it('starts at nothing when more was sent than the limit now allows', () => {
    expect(sendableSteps({ ...allowance, used: '390.00' })).toEqual([
      { at: null, amountCents: 0 },
      { at: SATURDAY, amountCents: 30_00 },
    ]);
  });

  it('never exceeds the maximum of one transfer', () => {
    expect(sendableSteps({ ...allowance, perTransferLimit: '150.00' })).toEqual([
      { at: null, amountCents: 80_00 },
      { at: THURSDAY, amountCents: 150_00 },
    ]);
    expect(sendableSteps({ ...allowance, weeklyLimit: null })).toEqual([{ at: null, amountCents: 1_000_00 }]);
  });
});

describe('an amount fits', () => {
  it.each([
    [80_00, { kind: 'now' }],
    [80_01, { kind: 'at', at: THURSDAY }],
    [200_00, { kind: 'at', at: THURSDAY }],
    [200_01, { kind: 'at', at: SATURDAY }],
    [250_00, { kind: 'at', at: SATURDAY }],
    [250_01, { kind: 'never' }],
  ])('%i cents: %j', (amountCents, expected) => {
    expect(earliestFit(amountCents, allowance)).toEqual(expected);
  });

  it('never above the maximum of one transfer, even without a weekly limit', () => {
    expect(earliestFit(1_000_00, { ...allowance, weeklyLimit: null })).toEqual({ kind: 'now' });
    expect(earliestFit(1_000_01, { ...allowance, weeklyLimit: null })).toEqual({ kind: 'never' });
  });

  it('from exactly the foreseen instant on, and not a millisecond before', () => {
    const now = Date.parse('2026-11-21T12:00:00.000Z');
    const sends = fc.array(
      fc.record({
        amountCents: fc.integer({ min: 100, max: 9_000 }),
        requestedAtMs: fc.integer({ min: now - WEEK_MS + 1, max: now }),
      }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(sends, fc.integer({ min: 1, max: 30_000 }), (counted, wantedCents) => {
        const fitsAt = (atMs: number) =>
          wantedCents <= UNVERIFIED_WEEKLY_LIMIT_CENTS - usedCentsAt(counted, atMs);
        const foresight = earliestFit(wantedCents, allowanceOf(counted, now));
        if (foresight.kind === 'at') {
          const atMs = Date.parse(foresight.at);
          expect([fitsAt(atMs - 1), fitsAt(atMs)]).toEqual([false, true]);
        } else {
          expect(fitsAt(foresight.kind === 'now' ? now : now + 2 * WEEK_MS)).toBe(foresight.kind === 'now');
        }
      }),
      { numRuns: 500 },
    );
  });

  function allowanceOf(counted: readonly CountedAmount[], nowMs: number) {
    const oldestFirst = [...counted].sort((one, other) => one.requestedAtMs - other.requestedAtMs);
    return {
      weeklyLimit: formatAmount(UNVERIFIED_WEEKLY_LIMIT_CENTS),
      used: formatAmount(usedCentsAt(counted, nowMs)),
      perTransferLimit: formatAmount(PER_TRANSFER_LIMIT_CENTS),
      frees: oldestFirst.map(({ amountCents, requestedAtMs }) => ({
        at: new Date(requestedAtMs + WEEK_MS).toISOString(),
        amount: formatAmount(amountCents),
      })),
    };
  }
});
