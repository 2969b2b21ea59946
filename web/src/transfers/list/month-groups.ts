import { runsOf } from '../../lib/runs';

/** Consecutive items of one calendar month in the user's time zone. */
export interface MonthGroup<T> {
  /** "2026-11", also unique as a React key. */
  readonly month: string;
  readonly items: readonly T[];
}

/** Groups a list that is sorted newest first. */
export function groupByMonth<T extends { readonly createdAt: string }>(
  items: readonly T[],
): readonly MonthGroup<T>[] {
  const dated = items.map((item) => ({ month: monthOf(item.createdAt), item }));
  return runsOf(dated, (first, next) => first.month === next.month).map((run) => ({
    month: run[0].month,
    items: run.map(({ item }) => item),
  }));
}

function monthOf(instant: string): string {
  const date = new Date(instant);
  return `${String(date.getFullYear())}-${String(date.getMonth() + 1).padStart(2, '0')}`;
}
