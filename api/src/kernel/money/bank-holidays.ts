import { type Day, monthDayOf, weekdayOf } from '../zoned-days.js';

/** Month and day: New Year, Juneteenth, Independence Day, Veterans Day, Christmas. */
const FIXED: ReadonlySet<string> = new Set(['1/1', '6/19', '7/4', '11/11', '12/25']);

const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;
const SUNDAY = 0;
/** The nth weekday of a month: Martin Luther King Jr., Presidents, Labor and Columbus Day, Thanksgiving. */
const NTH = [
  { month: 1, weekday: MONDAY, nth: 3 },
  { month: 2, weekday: MONDAY, nth: 3 },
  { month: 9, weekday: MONDAY, nth: 1 },
  { month: 10, weekday: MONDAY, nth: 2 },
  { month: 11, weekday: THURSDAY, nth: 4 },
] as const;
const MEMORIAL_MONTH = 5;
/** The last Monday of May is the 25th or later. */
const MEMORIAL_FIRST = 25;

/**
 * Whether the Federal Reserve Banks are closed by a holiday. One on a Sunday moves to the Monday; for one on a Saturday they
 * are open on the Friday.
 */
export const isBankHoliday = (day: Day): boolean =>
  isFixed(day) || isMoving(day) || (weekdayOf(day) === MONDAY && isFixed(day - 1));

/** A day on which banks book: neither a weekend nor a holiday. */
export function isBusinessDay(day: Day): boolean {
  const weekday = weekdayOf(day);
  return weekday !== SATURDAY && weekday !== SUNDAY && !isBankHoliday(day);
}

function isFixed(day: Day): boolean {
  const { month, dayOfMonth } = monthDayOf(day);
  return FIXED.has(`${String(month)}/${String(dayOfMonth)}`);
}

function isMoving(day: Day): boolean {
  const { month, dayOfMonth } = monthDayOf(day);
  const weekday = weekdayOf(day);
  if (month === MEMORIAL_MONTH) return weekday === MONDAY && dayOfMonth >= MEMORIAL_FIRST;
  const nth = Math.ceil(dayOfMonth / 7);
  return NTH.some((one) => one.month === month && one.weekday === weekday && one.nth === nth);
}
