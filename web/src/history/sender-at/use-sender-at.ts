import useSWR from 'swr';
import type { SenderAt } from '@kernel/staff/sender-at';
import { getJson } from '../../lib/api/api';
import { keys } from '../../lib/api/keys';
import type { QueryOf } from '../../lib/api/requests';

/**
 * A sender as they were shown; `query` has the reason, and which instant on which basis. Every read is recorded, so it happens
 * once. While another instant loads, the one before stays.
 */
export function useSenderAt(uid: string, query: QueryOf<'/compliance/senders/{uid}/at'>) {
  return useSWR<SenderAt, Error>(
    keys.replay(`senders/${uid}/at`, query),
    () => getJson('/compliance/senders/{uid}/at', { path: { uid }, query }),
    {
      keepPreviousData: true,
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      revalidateIfStale: false,
      shouldRetryOnError: false,
    },
  );
}
