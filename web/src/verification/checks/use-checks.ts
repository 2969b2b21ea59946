import { useSWRConfig } from 'swr';
import { CHECK_LISTS } from '@kernel/staff/identity-checks';
import { addressOf, anyText, oneOf } from '../../lib/address';
import { sendJson } from '../../lib/api/api';
import { keyOf, useRead } from '../../lib/api/reads';
import { usePages } from '../../lib/api/use-pages';

const PAGE_LIMIT = '20';
/** Checks become stuck by time alone. */
const REFRESH_MS = 60_000;

/** Which checks the board shows. */
export const SHOWN = ['all', ...CHECK_LISTS] as const;
export type ShownChecks = (typeof SHOWN)[number];

/** The list, and the check that is open. */
export const CHECKS = addressOf({ status: oneOf(SHOWN, 'all'), check: anyText });

/** The checks of one list page by page. */
export function useChecks(shown: ShownChecks) {
  const query = { limit: PAGE_LIMIT, status: shown === 'all' ? null : shown };
  return usePages('/compliance/verifications', { query }, { refreshInterval: REFRESH_MS });
}

/** How many checks each list has. */
export function useCheckCounts() {
  return useRead('/compliance/verification-counts', {}, { refreshInterval: REFRESH_MS });
}

/** One check with its changes and its sender. */
export function useCheck(id: string) {
  return useRead('/compliance/verifications/{requestId}', { path: { requestId: id } });
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
      void mutate(keyOf('/compliance/verifications/{requestId}', { path: { requestId: id } }));
      void mutate(keyOf('/compliance/verification-counts'));
    }
  };
}
