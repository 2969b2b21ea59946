import type { Decider, DecidedCommand } from '../../../event-sourcing/decider.js';
import { DomainError } from '../../../kernel/domain-error.js';
import {
  afterCheck,
  afterPayout,
  afterStrayEvent,
  areSame,
  isSettled,
  isWhole,
  noStray,
  refundableCents,
  type ChargeFate,
  type Stray,
  type StrayCharge,
  type StrayEvent,
  type StrayPayout,
} from './stray.rules.js';

export type StrayCommand = DecidedCommand &
  (
    | { readonly type: 'Find'; readonly charge: StrayCharge }
    | { readonly type: 'RecordFate'; readonly fate: ChargeFate }
    | { readonly type: 'RecordPayout'; readonly payout: StrayPayout }
    /** Its sender repeated the request, or its transfer has recorded it. */
    | { readonly type: 'Adopt'; readonly transferId: string; readonly isRecorded: boolean }
    | { readonly type: 'ProposeRefund'; readonly reason: string; readonly operator: string }
    /** What the second operator read. */
    | {
        readonly type: 'AgreeToRefund';
        readonly cents: number;
        readonly reason: string;
        readonly operator: string;
      }
    /** The processor refuses the refund, or it did not arrive. */
    | { readonly type: 'RecordFailure'; readonly refundRef: string }
    | { readonly type: 'Close'; readonly reason: string; readonly operator: string }
  );

/** Exactly one of its transfer and its refund gets a stray charge: whichever is recorded first. */
export const strayDecider: Decider<Stray, StrayCommand, StrayEvent> = {
  name: 'stray-charge',
  initialState: noStray,
  decide(command, stray) {
    const decide = decisions[command.type] as (command: StrayCommand, stray: Stray) => readonly StrayEvent[];
    return decide(command, stray);
  },
  evolve: afterStrayEvent,
};

type Of<Type extends StrayCommand['type']> = Extract<StrayCommand, { readonly type: Type }>;

const isWaiting = ({ state }: Stray): boolean => state === 'open' || state === 'proposed';
const hasOwner = ({ state }: Stray): boolean => state === 'none' || state === 'adopted';

const decisions: {
  readonly [Type in StrayCommand['type']]: (command: Of<Type>, stray: Stray) => readonly StrayEvent[];
} = {
  Find: ({ charge }, { state }) => (state === 'none' ? [{ type: 'StrayFound', data: charge }] : []),
  RecordFate: checked,
  RecordPayout: payoutReported,
  Adopt: ({ transferId, isRecorded }, stray) =>
    isWaiting(stray) && (isRecorded || isWhole(stray))
      ? [{ type: 'StrayAdopted', data: { transferId } }]
      : [],
  ProposeRefund: proposed,
  AgreeToRefund: agreed,
  RecordFailure: ({ refundRef }, { state }) =>
    state === 'refunding' ? [{ type: 'StrayRefundFailed', data: { refundRef } }] : [],
  Close: closed,
};

function checked({ fate }: Of<'RecordFate'>, stray: Stray): readonly StrayEvent[] {
  if (hasOwner(stray) || areSame(fate, stray.fate)) return [];
  return settling([{ type: 'StrayChecked', data: fate }], afterCheck(stray, { data: fate }));
}

/** Reports of a rail may come late: no rail continues a payout after its end, and a return follows its delivery. */
const PAYOUT_ORDER: readonly StrayPayout['state'][] = [
  'pending',
  'unclaimed',
  'delivered',
  'failed',
  'returned',
];

function payoutReported({ payout }: Of<'RecordPayout'>, stray: Stray): readonly StrayEvent[] {
  const placeOf = (one: StrayPayout | null) => (one === null ? -1 : PAYOUT_ORDER.indexOf(one.state));
  if (hasOwner(stray) || placeOf(payout) <= placeOf(stray.payout)) return [];
  return settling([{ type: 'StrayPayoutReported', data: payout }], afterPayout(stray, { data: payout }));
}

/** A refunded stray is no task. */
function settling(events: readonly StrayEvent[], after: Stray): readonly StrayEvent[] {
  if (after.state === 'refunded' || after.state === 'closed' || !isSettled(after)) return events;
  return [...events, { type: 'StrayRefunded', data: { refundRef: after.fate.refundRef ?? '' } }];
}

/** A refund that the processor refuses for good is closed as well. */
function closed({ reason, operator }: Of<'Close'>, stray: Stray): readonly StrayEvent[] {
  if (!isWaiting(stray) && stray.state !== 'refunding') throw new DomainError('not_claimable');
  return [{ type: 'StrayClosed', data: { reason, operator } }];
}

/** Only the operator who asked for a refund changes its reason. */
function proposed({ reason, operator }: Of<'ProposeRefund'>, stray: Stray): readonly StrayEvent[] {
  if (!isWaiting(stray) || refundableCents(stray) === 0) throw new DomainError('not_claimable');
  if (stray.proposedBy !== null && stray.proposedBy !== operator) throw new DomainError('report_differs');
  const isSame = stray.proposedBy === operator && stray.reason === reason;
  return isSame ? [] : [{ type: 'StrayRefundProposed', data: { reason, operator } }];
}

/** An agreement is to the amount and the reason that were read. */
function agreed({ cents, reason, operator }: Of<'AgreeToRefund'>, stray: Stray): readonly StrayEvent[] {
  if (stray.state !== 'proposed') throw new DomainError('not_claimable');
  if (stray.proposedBy === operator) throw new DomainError('second_person_needed');
  if (cents !== refundableCents(stray) || reason !== stray.reason) throw new DomainError('report_differs');
  return [{ type: 'StrayRefundRequested', data: { operator } }];
}
