import useSWR from 'swr';
import type { FeeScheduleOverview } from '@kernel/money/transfers';
import { getJson } from './api/api';
import { keyOf } from './api/reads';

/** The active fee schedule with its worked rows and limits; it changes with a deployment only. */
export function useFeeSchedule() {
  return useSWR<FeeScheduleOverview, unknown>(
    keyOf('/fees/schedule'),
    () => getJson('/fees/schedule', { plain: true }),
    {
      revalidateOnFocus: false,
      revalidateIfStale: false,
    },
  );
}
