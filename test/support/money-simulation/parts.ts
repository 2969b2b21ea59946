import type { DecidedCommand, Decider } from '../../../api/src/event-sourcing/decider.js';
import type { LifecycleState } from '../../../api/src/lifecycle/lifecycle-state.rules.js';
import type { CardPayments } from '../../../api/src/payments/card-payments.js';
import type { Payouts } from '../../../api/src/payouts/payouts.js';

export type AnyDecider = Decider<unknown, DecidedCommand & Record<string, unknown>, never>;

/** Where a fault can be planted between the real parts. Without one they are passed on as they are. */
export interface Parts {
  decider(real: AnyDecider): AnyDecider;
  /** What the worker, which decides from a transfer's state whom to call, sees of it. */
  seen(state: LifecycleState): LifecycleState;
  processor(real: CardPayments): CardPayments;
  rail(real: Payouts): Payouts;
}

export const REAL: Parts = {
  decider: (real) => real,
  seen: (state) => state,
  processor: (real) => real,
  rail: (real) => real,
};
