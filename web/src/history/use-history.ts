import useSWRInfinite from 'swr/infinite';
import type { Replay, ReplayStep } from '@kernel/staff/replay';
import { keyOf, readOf, useRead, type ReadKey } from '../lib/api/reads';
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
  const keyOfSteps = (query: { readonly reason: string; readonly cursor: string | null }) =>
    of === 'transfers'
      ? keyOf('/compliance/transfers/{id}/replay', { path: { id }, query })
      : keyOf('/compliance/senders/{uid}/replay', { path: { uid: id }, query });
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
        : keyOfSteps({ reason, cursor: previous?.nextCursor ?? null }),
    // The document does not tell that the values of a state are texts or null.
    readOf as (key: ReadKey) => Promise<Replay>,
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
  return useRead(
    '/compliance/senders/{uid}/at',
    { path: { uid }, query },
    { ...READ_ONCE, keepPreviousData: true },
  );
}

/** What a sender did until it was read. */
export function useSenderActivity(uid: string, reason: string) {
  return useRead('/compliance/senders/{uid}/activity', { path: { uid }, query: { reason } }, READ_ONCE);
}
