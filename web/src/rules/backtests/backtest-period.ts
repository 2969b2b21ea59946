import { BACKTEST_LONGEST_DAYS } from '@kernel/staff/backtests';

const DAY_MS = 24 * 60 * 60_000;
/** Periods that end with today, in days. */
export const PERIOD_DAYS = ['7', '30', '90'] as const;
export const PERIODS = [...PERIOD_DAYS, 'drafted', 'own'] as const;
export type PeriodKind = (typeof PERIODS)[number];

/** The chosen period; `from` and `to` are days in UTC, the first and the last of a custom period. */
export interface ChosenPeriod {
  readonly kind: PeriodKind;
  readonly from: string;
  readonly to: string;
}

/** Two instants: the first of the period, and the first after it. */
export interface Bounds {
  readonly from: string;
  readonly to: string;
}

/** The problems of a period, by field; also the key of its text. */
export type PeriodProblem =
  | { readonly field: 'from'; readonly problem: 'from' | 'future' }
  | { readonly field: 'to'; readonly problem: 'to' | 'order' | 'long' };

const instant = (ms: number) => new Date(ms).toISOString();
const dayOf = (ms: number) => instant(ms).slice(0, 10);
const midnight = (ms: number) => Math.floor(ms / DAY_MS) * DAY_MS;

/** The period of a first look: thirty days, and the same ones as days of one's own. */
export function firstPeriod(nowMs: number): ChosenPeriod {
  return { kind: '30', from: dayOf(nowMs - 29 * DAY_MS), to: dayOf(nowMs) };
}

/** Whole days in UTC, today included; a draft's period begins with its last change. */
export function boundsOf(
  { kind, from, to }: ChosenPeriod,
  draftedAt: string | null,
  nowMs: number,
): Bounds | PeriodProblem {
  const end = instant(midnight(nowMs) + DAY_MS);
  if (kind === 'own') return ownBounds(from, to, nowMs);
  if (kind === 'drafted') return { from: draftedAt ?? instant(midnight(nowMs)), to: end };
  return { from: instant(midnight(nowMs) - (Number(kind) - 1) * DAY_MS), to: end };
}

function ownBounds(from: string, to: string, nowMs: number): Bounds | PeriodProblem {
  const [fromMs, toMs] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`)];
  if (Number.isNaN(fromMs)) return { field: 'from', problem: 'from' };
  if (fromMs > nowMs) return { field: 'from', problem: 'future' };
  if (Number.isNaN(toMs)) return { field: 'to', problem: 'to' };
  if (toMs < fromMs) return { field: 'to', problem: 'order' };
  const endMs = toMs + DAY_MS;
  if ((endMs - fromMs) / DAY_MS > BACKTEST_LONGEST_DAYS) return { field: 'to', problem: 'long' };
  return { from: instant(fromMs), to: instant(endMs) };
}

/** Each day of at most this many is a bar of its own; of more days, weeks are. */
const DAYS_DRAWN = 184;
const WEEK_DAYS = 7;

/** Alerts of a day, or of a week, which is named by its first day. */
export interface Bar {
  readonly day: string;
  readonly counts: { readonly run: number; readonly against: number };
}

/** Alerts per day, or per week where days would be too narrow to see. */
export function barsOf(days: readonly Bar[]): { readonly isWeekly: boolean; readonly bars: readonly Bar[] } {
  if (days.length <= DAYS_DRAWN) return { isWeekly: false, bars: days };
  const bars: Bar[] = [];
  days.forEach(({ day, counts: { run, against } }, index) => {
    const week = index % WEEK_DAYS === 0 ? undefined : bars.pop();
    const before = week?.counts ?? { run: 0, against: 0 };
    const counts = { run: before.run + run, against: before.against + against };
    bars.push({ day: week?.day ?? day, counts });
  });
  return { isWeekly: true, bars };
}
