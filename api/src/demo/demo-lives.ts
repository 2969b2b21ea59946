import type { PayoutFailure } from '../kernel/money/payouts.js';
import type { PayoutOutcome } from '../../../simulator/paypal/paypal-payouts.js';
import { EMPTY_CARD, type DemoCard } from './demo-cards.js';

/** A step of the story with a transfer; the product does the rest. */
export type DemoAct =
  /** The sender pays. The bank may decline the card, and a case may hold the payment. */
  | { readonly do: 'pay'; readonly card: DemoCard }
  /** The sender cancels, or recalls an unclaimed payout. */
  | { readonly do: 'cancel' }
  | { readonly do: 'report'; readonly text: string }
  /** An operator claims the payout at the desk, and reports its outcome. */
  | { readonly do: 'claim' }
  | { readonly do: 'deliver' }
  | { readonly do: 'fail'; readonly reason: PayoutFailure }
  /** PayPal moves the payout. `value`: it pays another amount than it was asked to. */
  | { readonly do: 'move'; readonly outcome: PayoutOutcome; readonly value?: string }
  /** PayPal's webhook about the payout arrives. */
  | { readonly do: 'hear' }
  /** PayPal accepts the next payout, but its response is lost. */
  | { readonly do: 'lose response' }
  /** The bank sends the refund back. */
  | { readonly do: 'fail refund' }
  /** The cardholder disputes the charge, and the bank decides for them. */
  | { readonly do: 'dispute' | 'lose dispute' }
  /** Only time passes. */
  | { readonly do: 'wait' };

/** What happens at one instant, minutes after the request. */
export interface DemoMoment {
  readonly afterMinutes: number;
  readonly act: DemoAct;
}

/** What happens to a transfer of the sender with this card; `desk`: an operator pays it out. */
export type DemoLife = (sender: { readonly card: DemoCard; readonly desk: boolean }) => readonly DemoMoment[];

const HOUR = 60;
const DAY = 24 * HOUR;
/** A transfer is paid three seconds after its request, and PayPal pays out two seconds later. */
const SOON = 0.05;
const PAID_OUT = SOON + 2 / 60;
const at = (afterMinutes: number, act: DemoAct): DemoMoment => ({ afterMinutes, act });
const pay = (card: DemoCard): DemoMoment => at(SOON, { do: 'pay', card });
const declined = pay(EMPTY_CARD);

/** PayPal moves a payout, and reports it later or at once. */
const moved = (
  afterMinutes: number,
  outcome: PayoutOutcome,
  {
    heardAfterMinutes = afterMinutes,
    value,
  }: { readonly heardAfterMinutes?: number; readonly value?: string } = {},
): readonly DemoMoment[] => [
  at(afterMinutes, { do: 'move', outcome, ...(value !== undefined && { value }) }),
  at(heardAfterMinutes, { do: 'hear' }),
];

export const delivered: DemoLife = ({ card, desk }) => [
  pay(card),
  ...(desk ? [at(11, { do: 'claim' }), at(17, { do: 'deliver' })] : moved(PAID_OUT, 'delivered')),
];
export const deliveredAs =
  (value: string): DemoLife =>
  ({ card }) => [pay(card), ...moved(PAID_OUT, 'delivered', { value })];
/** PayPal delivered it at once, and its webhook arrived hours later. */
export const heardAfter =
  (hours: number): DemoLife =>
  ({ card }) => [pay(card), ...moved(PAID_OUT, 'delivered', { heardAfterMinutes: hours * HOUR })];
export const deliveredByAnotherCard: DemoLife = ({ card }) => [
  declined,
  at(3, { do: 'pay', card }),
  ...moved(3.1, 'delivered'),
];
export const declinedUntilExpiry: DemoLife = () => [
  declined,
  at(2, { do: 'pay', card: EMPTY_CARD }),
  at(33, { do: 'wait' }),
];
/** Another card can still be tried. */
export const declinedOnce: DemoLife = () => [declined];
/** A lead placed a hold between the two cards. */
export const reservedByAnotherCard: DemoLife = ({ card }) => [declined, at(21, { do: 'pay', card })];
export const neverPaid: DemoLife = () => [at(31, { do: 'wait' })];
export const cancelledUnpaid: DemoLife = () => [at(4, { do: 'cancel' })];
export const cancelledInTime: DemoLife = ({ card }) => [pay(card), at(4, { do: 'cancel' })];
/** No operator paid it out in ten days. */
export const overdue: DemoLife = ({ card }) => [pay(card), at(10 * DAY + 1, { do: 'wait' })];
export const waiting: DemoLife = ({ card }) => [pay(card)];
export const claimedAfter =
  (minutes: number): DemoLife =>
  ({ card }) => [pay(card), at(minutes, { do: 'claim' })];
export const claimed = claimedAfter(9);
/** Over the threshold of the second operator. */
export const proposed: DemoLife = (sender) => [...claimed(sender), at(22, { do: 'deliver' })];
export const unclaimed: DemoLife = ({ card }) => [pay(card), ...moved(PAID_OUT, 'unclaimed')];
export const recalledAfter =
  (hours: number): DemoLife =>
  (sender) => [...unclaimed(sender), at(hours * HOUR, { do: 'cancel' })];

export const notSent =
  (reason: PayoutFailure): DemoLife =>
  (sender) => [...claimed(sender), at(14, { do: 'fail', reason })];
export const notRefunded =
  (reason: PayoutFailure): DemoLife =>
  (sender) => [...notSent(reason)(sender), at(2 * DAY, { do: 'fail refund' })];
/** The platform did not respond, an operator marked the payout as not sent, and a day later its delivery is reported. */
export const paidTwice: DemoLife = ({ card }) => [
  at(SOON, { do: 'lose response' }),
  pay(card),
  at(52, { do: 'fail', reason: 'other' }),
  at(27 * HOUR, { do: 'hear' }),
];
/** The sender disputed the charge before the desk noticed. */
export const disputedAndNotSent =
  (reason: PayoutFailure): DemoLife =>
  (sender) => [...claimed(sender), at(DAY, { do: 'dispute' }), at(2 * DAY, { do: 'fail', reason })];
export const returnedAfter =
  (days: number): DemoLife =>
  (sender) => [...delivered(sender), ...moved(days * DAY, 'refunded')];
export const reportedAfter =
  (hours: number, text: string): DemoLife =>
  (sender) => [...delivered(sender), at(hours * HOUR, { do: 'report', text })];
export const disputedAfter =
  (days: number): DemoLife =>
  (sender) => [...delivered(sender), at(days * DAY, { do: 'dispute' })];
export const lostAfter =
  (days: number, lostDays: number): DemoLife =>
  (sender) => [...disputedAfter(days)(sender), at(lostDays * DAY, { do: 'lose dispute' })];
/** The platform has not paid it out yet: the system recalls it. */
export const disputedUnderway: DemoLife = ({ card }) => [
  pay(card),
  ...moved(PAID_OUT, 'held'),
  at(6, { do: 'dispute' }),
];
