import { streamCategory, type DomainEvent } from '../../../event-sourcing/event.js';
import { evolveBy } from '../../../event-sourcing/evolve.js';
import type { Platform } from '../../../kernel/money/platforms.js';
import type { PaymentDispute, PayoutState } from '../state/provider-outcomes.rules.js';

/** `stray-{paymentRef}`: a charge under a transfer's name that no transfer has recorded. */
export const strayStream = streamCategory('stray-');

/** A charge as the processor lists it. What its metadata may lack is null. */
export interface StrayCharge {
  readonly paymentRef: string;
  readonly transferId: string;
  readonly cents: number;
  /** False: the amount is only reserved. */
  readonly isCharged: boolean;
  readonly chargedAt: string;
  /** The sender's. */
  readonly uid: string | null;
  readonly platform: Platform | null;
  /** What the recipient gets; the charge has the fees too. */
  readonly amountCents: number | null;
}

/** What became of a charge at the processor, as it was looked up. */
export interface ChargeFate {
  readonly refundedCents: number;
  /** Of refunds on their way. */
  readonly refundingCents: number;
  /** Of the newest completed refund, or of the reservation that ended. */
  readonly refundRef: string | null;
  readonly disputes: readonly PaymentDispute[];
}

/** A rail's report of the payout under the transfer's id. */
export type StrayPayout = Pick<PayoutState, 'state' | 'payoutRef' | 'providerAt'>;

export type StrayEvent =
  | DomainEvent<'StrayFound', StrayCharge>
  | DomainEvent<'StrayChecked', ChargeFate>
  | DomainEvent<'StrayPayoutReported', StrayPayout>
  | DomainEvent<'StrayAdopted', { readonly transferId: string }>
  | DomainEvent<'StrayRefundProposed', { readonly reason: string; readonly operator: string }>
  | DomainEvent<'StrayRefundRequested', { readonly operator: string }>
  | DomainEvent<'StrayRefunded', { readonly refundRef: string }>
  | DomainEvent<'StrayRefundFailed', { readonly refundRef: string }>
  | DomainEvent<'StrayClosed', { readonly reason: string; readonly operator: string }>;

/** `open` waits for its sender or for operators; `refunding` for the processor. */
export interface Stray {
  readonly charge: StrayCharge | null;
  readonly state: 'none' | 'open' | 'proposed' | 'refunding' | 'adopted' | 'refunded' | 'closed';
  readonly proposedBy: string | null;
  /** Why its refund was asked for. */
  readonly reason: string;
  /** Refunds that the processor has refused: each attempt has a separate key. */
  readonly failures: number;
  readonly fate: ChargeFate;
  readonly payout: StrayPayout | null;
}

export const NO_FATE: ChargeFate = { refundedCents: 0, refundingCents: 0, refundRef: null, disputes: [] };

export const noStray = (): Stray => ({
  charge: null,
  state: 'none',
  proposedBy: null,
  reason: '',
  failures: 0,
  fate: NO_FATE,
  payout: null,
});

/** A stray charge after an event. */
export const afterStrayEvent = evolveBy<Stray, StrayEvent>({
  StrayFound: (stray, { data }) => ({ ...stray, state: 'open', charge: data }),
  StrayChecked: afterCheck,
  StrayPayoutReported: afterPayout,
  StrayAdopted: (stray) => ({ ...stray, state: 'adopted' }),
  StrayRefundProposed: (stray, { data: { operator: proposedBy, reason } }) => ({
    ...stray,
    state: 'proposed',
    proposedBy,
    reason,
  }),
  StrayRefundRequested: (stray) => ({ ...stray, state: 'refunding' }),
  // Before refunds were looked up, this event alone reported one.
  StrayRefunded: (stray, { data }) => ({
    ...stray,
    state: 'refunded',
    fate: stray.fate.refundRef === null ? { ...stray.fate, ...wholeOf(stray), ...data } : stray.fate,
  }),
  StrayRefundFailed: (stray) => ({ ...opened(stray), failures: stray.failures + 1 }),
  StrayClosed: (stray) => ({ ...stray, state: 'closed' }),
});

const wholeOf = ({ charge }: Stray) => ({ refundedCents: charge?.cents ?? 0 });

/** It is a task without a proposal. */
const opened = (stray: Stray): Stray => ({ ...stray, state: 'open', proposedBy: null, reason: '' });

/**
 * What operators agreed on no longer holds once a bank disputes the charge, or it is refunded elsewhere: it is a task again,
 * also after its end. A refund that arrived and came back later was an attempt.
 */
export function afterCheck(stray: Stray, { data: fate }: { readonly data: ChargeFate }): Stray {
  const checked = { ...stray, fate };
  if (stray.state === 'refunding' && areSame(stray.fate.disputes, fate.disputes)) return checked;
  return { ...opened(checked), failures: stray.failures + (stray.state === 'refunded' ? 1 : 0) };
}

/** A payout that is made, or still can be, contradicts a refund; one that is not made contradicts everything but that. */
export function afterPayout(stray: Stray, { data: payout }: { readonly data: StrayPayout }): Stray {
  const reported = { ...stray, payout };
  const isFine = isPaid(payout) ? stray.state === 'open' : stray.state !== 'closed';
  return isFine ? reported : opened(reported);
}

/** Delivered, or to be delivered yet. */
export const isPaid = (payout: StrayPayout | null): boolean =>
  payout !== null && payout.state !== 'failed' && payout.state !== 'returned';

/** What banks have returned to the cardholder, in cents. */
export const lostCentsOf = ({ disputes }: ChargeFate): number =>
  disputes.reduce((sum, { state, cents }) => sum + (state === 'lost' ? cents : 0), 0);

const isDisputed = ({ disputes }: ChargeFate): boolean => disputes.some(({ state }) => state === 'open');

/** The amount that is neither returned to the cardholder nor on its way there, in cents. */
const leftCents = ({ charge, fate }: Stray): number =>
  Math.max(0, (charge?.cents ?? 0) - fate.refundedCents - fate.refundingCents - lostCentsOf(fate));

/** The amount that a refund would return, in cents: nothing while the bank decides, and while a payout is or may be made. */
export const refundableCents = (stray: Stray): number =>
  isDisputed(stray.fate) || isPaid(stray.payout) ? 0 : leftCents(stray);

/** Nothing was refunded, disputed or lost: it is still its transfer's. */
export const isWhole = (stray: Stray): boolean =>
  !isDisputed(stray.fate) && leftCents(stray) === stray.charge?.cents;

/** Refunded to the cent, once and not a second time by a bank, and not paid out. */
export function isSettled({ charge, fate, payout }: Stray): boolean {
  const { refundedCents, refundingCents } = fate;
  const isWaiting = refundingCents > 0 || isDisputed(fate);
  const isExact = refundedCents > 0 && refundedCents + lostCentsOf(fate) === charge?.cents;
  return isExact && !isWaiting && !isPaid(payout);
}

/** Fates hold only data, in a fixed order. */
export const areSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);
