/** "today" or "yesterday" in the user's time zone, or null. */
export function dayWordOf(instant: string, now: Date): 'today' | 'yesterday' | null {
  const date = new Date(instant);
  const day = new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  if (day === new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime()) return 'today';
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1).getTime();
  return day === yesterday ? 'yesterday' : null;
}
