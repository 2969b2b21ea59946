import { BACKTEST_LONGEST_DAYS } from '@kernel/staff/backtests';
import { barsOf, boundsOf, firstPeriod, type Bar } from './backtest-period';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const DAY_MS = 24 * 60 * 60_000;
const own = (from: string, to: string) => boundsOf({ kind: 'own', from, to }, null, NOW);

describe('the period of a backtest', () => {
  it('is whole days in UTC, today included', () => {
    const { from, to } = firstPeriod(NOW);
    const bounds = { from: '2026-10-22T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' };
    expect(boundsOf(firstPeriod(NOW), null, NOW)).toEqual(bounds);
    expect(own(from, to)).toEqual(bounds);
    expect(boundsOf({ kind: '7', from, to }, null, NOW)).toMatchObject({ from: '2026-11-14T00:00:00.000Z' });
  });

  it('of a draft begins with its last change, or today', () => {
    const drafted = { ...firstPeriod(NOW), kind: 'drafted' } as const;
    const at = '2026-11-19T09:30:00.000Z';
    expect(boundsOf(drafted, at, NOW)).toEqual({ from: at, to: '2026-11-21T00:00:00.000Z' });
    expect(boundsOf(drafted, null, NOW)).toMatchObject({ from: '2026-11-20T00:00:00.000Z' });
  });

  it('has at most as many days as can be tried, and names what is wrong with it', () => {
    const last = '2026-11-20';
    const first = (days: number) =>
      new Date(Date.parse(last) - (days - 1) * DAY_MS).toISOString().slice(0, 10);
    expect(own(first(BACKTEST_LONGEST_DAYS), last)).toMatchObject({ to: '2026-11-21T00:00:00.000Z' });
    expect(own(first(BACKTEST_LONGEST_DAYS + 1), last)).toEqual({ field: 'to', problem: 'long' });
    expect(own(last, last)).toMatchObject({ from: '2026-11-20T00:00:00.000Z' });
    expect(own(last, '2026-11-19')).toEqual({ field: 'to', problem: 'order' });
    expect(own('2026-11-21', last)).toEqual({ field: 'from', problem: 'future' });
    expect(own('', last)).toEqual({ field: 'from', problem: 'from' });
    expect(own(last, '')).toEqual({ field: 'to', problem: 'to' });
  });
});

describe('the bars of a backtest', () => {
  const days = (count: number): readonly Bar[] =>
    Array.from({ length: count }, (_, index) => ({
      day: `day ${index}`,
      counts: { run: 1, against: 2 },
    }));

  it('are days while they can be told apart, and weeks of seven days beyond', () => {
    expect(barsOf(days(184))).toEqual({ isWeekly: false, bars: days(184) });
    const { isWeekly, bars } = barsOf(days(185));
    expect([isWeekly, bars.length]).toEqual([true, 27]);
    expect([bars[0], bars[1], bars[26]]).toEqual([
      { day: 'day 0', counts: { run: 7, against: 14 } },
      { day: 'day 7', counts: { run: 7, against: 14 } },
      { day: 'day 182', counts: { run: 3, against: 6 } },
    ]);
  });
});
