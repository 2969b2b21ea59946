import { intlLocale } from '@kernel/people/accounts';
import { formatAmount } from '@kernel/money/money';
import { plainText } from '@kernel/text/pasted-text';

const GROUPED = /^\d{1,3}(,\d{3})+(\.\d{0,2})?$/;
const DECIMAL_COMMA = /^\d+,\d{1,2}$/;
const PLAIN = /^\d*\.?\d{0,2}$/;
/** The currency, before or after an amount. */
const CURRENCY = /^(?:US\s?\$|USD|\$)\s*|\s*(?:US\s?\$|USD|\$)$/gi;
/** Longest plausible amount, with signs and spaces. */
const MAX_INPUT_LENGTH = 20;

/** "$1,234.50" for "1234.50" or 123450 cents. */
export function formatMoney(amount: string | number, language: string): string {
  return moneyFormat(language, 2).format(dollarsOf(amount));
}

/** "$250" for "250.00", "$250.50" for "250.50": limits and rules in running text. */
export function formatMoneyShort(amount: string | number, language: string): string {
  const dollars = dollarsOf(amount);
  return moneyFormat(language, Number.isInteger(dollars) ? 0 : 2).format(dollars);
}

/** "$1,234" and ".50": headline amounts show their cents smaller. */
export function splitMoney(
  amount: string | number,
  language: string,
): { readonly whole: string; readonly cents: string } {
  const parts = moneyFormat(language, 2).formatToParts(dollarsOf(amount));
  const isCents = (type: string) => type === 'decimal' || type === 'fraction';
  const text = (wanted: boolean) =>
    parts.flatMap((part) => (isCents(part.type) === wanted ? [part.value] : [])).join('');
  return { whole: text(false), cents: text(true) };
}

/** "1,234.5", "$20", "20 USD" or "12,50" as "1234.50", "20.00", "20.00", "12.50"; null when it is not an amount. */
export function parseAmountInput(input: string): string | null {
  if (input.length > MAX_INPUT_LENGTH) return null;
  const plain = plainOf(plainText(input).trim().replaceAll(CURRENCY, ''));
  if (plain === null || !/\d/.test(plain)) return null;
  const cents = Math.round(Number(plain) * 100);
  return Number.isSafeInteger(cents) ? formatAmount(cents) : null;
}

/** How an amount field shows its value after losing focus: "1,234.50". */
export function formatAmountInput(amount: string, language: string): string {
  return new Intl.NumberFormat(intlLocale(language), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(Number(amount));
}

/** "3%" for 300 basis points, "0.30%" for 30. */
export function formatBasisPoints(basisPoints: number, language: string): string {
  return new Intl.NumberFormat(intlLocale(language), {
    style: 'percent',
    minimumFractionDigits: basisPoints % 100 === 0 ? 0 : 2,
  }).format(basisPoints / 10_000);
}

/** "1,234", "2.5". */
export function formatNumber(value: number, language: string): string {
  return new Intl.NumberFormat(intlLocale(language), { maximumFractionDigits: 1 }).format(value);
}

/** "1.2 MB", "340 kB": the size of a file. */
export function formatSize(bytes: number, language: string): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);
}

/** "12%" for 0.12. */
export function formatShare(share: number, language: string): string {
  return new Intl.NumberFormat(intlLocale(language), { style: 'percent' }).format(share);
}

/** "Spanish" for "es". */
export function formatLanguage(code: string, language: string): string {
  return new Intl.DisplayNames(intlLocale(language), { type: 'language' }).of(code) ?? code;
}

/** "Google and Apple", "Google or Apple". */
export function formatList(
  names: readonly string[],
  language: string,
  type: 'conjunction' | 'disjunction',
): string {
  return new Intl.ListFormat(intlLocale(language), { type }).format(names);
}

const DURATION_UNITS = [
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
] as const;

/** "3 days, 2 hours". */
export function formatDuration(minutes: number, language: string): string {
  const locale = intlLocale(language);
  const parts: string[] = [];
  let left = minutes;
  for (const [unit, each] of DURATION_UNITS) {
    const count = Math.floor(left / each);
    left -= count * each;
    const style = { style: 'unit', unit, unitDisplay: 'long' } as const;
    if (count > 0) parts.push(new Intl.NumberFormat(locale, style).format(count));
  }
  return new Intl.ListFormat(locale, { type: 'unit' }).format(parts);
}

/** "Nov 24" of this year, "Nov 24, 2025" of another, in the user's time zone. */
export function formatDay(instant: string, language: string, now = new Date()): string {
  const date = new Date(instant);
  const year = date.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' as const };
  return dateFormat(language, { month: 'short', day: 'numeric', ...year }).format(date);
}

/** "Nov 2" for `2026-11-02`, a day in UTC. */
export function formatUtcDay(day: string, language: string): string {
  return dateFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** "Fri, Nov 20": a day under the heading of its month. */
export function formatWeekday(instant: string, language: string): string {
  return dateFormat(language, { weekday: 'short', month: 'short', day: 'numeric' }).format(new Date(instant));
}

/** "November 2026", within a text. */
export function formatMonth(instant: string, language: string): string {
  return dateFormat(language, { month: 'long', year: 'numeric' }).format(new Date(instant));
}

/** "November 2026", "Noviembre de 2026": a month as a heading. */
export function formatMonthHeading(instant: string, language: string): string {
  const month = formatMonth(instant, language);
  return month.charAt(0).toUpperCase() + month.slice(1);
}

/** "November", "Noviembre": a month of this year or the last, as a heading. */
export function formatMonthName(instant: string, language: string): string {
  const month = dateFormat(language, { month: 'long' }).format(new Date(instant));
  return month.charAt(0).toUpperCase() + month.slice(1);
}

/** "Nov 2026". */
export function formatMonthShort(instant: string, language: string): string {
  return dateFormat(language, { month: 'short', year: 'numeric' }).format(new Date(instant));
}

/** "Nov 24, 2:31 PM". */
export function formatMoment(instant: string, language: string): string {
  return momentFormat(language).format(new Date(instant));
}

/** "Nov 24, 2:31 – 2:42 PM": as short as the two moments allow. */
export function formatSpan(first: string, last: string, language: string): string {
  return momentFormat(language).formatRange(new Date(first), new Date(last));
}

const momentFormat = (language: string) =>
  dateFormat(language, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });

/** "Nov 24, 2:31:05 PM": events that follow each other closely. */
export function formatSecond(instant: string, language: string): string {
  return dateFormat(language, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  }).format(new Date(instant));
}

/** "Nov 24, 2026, 2:31:05 PM EST": a moment of any year, with its time zone. */
export function formatYearSecond(instant: string, language: string): string {
  return dateFormat(language, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(instant));
}

/** "2:31:05 PM": the time alone, of events under their day. */
export function formatClock(instant: string, language: string): string {
  return dateFormat(language, { timeStyle: 'medium' }).format(new Date(instant));
}

/** "Fri, Nov 27, 2:14 PM": when something will happen. */
export function formatUpcoming(instant: string, language: string): string {
  return dateFormat(language, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(instant));
}

/** "2:50 PM" of today, "Fri, Nov 27, 9:20 AM" of another day: when something usually arrives. */
export function formatArrival(instant: string, language: string, now = new Date()): string {
  const isToday = new Date(instant).toDateString() === now.toDateString();
  return isToday ? formatTime(instant, language) : formatUpcoming(instant, language);
}

/** "Thursday" for a day of the coming week, "Thursday, November 26" for one that has today's name. */
export function formatSoon(instant: string, language: string, now = new Date()): string {
  const date = new Date(instant);
  const named = date.getDay() === now.getDay() ? ({ month: 'long', day: 'numeric' } as const) : {};
  return dateFormat(language, { weekday: 'long', ...named }).format(date);
}

/** The hour of an instant on a clock with twelve of them, 1 to 12. */
export function hourOnClock(instant: string): number {
  return new Date(instant).getHours() % 12 || 12;
}

/** "2:31 PM". */
export function formatTime(instant: string | number, language: string): string {
  return dateFormat(language, { hour: 'numeric', minute: '2-digit' }).format(new Date(instant));
}

/** The date of a policy, which has no time zone: "09/01/2025", "1 de septiembre de 2025" (decision 31). */
export function formatPolicyDate(day: string, language: string): string {
  const parts =
    language === 'es'
      ? ({ day: 'numeric', month: 'long', year: 'numeric' } as const)
      : ({ day: '2-digit', month: '2-digit', year: 'numeric' } as const);
  return dateFormat(language, { ...parts, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}

/** The exact moment with seconds and zone, for `title`. */
export function formatExact(instant: string, language: string): string {
  return dateFormat(language, { dateStyle: 'full', timeStyle: 'long' }).format(new Date(instant));
}

function plainOf(text: string): string | null {
  if (GROUPED.test(text)) return text.replaceAll(',', '');
  if (DECIMAL_COMMA.test(text)) return text.replace(',', '.');
  return PLAIN.test(text) ? text : null;
}

function dollarsOf(amount: string | number): number {
  return typeof amount === 'number' ? amount / 100 : Number(amount);
}

function moneyFormat(language: string, digits: number): Intl.NumberFormat {
  return new Intl.NumberFormat(intlLocale(language), {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** Between a time and its half of the day, which Spanish would let stand on two lines. */
const BEFORE_HALF = / (?=[ap]\.)/g;

function dateFormat(
  language: string,
  options: Intl.DateTimeFormatOptions,
): Pick<Intl.DateTimeFormat, 'format' | 'formatRange'> {
  const format = new Intl.DateTimeFormat(intlLocale(language), options);
  return {
    format: (date) => format.format(date).replaceAll(BEFORE_HALF, '\u00a0'),
    formatRange: (from, to) => format.formatRange(from, to).replaceAll(BEFORE_HALF, '\u00a0'),
  };
}

/** The first word of a recipient's name, for sentences about them. */
export const firstNameOf = (name: string): string => name.split(' ', 1)[0] ?? name;
