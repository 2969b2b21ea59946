import { groupByMonth } from './month-groups';

const on = (year: number, month: number, day: number) => ({
  createdAt: new Date(year, month - 1, day).toISOString(),
});

describe('transfers by month', () => {
  it('are grouped by month in the user’s time zone, in the given order', () => {
    const items = [on(2026, 11, 30), on(2026, 11, 1), on(2026, 10, 31), on(2025, 10, 31)];
    const groups = groupByMonth(items);
    expect(groups.map(({ month }) => month)).toEqual(['2026-11', '2026-10', '2025-10']);
    expect(groups[0]?.items).toEqual(items.slice(0, 2));
  });
});
