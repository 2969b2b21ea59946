import useSWR from 'swr';
import type { Replay } from '@kernel/staff/replay';
import { getJson } from '../../lib/api/api';
import { keys } from '../../lib/api/keys';

/** The history of a transfer or a sender. Every read is recorded, so it happens once, and only with a reason. */
export function useReplay(of: 'transfers' | 'senders', id: string, reason: string | null) {
  return useSWR<Replay, Error>(
    reason === null ? null : keys.replay(`${of}/${id}`, reason),
    () => {
      const query = { reason };
      const read =
        of === 'transfers'
          ? getJson('/compliance/transfers/{id}/replay', { path: { id }, query })
          : getJson('/compliance/senders/{uid}/replay', { path: { uid: id }, query });
      // The document does not tell that the values of a state are texts or null.
      return read as Promise<Replay>;
    },
    {
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      revalidateIfStale: false,
      shouldRetryOnError: false,
    },
  );
}
