import useSWR, { useSWRConfig } from 'swr';
import useSWRInfinite from 'swr/infinite';
import useSWRMutation from 'swr/mutation';
import type { RecordDetail, RecordPage, Replay, ReviewRequest } from '@kernel/compliance';
import { getJson, sendJson } from '../lib/api';
import { keys } from '../lib/keys';

/** Records of one page of the queue. */
const PAGE_LIMIT = 20;

/** Which records the queue shows. */
export type RecordFilter = 'open' | 'reviewed';

/** The queue, newest first, page by page. */
export function useRecords(filter: RecordFilter) {
  return useSWRInfinite<RecordPage, Error>(
    (index, previous: RecordPage | null) => {
      if (index > 0 && !previous?.nextCursor) return null;
      return keys.caseRecords(filter, previous?.nextCursor ?? null);
    },
    ([, , wanted, cursor]: readonly [string, string, RecordFilter, string | null]) =>
      getJson<RecordPage>(pagePath(wanted, cursor)),
    { revalidateFirstPage: true, revalidateAll: false },
  );
}

/** One record with the attempts behind it. */
export function useRecord(id: string) {
  return useSWR<RecordDetail, Error>(keys.caseRecord(id), () =>
    getJson<RecordDetail>(`/compliance/records/${encodeURIComponent(id)}`),
  );
}

/** Closes a record; the record is read again afterwards. */
export function useReview(id: string) {
  const { mutate } = useSWRConfig();
  return useSWRMutation(
    keys.caseRecord(id),
    (_key, { arg }: { readonly arg: ReviewRequest }) =>
      sendJson('POST', `/compliance/records/${encodeURIComponent(id)}/review`, { body: arg }),
    { onSuccess: () => void mutate(keys.caseRecord(id)) },
  );
}

/** A sender's whole history. Each reading is a recorded look, so nothing but `wanted` ever makes one. */
export function useReplay(uid: string, wanted: boolean) {
  return useSWR<Replay, Error>(
    wanted ? keys.replay(uid) : null,
    () => getJson<Replay>(`/compliance/senders/${encodeURIComponent(uid)}/replay`),
    {
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      revalidateIfStale: false,
      shouldRetryOnError: false,
    },
  );
}

function pagePath(filter: RecordFilter, cursor: string | null): string {
  const parameters = new URLSearchParams({
    reviewed: String(filter === 'reviewed'),
    limit: String(PAGE_LIMIT),
  });
  if (cursor !== null) parameters.set('cursor', cursor);
  return `/compliance/records?${parameters.toString()}`;
}
