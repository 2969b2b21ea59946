import { useEffect } from 'react';
import { isAffected } from './live-topics';

/**
 * A list that loads page by page: opened again, its first page is read again however short ago that was, because what
 * changed while it was not on the screen reached no list.
 */
export const PAGED_LIST = { revalidateFirstPage: true, revalidateAll: false, dedupingInterval: 0 } as const;

interface LiveList {
  /** Of its first page. */
  readonly key: unknown;
  readonly refresh: () => unknown;
}

/** The lists on the screen. SWR's own `mutate` by filter skips lists that load page by page. */
const lists = new Set<LiveList>();

/** Reads every loaded page of a list again when one of its topics changes. */
export function useLiveList(key: unknown, refresh: () => unknown): void {
  useEffect(() => {
    const list = { key, refresh };
    lists.add(list);
    return () => {
      lists.delete(list);
    };
  });
}

/** Reloads the lists that the topics affect. */
export function refreshLists(topics: readonly string[]): void {
  for (const { key, refresh } of lists) if (isAffected(key, topics)) void refresh();
}
