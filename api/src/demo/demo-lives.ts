import type { DeclineGroup } from '../kernel/money/transfers.js';
import { EMPTY_CARD, type DemoCard } from './demo-cards.js';

interface Attempt {
  readonly attempt: number;
  readonly card: DemoCard;
}

interface Refunded {
  readonly reason: string;
  /** `awaited`: no refund until the bank decides a dispute. */
  readonly refund: 'completed' | 'failed' | 'awaited';
}

/** Something that happened to a transfer of the story, including the provider's response. */
export type DemoAct =
  | (Attempt & { readonly do: 'declined'; readonly group: DeclineGroup })
  /** Authorized on the card, and not charged while a case holds it. */
  | (Attempt & { readonly do: 'reserved' })
  /** Charged; a transfer to PayPal or Venmo is then submitted for payout. */
  | (Attempt & { readonly do: 'paid' })
  /** The sender cancelled before the authorization was captured. */
  | (Attempt & { readonly do: 'reserved and cancelled' })
  | { readonly do: 'claimed' }
  /** `shortCents`: PayPal or Venmo reports that the recipient got that much less. */
  | { readonly do: 'delivered'; readonly shortCents?: number }
  | { readonly do: 'proposed' }
  | { readonly do: 'unclaimed' }
  /** The recipient had not claimed it, and the sender recalled it. */
  | { readonly do: 'recalled' }
  | { readonly do: 'given up' }
  | { readonly do: 'cancelled' }
  | (Refunded & { readonly do: 'not sent' })
  | (Refunded & { readonly do: 'returned' })
  | { readonly do: 'reported'; readonly text: string }
  | { readonly do: 'disputed' }
  /** The bank decides the dispute for the cardholder and takes the charge back. */
  | { readonly do: 'lost' };

/** What happened at one instant, minutes after the request. */
export interface DemoMoment {
  readonly afterMinutes: number;
  readonly act: DemoAct;
}

/** What happens to a transfer paid with the sender's card at that time. */
export type DemoLife = (card: DemoCard) => readonly DemoMoment[];

const HOUR = 60;
const DAY = 24 * HOUR;
/** A transfer is paid three seconds after its request. */
const SOON = 0.05;
const at = (afterMinutes: number, act: DemoAct): DemoMoment => ({ afterMinutes, act });
const paid = (card: DemoCard): DemoMoment => at(SOON, { do: 'paid', card, attempt: 1 });
const declined = { do: 'declined', card: EMPTY_CARD, group: 'not_enough_money' } as const;

export const delivered: DemoLife = (card) => [
  paid(card),
  at(11, { do: 'claimed' }),
  at(17, { do: 'delivered' }),
];
export const deliveredShortOf =
  (shortCents: number): DemoLife =>
  (card) => [paid(card), at(17, { do: 'delivered', shortCents })];
export const deliveredByAnotherCard: DemoLife = (card) => [
  at(SOON, { ...declined, attempt: 1 }),
  at(3, { do: 'paid', card, attempt: 2 }),
  at(16, { do: 'claimed' }),
  at(21, { do: 'delivered' }),
];
export const declinedUntilExpiry: DemoLife = () => [
  at(SOON, { ...declined, attempt: 1 }),
  at(2, { ...declined, attempt: 2 }),
  at(33, { do: 'given up' }),
];
/** Another card can still be tried. */
export const declinedOnce: DemoLife = () => [at(SOON, { ...declined, attempt: 1 })];
/** A lead placed a hold between the two cards. */
export const reservedByAnotherCard: DemoLife = (card) => [
  at(SOON, { ...declined, attempt: 1 }),
  at(21, { do: 'reserved', card, attempt: 2 }),
];
export const cancelledUnpaid: DemoLife = (card) => [
  at(SOON, { do: 'reserved and cancelled', card, attempt: 1 }),
];
export const cancelledInTime: DemoLife = (card) => [paid(card), at(4, { do: 'cancelled' })];
export const waiting: DemoLife = (card) => [paid(card)];
export const claimedAfter =
  (minutes: number): DemoLife =>
  (card) => [paid(card), at(minutes, { do: 'claimed' })];
export const claimed = claimedAfter(9);
export const proposed: DemoLife = (card) => [...claimed(card), at(22, { do: 'proposed' })];
export const unclaimed: DemoLife = (card) => [paid(card), at(1, { do: 'unclaimed' })];
export const recalledAfter =
  (hours: number): DemoLife =>
  (card) => [...unclaimed(card), at(hours * HOUR, { do: 'recalled' })];

export const notSent =
  (reason: string, refund: 'completed' | 'failed'): DemoLife =>
  (card) => [...claimed(card), at(14, { do: 'not sent', reason, refund })];
/** The platform did not respond, an operator marked the payout as not sent, and a day later the platform delivered it. */
export const paidTwice: DemoLife = (card) => [
  paid(card),
  at(52, { do: 'not sent', reason: 'other', refund: 'completed' }),
  at(27 * HOUR, { do: 'delivered' }),
];
/** The sender disputed the charge before the desk noticed. */
export const disputedAndNotSent =
  (reason: string): DemoLife =>
  (card) => [
    ...claimed(card),
    at(DAY, { do: 'disputed' }),
    at(2 * DAY, { do: 'not sent', reason, refund: 'awaited' }),
  ];
export const returnedAfter =
  (days: number, reason: string): DemoLife =>
  (card) => [...delivered(card), at(days * DAY, { do: 'returned', reason, refund: 'completed' })];
export const reportedAfter =
  (hours: number, text: string): DemoLife =>
  (card) => [...delivered(card), at(hours * HOUR, { do: 'reported', text })];
export const disputedAfter =
  (days: number): DemoLife =>
  (card) => [...delivered(card), at(days * DAY, { do: 'disputed' })];
export const lostAfter =
  (days: number, lostDays: number): DemoLife =>
  (card) => [...disputedAfter(days)(card), at(lostDays * DAY, { do: 'lost' })];
/** The platform has not paid it out yet: the system recalls it. */
export const disputedUnderway: DemoLife = (card) => [paid(card), at(6, { do: 'disputed' })];
