import type { ArrivalTable, OpeningHours } from '../kernel/money/arrival.js';
import { PLATFORMS, type Platform } from '../kernel/money/platforms.js';

const MINUTES_MAX = 1_440;
/** With less, an estimate could be months away. */
const WEEKLY_MINUTES_MIN = 600;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const DAY_MINUTES = 1_440;

const ENTRY = /^([A-Za-z ]+)=(\d{1,5})$/;
const DAY = WEEKDAYS.join('|');
const TIME = '([01]\\d|2[0-4]):([0-5]\\d)';
const HOURS = new RegExp(`^(${DAY})(?:-(${DAY}))? ${TIME}-${TIME}$`);

const entriesOf = (text: string): readonly string[] => text.split(',').map((entry) => entry.trim());

/** "Zelle=20, PayPal=10"; null when it does not name every platform once, with 1 to 1,440 minutes. */
export function readArrivalMinutes(text: string): ArrivalTable['platforms'] | null {
  const entries = entriesOf(text).map((entry) => {
    const [, name = '', minutes = '0'] = ENTRY.exec(entry) ?? [];
    return { platform: name as Platform, minutes: Number(minutes) };
  });
  const isComplete = PLATFORMS.every(
    (platform) => entries.filter((entry) => entry.platform === platform).length === 1,
  );
  const isBounded = entries.every(({ minutes }) => minutes >= 1 && minutes <= MINUTES_MAX);
  return isComplete && isBounded && entries.length === PLATFORMS.length ? entries : null;
}

/** "Mon-Fri 08:00-22:00, Sat 09:00-17:00"; null when an entry is not valid, a day named twice, or a week too short. */
export function readOpeningHours(text: string): ArrivalTable['opening'] | null {
  const opening: OpeningHours[] = [];
  for (const entry of entriesOf(text)) {
    const hours = hoursOf(entry);
    if (!hours) return null;
    opening.push(...hours);
  }
  const isRepeated = new Set(opening.map(({ weekday }) => weekday)).size < opening.length;
  const weekly = opening.reduce((sum, { opensAt, closesAt }) => sum + closesAt - opensAt, 0);
  return isRepeated || weekly < WEEKLY_MINUTES_MIN ? null : opening;
}

function hoursOf(entry: string): readonly OpeningHours[] | null {
  const [, first, last = first, ...times] = HOURS.exec(entry) ?? [];
  const from = WEEKDAYS.findIndex((name) => name === first);
  const to = WEEKDAYS.findIndex((name) => name === last);
  const [openHour = 0, openMinute = 0, closeHour = 0, closeMinute = 0] = times.map(Number);
  const [opensAt, closesAt] = [openHour * 60 + openMinute, closeHour * 60 + closeMinute];
  if (first === undefined || opensAt >= closesAt || closesAt > DAY_MINUTES) return null;
  const days = ((to - from + 7) % 7) + 1;
  return Array.from({ length: days }, (_, index) => ({ weekday: (from + index) % 7, opensAt, closesAt }));
}

/** Whether this machine knows the rules of a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

/** The variables of the configuration that it is made of. */
interface ArrivalSettings {
  readonly ARRIVAL_MINUTES: ArrivalTable['platforms'];
  readonly DESK_HOURS: ArrivalTable['opening'];
  readonly DESK_TIME_ZONE: string;
  readonly REFUND_BUSINESS_DAYS: number;
}

/** What estimates of arrival are computed from. */
export const arrivalTable = (config: ArrivalSettings): ArrivalTable => ({
  platforms: config.ARRIVAL_MINUTES,
  timeZone: config.DESK_TIME_ZONE,
  opening: config.DESK_HOURS,
  refundBusinessDays: config.REFUND_BUSINESS_DAYS,
});
