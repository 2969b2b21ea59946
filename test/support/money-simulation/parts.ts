import type { DecidedCommand, Decider } from '../../../api/src/event-sourcing/decider.js';
import type { LifecycleState } from '../../../api/src/lifecycle/lifecycle-state.rules.js';
import type { CardPayments } from '../../../api/src/payments/card-payments.js';
import type { Payouts } from '../../../api/src/payouts/payouts.js';

export type AnyDecider = Decider<unknown, DecidedCommand & Record<string, unknown>, never>;

/** The seams between the real parts where a fault can be injected. Without a fault they are passed on unchanged. */
export interface Parts {
  decider(real: AnyDecider): AnyDecider;
  /** The transfer state from which the worker decides whom to call. */
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
