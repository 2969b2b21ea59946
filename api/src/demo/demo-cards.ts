import type { CardFacts } from '../kernel/money/cards.js';
import type { PaymentCard } from '../features/lifecycle/state/lifecycle-events.rules.js';
import type { SimulatedMethod } from '../../../simulator/stripe/stripe-state.js';

/** A debit card of the demo data; the simulated processor stores it, so that it can be charged again. */
export interface DemoCard {
  readonly ref: string;
  readonly brand: 'visa' | 'mastercard';
  readonly last4: string;
  /** Counted from the month of the first start; negative when it has expired. */
  readonly expiresInMonths: number;
  /** The customer it is saved for; null for a card entered for one payment. */
  readonly customerRef: string | null;
}

const MAYAS = { customerRef: 'cus_demo_maya' };
const UNSAVED = { customerRef: null };
/** Expired two months ago. */
export const MAYA_OLD: DemoCard = {
  ref: 'pm_demo_maya_old',
  brand: 'visa',
  last4: '1881',
  expiresInMonths: -2,
  ...MAYAS,
};
export const MAYA_EVERYDAY: DemoCard = {
  ref: 'pm_demo_maya_everyday',
  brand: 'visa',
  last4: '5556',
  expiresInMonths: 20,
  ...MAYAS,
};
/** Expires this month. */
export const MAYA_SPARE: DemoCard = {
  ref: 'pm_demo_maya_spare',
  brand: 'mastercard',
  last4: '8210',
  expiresInMonths: 0,
  ...MAYAS,
};
export const LUIS_CARD: DemoCard = {
  ref: 'pm_demo_luis',
  brand: 'mastercard',
  last4: '4404',
  expiresInMonths: 31,
  customerRef: 'cus_demo_luis',
};
/** Entered for one payment. */
export const TYPED_CARD: DemoCard = {
  ref: 'pm_demo_typed',
  brand: 'visa',
  last4: '7712',
  expiresInMonths: 14,
  ...UNSAVED,
};
/** Its bank declines it. */
export const EMPTY_CARD: DemoCard = {
  ref: 'pm_demo_empty',
  brand: 'visa',
  last4: '9995',
  expiresInMonths: 9,
  ...UNSAVED,
};

export const DEMO_CARDS = [MAYA_OLD, MAYA_EVERYDAY, MAYA_SPARE, LUIS_CARD, TYPED_CARD, EMPTY_CARD];

/** The displayed details of a card in a story that ends at `endMs`. */
export function factsOf({ brand, last4, expiresInMonths }: DemoCard, endMs: number): CardFacts {
  const end = new Date(endMs);
  const month = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + expiresInMonths));
  return {
    brand,
    last4,
    expMonth: month.getUTCMonth() + 1,
    expYear: month.getUTCFullYear(),
    funding: 'debit',
  };
}

export function paymentCardOf(card: DemoCard, endMs: number): PaymentCard {
  const { ref: paymentMethodRef, customerRef } = card;
  return { ...factsOf(card, endMs), paymentMethodRef, customerRef, saveCard: false };
}

/** The card as the simulated processor stores it. */
export function methodOf(card: DemoCard, endMs: number): SimulatedMethod {
  const { brand, last4, expMonth, expYear } = factsOf(card, endMs);
  return {
    id: card.ref,
    created: Math.floor(endMs / 1_000),
    brand,
    last4,
    expMonth,
    expYear,
    funding: 'debit',
    fingerprint: card.ref,
    outcome: card === EMPTY_CARD ? 'insufficient_funds' : 'approved',
    lateWebhooks: false,
    customerId: card.customerRef,
    isSpent: card.customerRef === null,
  };
}
