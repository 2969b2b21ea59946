import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr';
import { getAny } from './api';
import type { AnyRequest, Arguments, PathOf, RequestOf, ResponseOf } from './requests';

/** Names an answer in the cache, which belongs to one user (app/root.tsx): the path that was asked, and what with. */
export type ReadKey = readonly [path: PathOf<'get'>, request: AnyRequest];

/** The key of what a path answers; what is null is not asked. */
export function keyOf<Path extends PathOf<'get'>>(path: Path, ...request: Arguments<'get', Path>): ReadKey;
export function keyOf(path: PathOf<'get'>, request: AnyRequest = {}): ReadKey {
  return keyOfAny(path, request);
}

/** The same with a request whose types have been checked. */
export function keyOfAny(path: PathOf<'get'>, { query = {}, ...request }: AnyRequest): ReadKey {
  const asked = Object.entries(query).filter(([, value]) => value !== null);
  return [path, { ...request, query: Object.fromEntries(asked) }];
}

/** Reads what a key names. */
export const readOf = ([path, request]: ReadKey): Promise<unknown> => getAny(path, request);

type Options<Path extends PathOf<'get'>> = SWRConfiguration<ResponseOf<'get', Path>, Error>;

/** What follows a path: its request, null to ask for nothing yet, and how it is kept. */
type Reading<Path extends PathOf<'get'>> = [object] extends [RequestOf<'get', Path>]
  ? [request?: RequestOf<'get', Path> | null, options?: Options<Path>]
  : [request: RequestOf<'get', Path> | null, options?: Options<Path>];

/** What a path answers, kept under its key and read again when it has changed (live-topics.ts). */
export function useRead<Path extends PathOf<'get'>>(
  path: Path,
  ...[request, options]: Reading<Path>
): SWRResponse<ResponseOf<'get', Path>, Error> {
  const asked = request === undefined ? {} : request;
  const read = readOf as (key: ReadKey) => Promise<ResponseOf<'get', Path>>;
  return useSWR(asked && keyOfAny(path, asked), read, options);
}
