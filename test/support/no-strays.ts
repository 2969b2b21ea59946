import type { PaymentState } from '../../api/src/features/lifecycle/payment/card-payments.js';
import type { StrayCharges } from '../../api/src/features/lifecycle/strays/stray-charges.js';

/** A log that was never restored: every charge is its transfer's. */
export const noStrays = {
  claimed: (outcome: PaymentState) => Promise.resolve(outcome),
  isKnown: () => Promise.resolve(false),
  list: () => Promise.resolve([]),
  open: () => Promise.resolve([]),
  openNow: () => Promise.resolve([]),
  noticed: () => Promise.resolve([]),
} as unknown as StrayCharges;
