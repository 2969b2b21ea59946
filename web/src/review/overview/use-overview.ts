import useSWR from 'swr';
import type { Overview, OverviewDays } from '@kernel/staff/overview';
import { getJson } from '../../lib/api/api';
import { keys } from '../../lib/api/keys';

/** Cases grow older by time alone, and the desk's tasks are not of this topic. */
const REFRESH_MS = 30_000;

/** The figures of the overview, live with the cases. */
export function useOverview(days: OverviewDays) {
  return useSWR<Overview, Error>(
    keys.overview(days),
    () => getJson('/compliance/overview', { query: { days } }),
    { refreshInterval: REFRESH_MS, keepPreviousData: true },
  );
}
