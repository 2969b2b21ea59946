import type {
  AuthorizationRequest,
  CardPayments,
} from '../../../api/src/features/lifecycle/payment/card-payments.js';
import type { LifecycleCommand } from '../../../api/src/features/lifecycle/state/lifecycle-commands.rules.js';
import type { LifecycleEvent } from '../../../api/src/features/lifecycle/state/lifecycle-events.rules.js';
import type { LifecycleState } from '../../../api/src/features/lifecycle/state/lifecycle-state.rules.js';
import type { Decider } from '../../../api/src/event-sourcing/decider.js';
import type { SenderState } from '../../../api/src/features/transfers/sending/transfer.decider.js';
import { fullRefund } from '../../../api/src/features/lifecycle/refund/refund-decisions.rules.js';
import { ProviderUnknown } from '../../../api/src/engine/providers/provider-unknown.js';
import type {
  PayoutRequest,
  Payouts,
  PayoutState,
} from '../../../api/src/features/lifecycle/payout/payouts.js';
import { REAL, type AnyDecider, type Parts } from './parts.js';

type Lifecycle = Decider<LifecycleState, LifecycleCommand, LifecycleEvent>;
type Decided = readonly LifecycleEvent[];
type Decide = (command: LifecycleCommand, state: LifecycleState, real: Lifecycle) => Decided;

/** The transfer decider with one of its decisions changed. */
export function deciding(decide: Decide): Parts {
  const decider = (real: AnyDecider): AnyDecider => {
    if (real.name !== 'transfer-lifecycle') return real;
    const lifecycle = real as unknown as Lifecycle;
    const planted: Lifecycle = {
      ...lifecycle,
      decide: (command, state) => decide(command, state, lifecycle),
    };
    return planted as unknown as AnyDecider;
  };
  return { ...REAL, decider };
}

const of = (decided: readonly { readonly type: string; readonly data: object }[], uid = ''): Decided =>
  decided.map(({ type, data }) => ({ type, data: { ...data, uid } }) as LifecycleEvent);

/** An object with some of its methods replaced. */
export function changed<Port extends object>(real: Port, changes: Partial<Port>): Port {
  const plain = (target: Port, name: string | symbol): unknown => {
    const method = Reflect.get(target, name) as unknown;
    return typeof method === 'function' ? (method as () => unknown).bind(target) : method;
  };
  return new Proxy(real, {
    get: (target, name) => changes[name as keyof Port] ?? plain(target, name),
  });
}

/** Keys that never repeat. */
function newKeys(): () => string {
  let calls = 0;
  return () => `key ${(calls += 1)}`;
}

/** Plausible mistakes, each of which the simulation must find. */
export const PLANTED: Readonly<Record<string, () => Parts>> = {
  'a charge is requested before the intention is recorded': () => ({
    ...REAL,
    seen: (state) =>
      state.payment?.state === 'authorized'
        ? { ...state, payment: { ...state.payment, captureRequested: true } }
        : state,
  }),
  'the idempotency key is forgotten': () => ({
    ...REAL,
    processor(real: CardPayments) {
      const newKey = newKeys();
      return changed(real, {
        authorize: (request: AuthorizationRequest) => real.authorize({ ...request, key: newKey() }),
      });
    },
  }),
  'another card is tried before the abandoned payment is cancelled': () =>
    deciding((command, state, real) =>
      real.decide(
        command,
        command.type === 'RequestPayment' && state.payment?.voidRequested
          ? { ...state, payment: { ...state.payment, state: 'voided' } }
          : state,
      ),
    ),
  'two payments are cancelled under one key': () => ({
    ...REAL,
    processor: (real: CardPayments) =>
      changed(real, { cancel: (ref: string, key: string) => real.cancel(ref, key.replace(/\d+$/, '')) }),
  }),
  'a refund is requested again under a new key': () => ({
    ...REAL,
    processor(real: CardPayments) {
      const newKey = newKeys();
      return changed(real, { refund: (request) => real.refund({ ...request, key: newKey() }) });
    },
  }),
  'an unknown payout is refunded': () =>
    deciding((command, state, real) =>
      command.type === 'RecordPayout' ||
      state.payout?.state !== 'submitted' ||
      state.stage !== 'payout_submitted'
        ? real.decide(command, state)
        : of(fullRefund(state, 'overdue'), state.terms?.uid),
    ),
  'an older response wins': () =>
    deciding((command, state, real) =>
      real.decide(command, {
        ...state,
        payment: state.payment && { ...state.payment, providerAt: '' },
        payout: state.payout && { ...state.payout, providerAt: '' },
      }),
    ),
  'a return after the delivery is lost': () =>
    deciding((command, state, real) =>
      command.type === 'RecordPayout' && state.payout?.state === 'delivered'
        ? []
        : real.decide(command, state),
    ),
  'a cancel is accepted after the payout was submitted': () =>
    deciding((command, state, real) =>
      command.type === 'RequestCancel' && state.stage === 'payout_submitted' && !state.cancel
        ? of(
            [{ type: 'CancelRequested', data: { cause: command.cause } }, ...fullRefund(state, 'sender')],
            state.terms?.uid,
          )
        : real.decide(command, state),
    ),
  'an allowance is released twice': () => ({
    ...REAL,
    decider: (real) =>
      real.name === 'transfer'
        ? { ...real, decide: (command, state) => real.decide(command, forgetful(state as SenderState)) }
        : real,
  }),
  'a held transfer is charged': () =>
    deciding((command, state, real) =>
      real.decide(command, command.type === 'RequestCapture' ? { ...state, holdCases: [] } : state),
    ),
  'an unknown payout is sent again under a new id': () => ({
    ...REAL,
    rail(real: Payouts) {
      const newKey = newKeys();
      return changed(real, {
        submit: (payout: PayoutRequest) => real.submit({ ...payout, payoutId: newKey() }),
      });
    },
  }),
  'the response to an earlier attempt is treated as that of the new one': () =>
    deciding((command, state, real) =>
      real.decide(
        command.type === 'RecordPayment' && state.payment
          ? { ...command, attempt: state.payment.attempt }
          : command,
        state,
      ),
    ),
  'a refund is made while the charge is disputed': () => ({
    ...REAL,
    seen: (state) => ({ ...state, disputes: [] }),
  }),
  'a timeout is treated as a failure': () => ({
    ...REAL,
    rail: (real: Payouts) =>
      changed(real, {
        submit: (payout: PayoutRequest) =>
          real.submit(payout).catch((error: unknown): PayoutState => {
            if (!(error instanceof ProviderUnknown)) throw error;
            const providerAt = '2999-01-01T00:00:00.000Z';
            return { state: 'failed', payoutRef: null, reason: 'other', providerAt, cents: null };
          }),
      }),
  }),
  'a payout is recorded as delivered when it was only accepted': () =>
    deciding((command, state, real) =>
      real.decide(
        command.type === 'RecordPayout' && command.outcome.state === 'pending'
          ? { ...command, outcome: { ...command.outcome, state: 'delivered' } }
          : command,
        state,
      ),
    ),
  'a dispute about a part is treated as one about the whole charge': () =>
    deciding((command, state, real) =>
      real.decide(command.type === 'RecordDispute' ? { ...command, cents: null } : command, state),
    ),
  'a lost dispute is forgotten': () =>
    deciding((command, state, real) => real.decide(command, { ...state, lostCents: 0 })),
};

/** A released amount still counts. */
const forgetful = ({ week, ...state }: SenderState): SenderState => ({
  ...state,
  week: { ...week, amountsCents: week.amountsCents.map((cents) => cents || 1) },
});
