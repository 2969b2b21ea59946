import type { DecidedCommand, Decider } from '../../../api/src/event-sourcing/decider.js';
import type { LifecycleState } from '../../../api/src/features/lifecycle/state/lifecycle-state.rules.js';
import type { Projection } from '../../../api/src/event-sourcing/projection.js';
import type { Transaction } from '../../../api/src/kernel/money/transfers.js';
import type { LedgerEntry } from '../../../api/src/features/lifecycle/reconcile/ledger.rules.js';
import type { OpenTransfer } from '../../../api/src/features/lifecycle/state/open-transfers.projection.js';
import type { Screening } from '../../../api/src/features/lifecycle/payment/screening.js';
import type { CardPayments } from '../../../api/src/features/lifecycle/payment/card-payments.js';
import type { Payouts } from '../../../api/src/features/lifecycle/payout/payouts.js';

export type AnyDecider = Decider<unknown, DecidedCommand & Record<string, unknown>, never>;

/** The seams between the real parts where a fault can be injected. Without a fault they are passed on unchanged. */
export interface Parts {
  decider(real: AnyDecider): AnyDecider;
  /** The transfer state from which the worker decides whom to call. */
  seen(state: LifecycleState): LifecycleState;
  processor(real: CardPayments): CardPayments;
  rail(real: Payouts): Payouts;
  /** The sender's history and the ledger. */
  history(real: Projection<Transaction>): Projection<Transaction>;
  ledger(real: Projection<LedgerEntry>): Projection<LedgerEntry>;
  /** Lets a charge wait until the rules have seen every attempt. */
  screening(real: Screening): Pick<Screening, 'rulesCaughtUp'>;
  /** What the sender is told comes back. */
  returns(real: string | null, state: LifecycleState): string | null;
  /** The worker's view: when it looks at a transfer by itself. */
  timer(real: OpenTransfer): OpenTransfer;
}

export const REAL: Parts = {
  decider: (real) => real,
  seen: (state) => state,
  processor: (real) => real,
  rail: (real) => real,
  history: (real) => real,
  ledger: (real) => real,
  screening: (real) => real,
  returns: (real) => real,
  timer: (real) => real,
};
