import useSWR, { useSWRConfig } from 'swr';
import useSWRInfinite from 'swr/infinite';
import type { CheckCounts, CheckDetail, CheckList, CheckPage } from '@kernel/staff/identity-checks';
import { getJson, sendJson } from '../../lib/api/api';
import { keys } from '../../lib/api/keys';
import { PAGED_LIST, useLiveList } from '../../lib/live/live-lists';

const PAGE_LIMIT = '20';
/** Checks become stuck by time alone. */
const REFRESH_MS = 60_000;

/** Which checks the board shows. */
export type ShownChecks = CheckList | 'all';

/** The checks of one list page by page. */
export function useChecks(shown: ShownChecks) {
  const checks = useSWRInfinite<CheckPage, Error>(
    (index, previous: CheckPage | null) => {
      if (index > 0 && !previous?.nextCursor) return null;
      return keys.checks(shown, previous?.nextCursor ?? null);
    },
    ([, , wanted, cursor]: readonly [string, string, ShownChecks, string | null]) =>
      getJson('/compliance/verifications', {
        query: { limit: PAGE_LIMIT, status: wanted === 'all' ? null : wanted, cursor },
      }),
    { ...PAGED_LIST, refreshInterval: REFRESH_MS },
  );
  useLiveList(keys.checks(shown, null), checks.mutate);
  return checks;
}

/** How many checks each list has. */
export function useCheckCounts() {
  return useSWR<CheckCounts, Error>(keys.checkCounts, () => getJson('/compliance/verification-counts'), {
    refreshInterval: REFRESH_MS,
  });
}

/** One check with its changes and its sender; null while none is chosen. */
export function useCheck(id: string | null) {
  return useSWR<CheckDetail, Error>(id === null ? null : keys.check(id), () =>
    getJson('/compliance/verifications/{requestId}', { path: { requestId: id ?? '' } }),
  );
}

/** Returns the command that revokes a verification and reloads the check, also after a refusal. */
export function useRevoke(id: string): (reason: string) => Promise<void> {
  const { mutate } = useSWRConfig();
  return async (reason) => {
    try {
      await sendJson('POST', '/compliance/verifications/{requestId}/revoke', {
        path: { requestId: id },
        body: { reason },
      });
    } finally {
      void mutate(keys.check(id));
      void mutate(keys.checkCounts);
    }
  };
}
