import useSWR from 'swr';
import type { Replay } from '@kernel/staff/replay';
import { getJson } from '../../lib/api/api';
import { keys } from '../../lib/api/keys';

/** A history, `transfers/{id}` or `senders/{uid}`. Every read is recorded, so it happens once, and only with a reason. */
export function useReplay(subject: string, reason: string | null) {
  return useSWR<Replay, Error>(
    reason === null ? null : keys.replay(subject, reason),
    () => {
      const query = new URLSearchParams({ reason: reason ?? '' });
      return getJson<Replay>(`/compliance/${subject}/replay?${query.toString()}`);
    },
    {
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      revalidateIfStale: false,
      shouldRetryOnError: false,
    },
  );
}
