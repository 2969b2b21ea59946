import type { DeskTask, DeskTaskKind } from '../../../kernel/money/payouts.js';
import { payoutRouteOf } from '../../../kernel/money/platforms.js';
import { isRecalledBySystem } from '../../lifecycle/state/recall.rules.js';
import type { LifecycleState, Payout } from '../../lifecycle/state/lifecycle-state.rules.js';
import { isLossOpen } from '../../lifecycle/refund/lost-disputes.rules.js';
import { canBeClaimedAgain, canPayOut } from '../../lifecycle/payout/payout-decisions.rules.js';

const MINUTE_MS = 60_000;

/**
 * `rail`: an API pays it, and it is a desk task only while its outcome is unknown; `pending`: charged, and a task only once
 * it is late; `none`: nothing to do yet.
 */
export type Desk = 'open' | 'rail' | 'pending' | 'done' | 'none';
export type StoredKind = DeskTaskKind | 'none';

/** One task at a time: a difference first, since nothing is paid out before it is settled, then what concerns the payout. */
export function taskKindOf(state: LifecycleState): StoredKind {
  const { stage, openProblems, disputes, differences } = state;
  if (differences.length > 0) return 'difference';
  const ofPayout = payoutKindOf(state);
  if (ofPayout) return ofPayout;
  if (state.payout?.contradiction === 'open') return 'contradiction';
  // The sender waits for a refund, and the books can.
  if (stage === 'refund_failed') return 'refund';
  if (isLossOpen(state)) return 'lost';
  if (openProblems.length > 0) return 'problem';
  return disputes.length > 0 ? 'dispute' : 'none';
}

function payoutKindOf(state: LifecycleState): DeskTaskKind | null {
  const { stage, payout } = state;
  if (canBeClaimed(state)) return 'claim';
  if (stage !== 'payout_submitted' || !payout) return null;
  // Its recipient may still claim it: it cannot be settled, even after a report.
  if (payout.state === 'unclaimed') return isRecalledBySystem(state) ? 'recall' : null;
  if (payout.proposal) return 'second_person';
  return payout.route !== 'desk' && isRecalledBySystem(state) ? 'recall' : 'outcome';
}

const canBeClaimed = (state: LifecycleState): boolean =>
  isOfDesk(state) && (canPayOut(state) || canBeClaimedAgain(state));

const isOfDesk = ({ terms }: LifecycleState): boolean =>
  terms !== null && payoutRouteOf(terms.platform) === 'desk';

/** Who works on it. */
export function deskOf(kind: StoredKind, { stage, payout }: LifecycleState): Desk {
  if (kind === 'outcome' && payout?.route === 'paypal') return 'rail';
  if (kind !== 'none') return 'open';
  if (stage === 'captured') return 'pending';
  return payout?.route === 'desk' ? 'done' : 'none';
}

const isUnknown = (payout: Payout, before: string): boolean =>
  (payout.route === 'desk' && payout.operator === null) || heardAt(payout) < before;

/** When a payout was last reported on: its claim or submission, or the rail's newest response. */
export const heardAt = ({ claimedAt, providerAt }: Pick<Payout, 'claimedAt' | 'providerAt'>): string =>
  providerAt > claimedAt ? providerAt : claimedAt;

/** The outcome of a payout last reported on before this instant is unknown (docs/money.md, The payout desk). */
export function unknownBefore(nowMs: number, outcomeMinutes: number): string {
  return new Date(nowMs - outcomeMinutes * MINUTE_MS).toISOString();
}

/** The kind of a stored task as people see it: a payout that was released, or had no outcome for too long, is unknown. */
export function shownKindOf(
  { kind, state }: { readonly kind: StoredKind; readonly state: LifecycleState },
  before: string,
): DeskTask['kind'] {
  if (kind === 'none') return 'done';
  const { payout } = state;
  const isOpen = (kind === 'outcome' || kind === 'recall') && payout && payout.state !== 'unclaimed';
  return isOpen && isUnknown(payout, before) ? 'unknown' : kind;
}
