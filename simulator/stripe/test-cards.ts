import type { CardOutcome, SimulatedMethod } from './stripe-state.js';

/** One test card: the numbers are Stripe's published ones, the outcomes are the simulator's (docs/providers.md). */
export interface TestCard {
  readonly number: string;
  readonly brand: 'visa' | 'mastercard';
  readonly funding: SimulatedMethod['funding'];
  readonly outcome: CardOutcome;
}

const card = (
  number: string,
  outcome: CardOutcome,
  funding: SimulatedMethod['funding'] = 'debit',
): TestCard => ({ number, brand: number.startsWith('4') ? 'visa' : 'mastercard', funding, outcome });

export const TEST_CARDS: readonly TestCard[] = [
  card('4000056655665556', 'approved'),
  card('5200828282828210', 'approved'),
  card('4242424242424242', 'approved', 'credit'),
  card('5105105105105100', 'approved', 'prepaid'),
  card('4000000000003220', 'challenge'),
  card('4000008400001629', 'challenge_then_declined'),
  card('4000000000005126', 'refund_fails'),
  card('4000000000009995', 'insufficient_funds'),
  card('4000000000000002', 'card_declined'),
  card('4000000000000069', 'expired_card'),
  card('4000000000000127', 'incorrect_cvc'),
  card('4000000000009987', 'lost_card'),
  card('4000000000009979', 'stolen_card'),
  card('4000000000000119', 'processing_error'),
];

/** Every valid number of this form is a debit card that pays, since one card serves only a few unverified accounts. */
const APPROVED_FAMILY = /^400005665566\d{1,7}$/;

/** The card of a valid number. Null for any other number, so that no real one is typed into the frame. */
export function testCardOf(number: string): TestCard | null {
  const listed = TEST_CARDS.find((one) => one.number === number);
  return listed ?? (APPROVED_FAMILY.test(number) ? card(number, 'approved') : null);
}

/** A security code that approves the card and makes its webhooks arrive twice and late. */
export const LATE_WEBHOOKS_CVC = '999';

/** The bank's decline code for each refused outcome. */
export const DECLINE_CODES: Readonly<Partial<Record<CardOutcome, string>>> = {
  insufficient_funds: 'insufficient_funds',
  card_declined: 'generic_decline',
  expired_card: 'expired_card',
  incorrect_cvc: 'incorrect_cvc',
  lost_card: 'lost_card',
  stolen_card: 'stolen_card',
  processing_error: 'processing_error',
};
