import { useSWRConfig } from 'swr';
import { topics } from '@kernel/live';
import {
  DESK_LISTS,
  waitsForOthers,
  type DeskConfirmation,
  type RevealedPayout,
} from '@kernel/money/payouts';
import { PLATFORMS } from '@kernel/money/platforms';
import { pastedLine } from '@kernel/text/pasted-text';
import { useMe } from '../accounts/use-session';
import { addressOf, anyText, oneOf, type ViewOf } from '../lib/address';
import { sendJson } from '../lib/api/api';
import { useRead } from '../lib/api/reads';
import type { BodyOf } from '../lib/api/requests';
import { isAffected } from '../lib/live/live-topics';

/** Tasks become overdue by time alone, so the list is reloaded this often. */
const REFRESH_MS = 10_000;

/** Which tasks the desk shows; with `q`, a problem's number or a transfer's id, nothing else counts; and the task that is open. */
export const DESK = addressOf({
  state: oneOf(DESK_LISTS, 'open'),
  platform: oneOf(PLATFORMS, ''),
  q: anyText,
  task: anyText,
});
export type DeskView = Omit<ViewOf<typeof DESK>, 'task'>;

/** Everything that waits. */
export const ALL_OPEN: DeskView = { state: 'open', platform: '', q: '' };

/** An operator's step with a task, as the API names it. */
export type DeskStep =
  | { readonly path: 'claim' | 'release' | 'give-back' }
  | { [Path in DeskOutcome]: { readonly path: Path; readonly body: DeskBody<Path> } }[DeskOutcome];
type DeskOutcome = 'delivered' | 'failed' | 'refunded' | 'close' | 'confirm';
/** The kind of a confirmation is always said. */
type DeskBody<Path extends DeskOutcome> = BodyOf<'post', `/compliance/payouts/{transferId}/${Path}`> &
  (Path extends 'confirm' ? { readonly kind: DeskConfirmation } : unknown);

/** The tasks of the payout desk. */
export function useDesk({ state, platform, q }: DeskView) {
  const searched = pastedLine(q);
  const query = searched === '' ? { state, platform: platform || null } : { q: searched };
  return useRead('/compliance/payouts', { query }, { refreshInterval: REFRESH_MS, keepPreviousData: true });
}

/** How many tasks of the desk the reader can act on; others wait for a bank, a platform or another operator. */
export function useTasksToDo(): number {
  const me = useMe();
  return useDesk(ALL_OPEN).data?.items.filter((task) => !waitsForOthers(task, me)).length ?? 0;
}

/** What its sender sees of a transfer. */
export function useDeskTransfer(transferId: string) {
  return useRead('/compliance/payouts/{transferId}', { path: { transferId } });
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
  return () => void mutate((key) => isAffected(key, [topics.payouts]));
}
