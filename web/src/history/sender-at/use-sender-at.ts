import useSWR from 'swr';
import type { SenderAt } from '@kernel/staff/sender-at';
import { getJson } from '../../lib/api/api';
import { keys } from '../../lib/api/keys';

/**
 * A sender as they were shown; `query` has the reason, and which instant on which basis. Every read is recorded, so it happens
 * once. While another instant loads, the one before stays.
 */
export function useSenderAt(uid: string, query: string) {
  return useSWR<SenderAt, Error>(
    keys.replay(`senders/${uid}/at`, query),
    () => getJson<SenderAt>(`/compliance/senders/${uid}/at?${query}`),
    {
      keepPreviousData: true,
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      revalidateIfStale: false,
      shouldRetryOnError: false,
    },
  );
}
