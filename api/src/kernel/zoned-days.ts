const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = 4;

/** A calendar day as the number of days since 1970-01-01. */
export type Day = number;

export const dayOf = (year: number, month: number, dayOfMonth: number): Day =>
  Date.UTC(year, month - 1, dayOfMonth) / DAY_MS;

/** 0 is Sunday. */
export const weekdayOf = (day: Day): number => (day + FIRST_WEEKDAY) % 7;

/** Month 1 to 12. */
export function monthDayOf(day: Day): { readonly month: number; readonly dayOfMonth: number } {
  const date = new Date(day * DAY_MS);
  return { month: date.getUTCMonth() + 1, dayOfMonth: date.getUTCDate() };
}

/** The day that the calendar in a time zone shows at an instant. */
export const dayAt = (atMs: number, timeZone: string): Day => Math.floor(wallMsAt(atMs, timeZone) / DAY_MS);

/** When the clock in a time zone shows so many minutes after midnight; one that a change skips is an hour earlier. */
export function instantOf(day: Day, minutes: number, timeZone: string): number {
  const wallMs = day * DAY_MS + minutes * MINUTE_MS;
  const nearMs = wallMs - offsetMsAt(wallMs, timeZone);
  return wallMs - offsetMsAt(nearMs, timeZone);
}

/** How far the clock in a time zone is ahead of UTC. */
const offsetMsAt = (atMs: number, timeZone: string): number => wallMsAt(atMs, timeZone) - atMs;

/** The local time of a time zone, as if it were UTC. */
function wallMsAt(atMs: number, timeZone: string): number {
  const shown = new Map<string, number>();
  for (const { type, value } of formatOf(timeZone).formatToParts(atMs)) shown.set(type, Number(value));
  const part = (type: string) => shown.get(type) ?? 0;
  const wholeMs = Math.floor(atMs / 1_000) * 1_000;
  const wallMs = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return wallMs + (atMs - wholeMs);
}

/** Of the zones in the configuration. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  formats.set(timeZone, format);
  return format;
}
