import type { OverviewDays } from '@kernel/staff/overview';
import { useRead } from '../../lib/api/reads';

/** Cases grow older by time alone, and the desk's tasks are not of this topic. */
const REFRESH_MS = 30_000;

/** The figures of the overview, live with the cases. */
export function useOverview(days: OverviewDays) {
  return useRead(
    '/compliance/overview',
    { query: { days } },
    { refreshInterval: REFRESH_MS, keepPreviousData: true },
  );
}
