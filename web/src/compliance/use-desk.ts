import useSWR, { useSWRConfig } from 'swr';
import type {
  DeskConfirmation,
  DeskFilter,
  DeskTasks,
  DifferenceAbout,
  PayoutFailure,
  PayoutOutcome,
  RevealedPayout,
} from '@kernel/payouts';
import type { Platform } from '@kernel/platforms';
import { getJson, sendJson } from '../lib/api';
import { keys } from '../lib/keys';

/** Tasks become overdue by time alone, so the list is reloaded this often. */
const REFRESH_MS = 10_000;

/** Which tasks the desk shows. */
export interface DeskView {
  readonly state: DeskFilter;
  readonly platform: Platform | '';
  /** A problem's number or a transfer's id; then nothing else counts. */
  readonly q: string;
}

/** What an operator does with a task, as the API names it. */
export type DeskStep =
  | { readonly path: 'claim' }
  | { readonly path: 'delivered'; readonly body: { readonly reference: string } }
  | { readonly path: 'failed'; readonly body: { readonly reason: PayoutFailure; readonly words: string } }
  | {
      readonly path: 'close';
      /** What was read of the difference. */
      readonly body: { readonly about: DifferenceAbout; readonly found: string; readonly reason: string };
    }
  | {
      readonly path: 'confirm';
      readonly body: {
        readonly kind: DeskConfirmation;
        /** What was read of a colleague's outcome. */
        readonly outcome?: PayoutOutcome;
        readonly reference?: string;
        readonly reason?: string;
        readonly words?: string;
        /** The numbers of the problems that were read. */
        readonly problems?: readonly string[];
      };
    }
  | { readonly path: 'release' };

/** The tasks of the payout desk. */
export function useDesk({ state, platform, q }: DeskView) {
  const choice = { state, ...(platform !== '' && { platform }) };
  const query = new URLSearchParams(q.trim() === '' ? choice : { q }).toString();
  return useSWR<DeskTasks, Error>(
    keys.desk(query),
    () => getJson<DeskTasks>(`/compliance/payouts?${query}`),
    { refreshInterval: REFRESH_MS, keepPreviousData: true },
  );
}

/** Returns the command that takes a step with a task and reloads every list of the desk, also after a refusal. */
export function useDeskStep(): (step: DeskStep & { readonly transferId: string }) => Promise<void> {
  const { mutate } = useSWRConfig();
  return async ({ transferId, path, ...rest }) => {
    try {
      await sendJson('POST', taskPath(transferId, path), rest);
    } finally {
      void mutate((key) => Array.isArray(key) && key[0] === 'staff' && key[1] === 'payouts');
    }
  };
}

/** Who gets the payout. Every read is recorded. */
export function revealPayout(transferId: string): Promise<RevealedPayout> {
  return sendJson<RevealedPayout>('POST', taskPath(transferId, 'reveal'));
}

function taskPath(transferId: string, path: string): string {
  return `/compliance/payouts/${encodeURIComponent(transferId)}/${path}`;
}
