import type { Decider, DecidedCommand } from '../../event-sourcing/decider.js';
import { streamCategory, type AnyEventDeclaration, type DomainEvent } from '../../event-sourcing/event.js';
import { evolveBy } from '../../event-sourcing/evolve.js';
import { DomainError } from '../../kernel/domain-error.js';
import type { RefundState } from './provider-outcomes.rules.js';

/** `stray-{paymentRef}`: a charge under a transfer's name that no transfer has recorded. */
export const strayStream = streamCategory('stray-');

/** A charge as the processor lists it. */
export interface StrayCharge {
  readonly paymentRef: string;
  readonly transferId: string;
  readonly cents: number;
  /** False: the amount is only reserved. */
  readonly isCharged: boolean;
  readonly chargedAt: string;
}

export type StrayEvent =
  | DomainEvent<'StrayFound', StrayCharge>
  | DomainEvent<'StrayAdopted', { readonly transferId: string }>
  | DomainEvent<'StrayRefundProposed', { readonly reason: string; readonly operator: string }>
  | DomainEvent<'StrayRefundRequested', { readonly operator: string }>
  | DomainEvent<'StrayRefunded', { readonly refundRef: string }>
  | DomainEvent<'StrayRefundFailed', { readonly refundRef: string }>
  | DomainEvent<'StrayClosed', { readonly reason: string; readonly operator: string }>;

export type StrayCommand = DecidedCommand &
  (
    | { readonly type: 'Find'; readonly charge: StrayCharge }
    /** Its sender repeated the request, or its transfer has recorded it. */
    | { readonly type: 'Adopt'; readonly transferId: string }
    | { readonly type: 'ProposeRefund'; readonly reason: string; readonly operator: string }
    /** What the second operator read. */
    | {
        readonly type: 'AgreeToRefund';
        readonly cents: number;
        readonly reason: string;
        readonly operator: string;
      }
    | { readonly type: 'RecordRefund'; readonly outcome: Pick<RefundState, 'state' | 'refundRef'> }
    | { readonly type: 'Close'; readonly reason: string; readonly operator: string }
  );

/** `open` waits for its sender or for operators; `refunding` for the processor. */
export interface Stray {
  readonly charge: StrayCharge | null;
  readonly state: 'none' | 'open' | 'proposed' | 'refunding' | 'adopted' | 'refunded' | 'closed';
  readonly proposedBy: string | null;
  /** Why its refund was asked for. */
  readonly reason: string;
  /** Refunds that the processor has refused: each attempt has a key of its own. */
  readonly failures: number;
}

/** Exactly one of its transfer and its refund gets a stray charge: whichever is recorded first. */
export const strayDecider: Decider<Stray, StrayCommand, StrayEvent> = {
  name: 'stray-charge',
  initialState: () => ({ charge: null, state: 'none', proposedBy: null, reason: '', failures: 0 }),
  decide,
  evolve: evolveBy<Stray, StrayEvent>({
    StrayFound: (stray, { data }) => ({ ...stray, state: 'open', charge: data }),
    StrayAdopted: (stray) => ({ ...stray, state: 'adopted' }),
    StrayRefundProposed: (stray, { data: { operator: proposedBy, reason } }) => ({
      ...stray,
      state: 'proposed',
      proposedBy,
      reason,
    }),
    StrayRefundRequested: (stray) => ({ ...stray, state: 'refunding' }),
    StrayRefunded: (stray) => ({ ...stray, state: 'refunded' }),
    StrayRefundFailed: (stray) => ({
      ...stray,
      state: 'open',
      proposedBy: null,
      reason: '',
      failures: stray.failures + 1,
    }),
    StrayClosed: (stray) => ({ ...stray, state: 'closed' }),
  }),
};

type Of<Type extends StrayCommand['type']> = Extract<StrayCommand, { readonly type: Type }>;

const isWaiting = ({ state }: Stray): boolean => state === 'open' || state === 'proposed';

function decide(command: StrayCommand, stray: Stray): readonly StrayEvent[] {
  switch (command.type) {
    case 'Find':
      return stray.state === 'none' ? [{ type: 'StrayFound', data: command.charge }] : [];
    case 'Adopt':
      return isWaiting(stray) ? [{ type: 'StrayAdopted', data: { transferId: command.transferId } }] : [];
    case 'ProposeRefund':
      return proposed(command, stray);
    case 'AgreeToRefund':
      return agreed(command, stray);
    case 'RecordRefund':
      return refunded(command.outcome, stray);
    case 'Close':
      return closed(command, stray);
  }
}

/** A refund that the processor refuses for good is closed as well. */
function closed({ reason, operator }: Of<'Close'>, stray: Stray): readonly StrayEvent[] {
  if (!isWaiting(stray) && stray.state !== 'refunding') throw new DomainError('not_claimable');
  return [{ type: 'StrayClosed', data: { reason, operator } }];
}

/** Only the operator who asked for a refund changes its reason. */
function proposed({ reason, operator }: Of<'ProposeRefund'>, stray: Stray): readonly StrayEvent[] {
  if (!isWaiting(stray)) throw new DomainError('not_claimable');
  if (stray.proposedBy !== null && stray.proposedBy !== operator) throw new DomainError('report_differs');
  const isSame = stray.proposedBy === operator && stray.reason === reason;
  return isSame ? [] : [{ type: 'StrayRefundProposed', data: { reason, operator } }];
}

/** An agreement is to the amount and the reason that were read. */
function agreed({ cents, reason, operator }: Of<'AgreeToRefund'>, stray: Stray): readonly StrayEvent[] {
  if (stray.state !== 'proposed') throw new DomainError('not_claimable');
  if (stray.proposedBy === operator) throw new DomainError('second_person_needed');
  if (cents !== stray.charge?.cents || reason !== stray.reason) throw new DomainError('report_differs');
  return [{ type: 'StrayRefundRequested', data: { operator } }];
}

function refunded(
  { state, refundRef }: Pick<RefundState, 'state' | 'refundRef'>,
  stray: Stray,
): readonly StrayEvent[] {
  if (stray.state !== 'refunding' || state === 'pending') return [];
  return [{ type: state === 'completed' ? 'StrayRefunded' : 'StrayRefundFailed', data: { refundRef } }];
}

const operator = '7f0c3f0e-58a1-4c51-9a0f-3b7f2a6d9e11';
const transferId = '2d9d3f6a-52e4-5f0e-8a38-0d0f3f6f1c03';
const declared = (type: StrayEvent['type'], summary: string, example: object): AnyEventDeclaration => ({
  ...{ type, schemaVersion: 1, summary, example },
});

/** Event declarations of stray charges; they hold no personal data. */
export const strayEvents: readonly AnyEventDeclaration[] = [
  declared(
    'StrayFound',
    'The processor lists a charge of ours that no transfer has recorded; a task of the desk.',
    {
      ...{ paymentRef: 'pi_3QK9x2', transferId, cents: 12_690, isCharged: true },
      chargedAt: '2026-11-20T12:00:03.000Z',
    },
  ),
  declared('StrayAdopted', 'The transfer of a stray charge has recorded it.', { transferId }),
  {
    ...declared(
      'StrayRefundProposed',
      'An operator asked to refund a stray charge; a second one has to agree.',
      {
        reason: 'The platform has no payout under its id.',
        operator,
      },
    ),
    schemaVersion: 2,
    upcasts: { 1: (data: object) => ({ ...data, reason: '' }) },
  },
  declared('StrayRefundRequested', 'A second operator agreed to the refund of a stray charge.', { operator }),
  declared('StrayRefunded', 'The processor returned a stray charge.', { refundRef: 're_3QKa' }),
  declared('StrayRefundFailed', 'The refund of a stray charge failed; it is a task again.', {
    refundRef: 're_3QKa',
  }),
  declared('StrayClosed', 'An operator closed a stray charge without a refund by Flip.', {
    reason: 'Refunded in the dashboard.',
    operator,
  }),
];
