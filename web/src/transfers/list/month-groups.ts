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
  const groups: { readonly month: string; readonly items: T[] }[] = [];
  for (const item of items) {
    const month = monthOf(item.createdAt);
    const last = groups.at(-1);
    if (last?.month === month) last.items.push(item);
    else groups.push({ month, items: [item] });
  }
  return groups;
}

function monthOf(instant: string): string {
  const date = new Date(instant);
  return `${String(date.getFullYear())}-${String(date.getMonth() + 1).padStart(2, '0')}`;
}
