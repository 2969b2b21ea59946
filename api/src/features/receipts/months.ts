import { DOCUMENT_TIME_ZONE } from '../../kernel/money/receipts.js';

/** A month, or a whole year. */
const PERIOD = /^(20\d{2})(?:-(0[1-9]|1[0-2]))?$/;
const MONTH_LENGTH = '2026-11'.length;
const HOUR_MS = 3_600_000;

const monthFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: DOCUMENT_TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
});
const hourFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: DOCUMENT_TIME_ZONE,
  hour: '2-digit',
  hourCycle: 'h23',
});

/** The month of an instant on a statement, "2026-11". */
export function monthOf(instant: string): string {
  const parts = monthFormat.formatToParts(new Date(instant));
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}`;
}

export const isMonth = (period: string): boolean => period.length === MONTH_LENGTH;

/** From the first instant of a month or year to the first of the next; null for any other text. */
export function rangeOf(period: string): { readonly from: string; readonly to: string } | null {
  const [, year, number] = PERIOD.exec(period) ?? [];
  if (year === undefined) return null;
  const begin = (months: number) => midnight(Date.UTC(Number(year), months, 1));
  if (number === undefined) return { from: begin(0), to: begin(12) };
  return { from: begin(Number(number) - 1), to: begin(Number(number)) };
}

/** The month so many months later than "2026-11", or earlier. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** The midnight of a day in DOCUMENT_TIME_ZONE, west of UTC; its clock never changes in the evening before. */
function midnight(utcMs: number): string {
  const hour = Number(hourFormat.format(utcMs));
  return new Date(utcMs + ((24 - hour) % 24) * HOUR_MS).toISOString();
}
