import useSWR, { useSWRConfig } from 'swr';
import type {
  DeskConfirmation,
  DeskFilter,
  DeskTasks,
  DeskTransfer,
  DifferenceAbout,
  PayoutFailure,
  PayoutOutcome,
  RefundWay,
  RevealedPayout,
} from '@kernel/money/payouts';
import type { Platform } from '@kernel/money/platforms';
import { getJson, sendJson } from '../lib/api/api';
import { keys } from '../lib/api/keys';

/** Tasks become overdue by time alone, so the list is reloaded this often. */
const REFRESH_MS = 10_000;

/** Which tasks the desk shows. */
export interface DeskView {
  readonly state: DeskFilter;
  readonly platform: Platform | '';
  /** A problem's number or a transfer's id; then nothing else counts. */
  readonly q: string;
}

/** Everything that waits. */
export const ALL_OPEN: DeskView = { state: 'open', platform: '', q: '' };

/** What an operator does with a task, as the API names it. */
export type DeskStep =
  | { readonly path: 'claim' | 'release' | 'give-back' }
  | { readonly path: 'delivered'; readonly body: { readonly reference: string } }
  | { readonly path: 'failed'; readonly body: { readonly reason: PayoutFailure; readonly words: string } }
  | { readonly path: 'refunded'; readonly body: { readonly way: RefundWay; readonly reference: string } }
  | {
      readonly path: 'close';
      /** What was read of the difference. */
      readonly body: { readonly about: DifferenceAbout; readonly found: string; readonly reason: string };
    }
  | {
      readonly path: 'confirm';
      readonly body: {
        readonly kind: DeskConfirmation;
        /** What was read of a colleague's outcome, or of how they paid a refund back. */
        readonly outcome?: PayoutOutcome;
        readonly reference?: string;
        readonly reason?: string;
        readonly words?: string;
        readonly way?: RefundWay;
        /** The loss that was read. */
        readonly loss?: string;
        /** The numbers of the problems that were read, and what was done about them. */
        readonly problems?: readonly string[];
        readonly answer?: string;
      };
    };

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

/** What its sender sees of a transfer. */
export function useDeskTransfer(transferId: string) {
  return useSWR<DeskTransfer, Error>(keys.deskTransfer(transferId), () =>
    getJson<DeskTransfer>(taskPath(transferId)),
  );
}

/** Returns the command that takes a step with a task and reloads everything of the desk, also after a refusal. */
export function useDeskStep(): (step: DeskStep & { readonly transferId: string }) => Promise<void> {
  const reload = useDeskReload();
  return async ({ transferId, path, ...rest }) => {
    try {
      await sendJson('POST', taskPath(transferId, path), rest);
    } finally {
      reload();
    }
  };
}

/** Returns the command that shows who gets a payout. Every read is recorded, and changes what may be done with the task. */
export function useReveal(transferId: string): () => Promise<RevealedPayout> {
  const reload = useDeskReload();
  return async () => {
    const revealed = await sendJson<RevealedPayout>('POST', taskPath(transferId, 'reveal'));
    reload();
    return revealed;
  };
}

function useDeskReload(): () => void {
  const { mutate } = useSWRConfig();
  return () => void mutate((key) => Array.isArray(key) && key[0] === 'staff' && key[1] === 'payouts');
}

function taskPath(transferId: string, path?: string): string {
  const task = `/compliance/payouts/${encodeURIComponent(transferId)}`;
  return path === undefined ? task : `${task}/${path}`;
}
