import { DomainError } from '../../../kernel/domain-error.js';
import { NOTHING, type Decided, type Of } from '../state/lifecycle-commands.rules.js';
import type { LifecycleState } from '../state/lifecycle-state.rules.js';

/** Stages in which a hold still stops something: the charge or the payout. */
const STOPPABLE: ReadonlySet<LifecycleState['stage']> = new Set(['requested', 'authorized', 'captured']);

/** Why a transfer cannot be held; null when it can (docs/money.md). */
export function holdRefusalOf({ stage, cancel, payout }: LifecycleState): DomainError | null {
  if (payout && (stage === 'payout_submitted' || stage === 'delivered'))
    return new DomainError('payout_submitted', { at: payout.submittedAt });
  return cancel || !STOPPABLE.has(stage) ? new DomainError('nothing_to_hold') : null;
}

/**
 * A case stops the charge and the payout. A rule holds a transfer once per case; where it is too late it records nothing
 * and refuses nothing, since no user is waiting for a result.
 * @throws payout_submitted, nothing_to_hold, to a lead
 */
export function placeHold({ caseId, by, note }: Of<'PlaceHold'>, state: LifecycleState): Decided {
  const { holdCases, pastHoldCases } = state;
  if (holdCases.includes(caseId) || (by === 'rule' && pastHoldCases.includes(caseId))) return NOTHING;
  const refusal = holdRefusalOf(state);
  if (refusal && by === 'lead') throw refusal;
  return refusal ? NOTHING : [{ type: 'HoldPlaced', data: { caseId, by, note } }];
}

/** Records a hold or release that a restore has undone, unless it holds, or it is too late to hold. */
export function decideHoldAgain({ decision }: Of<'DecideAgain'>, state: LifecycleState): Decided {
  const isHeld = state.holdCases.includes(decision.data.caseId);
  if (decision.type === 'HoldReleased') return isHeld ? [decision] : NOTHING;
  return isHeld || holdRefusalOf(state) ? NOTHING : [decision];
}

/** The case releases the transfer; a repeat changes nothing. @throws not_held, to a lead */
export function releaseHold({ caseId, by, note }: Of<'ReleaseHold'>, state: LifecycleState): Decided {
  const { holdCases, pastHoldCases } = state;
  if (holdCases.includes(caseId)) return [{ type: 'HoldReleased', data: { caseId, by, note } }];
  if (by === 'lead' && !pastHoldCases.includes(caseId)) throw new DomainError('not_held');
  return NOTHING;
}
