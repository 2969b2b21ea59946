import useSWR from 'swr';
import type { FeeScheduleOverview } from '@kernel/money/transfers';
import { getJson } from './api/api';
import { keys } from './api/keys';

/** The active fee schedule with its worked rows and limits; it changes with a deployment only. */
export function useFeeSchedule() {
  return useSWR<FeeScheduleOverview, unknown>(
    keys.feeSchedule,
    () => getJson('/fees/schedule', { plain: true }),
    {
      revalidateOnFocus: false,
      revalidateIfStale: false,
    },
  );
}
