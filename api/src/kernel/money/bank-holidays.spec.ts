import { isBankHoliday, isBusinessDay } from './bank-holidays.js';
import { dayOf, monthDayOf } from '../zoned-days.js';

function holidaysOf(year: number): readonly string[] {
  const found: string[] = [];
  for (let day = dayOf(year, 1, 1); day < dayOf(year + 1, 1, 1); day += 1) {
    const { month, dayOfMonth } = monthDayOf(day);
    if (isBankHoliday(day)) found.push(`${String(month)}/${String(dayOfMonth)}`);
  }
  return found;
}

describe('bank holidays', () => {
  // The years as the Federal Reserve publishes them.
  it('are those of the Federal Reserve', () => {
    expect(holidaysOf(2025)).toEqual([
      ...['1/1', '1/20', '2/17', '5/26', '6/19', '7/4', '9/1', '10/13', '11/11', '11/27', '12/25'],
    ]);
    expect(holidaysOf(2029)).toEqual([
      ...['1/1', '1/15', '2/19', '5/28', '6/19', '7/4', '9/3', '10/8', '11/11', '11/12', '11/22', '12/25'],
    ]);
  });

  it('move from a Sunday to the Monday, and from a Saturday nowhere', () => {
    // July 4 is a Sunday in 2027 and a Saturday in 2026.
    expect(isBusinessDay(dayOf(2027, 7, 5))).toBe(false);
    expect(isBusinessDay(dayOf(2026, 7, 3))).toBe(true);
    expect(isBusinessDay(dayOf(2026, 7, 6))).toBe(true);
  });

  it('and weekends are no business days', () => {
    const days = [23, 24, 25, 26, 27, 28, 29, 30].map((one) => isBusinessDay(dayOf(2026, 11, one)));
    expect(days).toEqual([true, true, true, false, true, false, false, true]);
  });
});
