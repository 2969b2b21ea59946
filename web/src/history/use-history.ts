import useSWR from 'swr';
import useSWRInfinite from 'swr/infinite';
import type { Replay, ReplayStep } from '@kernel/staff/replay';
import type { SenderActivity } from '@kernel/staff/sender-activity';
import type { SenderAt } from '@kernel/staff/sender-at';
import { getJson } from '../lib/api/api';
import { keys } from '../lib/api/keys';
import type { QueryOf } from '../lib/api/requests';

/** Every read is recorded as an access, so it happens once. */
const READ_ONCE = {
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  revalidateFirstPage: false,
  shouldRetryOnError: false,
} as const;

/** A replay as far as it is loaded. */
export interface LoadedReplay {
  /** With the last steps, and what is known of the subject. */
  readonly newest: Replay;
  /** The last ones of all, oldest first. */
  readonly steps: readonly ReplayStep[];
  /** Null when all are loaded. */
  readonly earlier: EarlierSteps | null;
}

export interface EarlierSteps {
  readonly isLoading: boolean;
  readonly error: Error | undefined;
  readonly load: () => void;
}

/** The history of a transfer or a sender from its end, page by page; the pages are one recorded access. */
export function useReplay(of: 'transfers' | 'senders', id: string, reason: string) {
  const {
    data: pages,
    error,
    isLoading,
    isValidating,
    setSize,
    mutate,
  } = useSWRInfinite<Replay, Error>(
    (index, previous: Replay | null) =>
      index > 0 && !previous?.nextCursor
        ? null
        : keys.replay(`${of}/${id}`, { reason }, previous?.nextCursor ?? null),
    ([, , , , cursor]: ReturnType<typeof keys.replay>) => {
      const query = { reason, cursor };
      const read =
        of === 'transfers'
          ? getJson('/compliance/transfers/{id}/replay', { path: { id }, query })
          : getJson('/compliance/senders/{uid}/replay', { path: { uid: id }, query });
      // The document does not tell that the values of a state are texts or null.
      return read as Promise<Replay>;
    },
    READ_ONCE,
  );
  const [newest] = pages ?? [];
  const replay: LoadedReplay | null =
    pages && newest
      ? {
          newest,
          steps: [...pages].reverse().flatMap(({ steps }) => steps),
          earlier: pages.at(-1)?.nextCursor
            ? {
                isLoading: isValidating,
                error,
                load: () => {
                  if (!isValidating) void setSize(pages.length + 1);
                },
              }
            : null,
        }
      : null;
  return { replay, error, isLoading, onRetry: () => void mutate() };
}

/**
 * A sender as they were shown; `query` has the reason, and which instant on which basis. While another instant loads, the one
 * before stays.
 */
export function useSenderAt(uid: string, query: QueryOf<'/compliance/senders/{uid}/at'>) {
  return useSWR<SenderAt, Error>(
    keys.replay(`senders/${uid}/at`, query, null),
    () => getJson('/compliance/senders/{uid}/at', { path: { uid }, query }),
    { ...READ_ONCE, keepPreviousData: true },
  );
}

/** What a sender did until it was read. */
export function useSenderActivity(uid: string, reason: string) {
  return useSWR<SenderActivity, Error>(
    keys.replay(`senders/${uid}/activity`, { reason }, null),
    () => getJson('/compliance/senders/{uid}/activity', { path: { uid }, query: { reason } }),
    READ_ONCE,
  );
}
