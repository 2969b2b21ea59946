import type { SWRResponse } from 'swr';
import useSWRInfinite, { type SWRInfiniteConfiguration } from 'swr/infinite';
import { PAGED_LIST, useLiveList } from '../live/live-lists';
import { keyOfAny, readOf, type ReadKey } from './reads';
import type { AnyRequest, PathOf, RequestOf, ResponseOf } from './requests';

interface Page {
  readonly items: readonly unknown[];
  readonly nextCursor: string | null;
}

/** The paths that answer a page at a time. */
export type ListPath = {
  [Path in PathOf<'get'>]: RequestOf<'get', Path> extends { readonly query?: { readonly cursor?: unknown } }
    ? ResponseOf<'get', Path> extends Page
      ? Path
      : never
    : never;
}[PathOf<'get'>];

/** A list as far as it is loaded. */
export interface Pages<Item> {
  /** Undefined until the first page has been read. */
  readonly items: readonly Item[] | undefined;
  readonly error: Error | undefined;
  /** True until there is an answer to what is asked now. */
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

/** A list that one answer has whole. */
export const listed = <Item>({ data, error, isLoading, mutate }: Whole<Item>): Pages<Item> => ({
  items: data?.items,
  error,
  isLoading,
  hasMore: false,
  isLoadingMore: false,
  loadMore: () => undefined,
  retry: () => void mutate(),
});

interface Whole<Item> extends Pick<SWRResponse<unknown, Error>, 'error' | 'isLoading'> {
  readonly data: { readonly items: readonly Item[] } | undefined;
  readonly mutate: () => unknown;
}

/** What the pages are besides their items. */
interface Loaded<Answer> {
  readonly last: Answer | undefined;
  /** How many pages are loaded. */
  readonly count: number;
  /** True while any of them is read. */
  readonly isReading: boolean;
}

type ItemOf<Answer> = Answer extends { readonly items: readonly (infer Item)[] } ? Item : never;
type PagesOf<Answer> = Pages<ItemOf<Answer>> & Loaded<Answer>;

/** What a path lists, page by page and live; nothing is asked for with null. */
export function usePages<Path extends ListPath>(
  path: Path,
  request: RequestOf<'get', Path> | null,
  options?: SWRInfiniteConfiguration,
): PagesOf<ResponseOf<'get', Path>>;
export function usePages(
  path: PathOf<'get'>,
  request: AnyRequest | null,
  options: SWRInfiniteConfiguration = {},
): PagesOf<Page> {
  const keyAfter = (previous: Page | null): ReadKey | null =>
    request &&
    keyOfAny(path, { ...request, query: { ...request.query, cursor: previous?.nextCursor ?? null } });
  const { data, error, isLoading, isValidating, size, setSize, mutate } = useSWRInfinite<Page, Error>(
    (index: number, previous: Page | null) =>
      index > 0 && !previous?.nextCursor ? null : keyAfter(previous),
    readOf as (key: ReadKey) => Promise<Page>,
    { ...PAGED_LIST, ...options },
  );
  useLiveList(keyAfter(null), mutate);
  const last = data?.at(-1);
  return {
    items: data?.flatMap(({ items }) => items),
    last,
    count: data?.length ?? 0,
    isReading: isValidating,
    error,
    isLoading,
    hasMore: Boolean(last?.nextCursor),
    isLoadingMore: isValidating && data !== undefined && data.length < size,
    loadMore: () => void setSize((data?.length ?? 0) + 1),
    retry: () => void mutate(),
  };
}
