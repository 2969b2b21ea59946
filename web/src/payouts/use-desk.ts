import useSWR, { useSWRConfig } from 'swr';
import type {
  DeskConfirmation,
  DeskFilter,
  DeskTasks,
  DeskTransfer,
  RevealedPayout,
} from '@kernel/money/payouts';
import type { Platform } from '@kernel/money/platforms';
import { getJson, sendJson } from '../lib/api/api';
import { keys } from '../lib/api/keys';
import type { BodyOf } from '../lib/api/requests';

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
  | { [Path in DeskOutcome]: { readonly path: Path; readonly body: DeskBody<Path> } }[DeskOutcome];
type DeskOutcome = 'delivered' | 'failed' | 'refunded' | 'close' | 'confirm';
/** The kind of a confirmation is always said. */
type DeskBody<Path extends DeskOutcome> = BodyOf<'post', `/compliance/payouts/{transferId}/${Path}`> &
  (Path extends 'confirm' ? { readonly kind: DeskConfirmation } : unknown);

/** The tasks of the payout desk. */
export function useDesk({ state, platform, q }: DeskView) {
  const query = q.trim() === '' ? { state, platform: platform || null } : { q };
  return useSWR<DeskTasks, Error>(keys.desk(query), () => getJson('/compliance/payouts', { query }), {
    refreshInterval: REFRESH_MS,
    keepPreviousData: true,
  });
}

/** What its sender sees of a transfer. */
export function useDeskTransfer(transferId: string) {
  return useSWR<DeskTransfer, Error>(keys.deskTransfer(transferId), () =>
    getJson('/compliance/payouts/{transferId}', { path: { transferId } }),
  );
}

/** Returns the command that takes a step with a task and reloads everything of the desk, also after a refusal. */
export function useDeskStep(): (step: DeskStep & { readonly transferId: string }) => Promise<void> {
  const reload = useDeskReload();
  return async ({ transferId, path, ...rest }) => {
    try {
      await sendJson('POST', `/compliance/payouts/{transferId}/${path}`, { path: { transferId }, ...rest });
    } finally {
      reload();
    }
  };
}

/** Returns the command that shows who gets a payout. Every read is recorded, and changes what may be done with the task. */
export function useReveal(transferId: string): () => Promise<RevealedPayout> {
  const reload = useDeskReload();
  return async () => {
    const revealed = await sendJson('POST', '/compliance/payouts/{transferId}/reveal', {
      path: { transferId },
    });
    reload();
    return revealed;
  };
}

function useDeskReload(): () => void {
  const { mutate } = useSWRConfig();
  return () => void mutate((key) => Array.isArray(key) && key[0] === 'staff' && key[1] === 'payouts');
}
