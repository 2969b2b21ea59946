import type { RecordedEvent } from '../../api/src/event-sourcing/event.js';
import { sampleSend } from './sample-send.js';
import { recorded } from './given-when-then.js';
import type { UndatedLifecycleCommand } from '../../api/src/features/lifecycle/state/lifecycle-commands.rules.js';
import type {
  LifecycleEvent,
  PaymentCard,
  Terms,
} from '../../api/src/features/lifecycle/state/lifecycle-events.rules.js';
import {
  emptyLifecycle,
  type LifecycleState,
} from '../../api/src/features/lifecycle/state/lifecycle-state.rules.js';
import { transferLifecycle } from '../../api/src/features/lifecycle/state/transfer-lifecycle.decider.js';

export const REQUESTED_AT = Date.parse('2026-11-20T12:00:00.000Z');
export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

export const terms: Terms = {
  uid: 'ana',
  transferId: 't1',
  ...sampleSend({ platform: 'Venmo', handle: '@mayaokafor', amountCents: 12_000 }),
  totalFeeCents: 690,
  totalCents: 12_690,
  requestedAt: new Date(REQUESTED_AT).toISOString(),
  requestRevision: 0,
};

export const card: PaymentCard = {
  paymentMethodRef: 'pm_1',
  customerRef: null,
  brand: 'visa',
  last4: '5556',
  expMonth: 8,
  expYear: 2029,
  funding: 'debit',
  saveCard: false,
};

/** Callers get states without a copy (`keepsStates`): a later event that changed one would throw here. */
function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

/** One transfer in memory, driven command by command; its clock moves only on request. */
export class TransferLife {
  state: LifecycleState = emptyLifecycle();
  readonly events: LifecycleEvent[] = [];
  /** The same events with the instants at which they were decided. */
  readonly log: RecordedEvent<LifecycleEvent>[] = [];
  nowMs = REQUESTED_AT;

  constructor(readonly of: Terms = terms) {}

  get at(): string {
    return new Date(this.nowMs).toISOString();
  }

  wait(ms: number): this {
    this.nowMs += ms;
    return this;
  }

  /** The types of the events that the command records. @throws DomainError */
  do(command: UndatedLifecycleCommand): readonly string[] {
    const decided = transferLifecycle.decide({ ...command, at: this.at }, this.state);
    for (const event of decided) {
      const place = { stream: `transfer-${this.of.transferId}`, at: this.at };
      const entry = recorded(event, this.events.length, place);
      this.state = frozen(transferLifecycle.evolve(this.state, entry));
      this.log.push(entry);
      this.events.push(event);
    }
    return decided.map(({ type }) => type);
  }

  pay(requestId = 'request'): readonly string[] {
    return this.do({ type: 'RequestPayment', terms: this.of, requestId, card });
  }

  /** The processor's response to the newest attempt. */
  answered(
    state: 'authorized' | 'captured' | 'cancelled' | 'declined' | 'requires_action',
  ): readonly string[] {
    const ref = { paymentRef: `pi_${this.state.payment?.attempt ?? 0}`, providerAt: this.at };
    const attempt = this.state.payment?.attempt ?? 0;
    const outcome =
      state === 'declined'
        ? ({ state, group: 'contact_bank', ...ref } as const)
        : state === 'requires_action'
          ? ({ state, actionUrl: 'https://bank.example/3ds', ...ref } as const)
          : ({ state, ...ref, cents: state === 'cancelled' ? null : this.of.totalCents } as const);
    return this.do({ type: 'RecordPayment', attempt, outcome });
  }

  abandon(): readonly string[] {
    return this.do({ type: 'AbandonPayment' });
  }

  cancel(cause: 'sender' | 'suspicious' = 'sender'): readonly string[] {
    return this.do({ type: 'RequestCancel', cause });
  }

  hold(caseId: string, by: 'rule' | 'lead' = 'lead'): readonly string[] {
    return this.do({ type: 'PlaceHold', caseId, by, note: '' });
  }

  release(caseId: string, by: 'review' | 'lead' = 'lead'): readonly string[] {
    return this.do({ type: 'ReleaseHold', caseId, by, note: '' });
  }

  paidOut(
    state: 'pending' | 'unclaimed' | 'delivered' | 'failed' | 'returned',
    refundFees = true,
  ): readonly string[] {
    const of = { payoutRef: 'po_1', providerAt: this.at, cents: this.of.amountCents };
    const outcome =
      state === 'failed' || state === 'returned'
        ? ({ state, reason: state === 'failed' ? 'wrong_handle' : 'expired', ...of } as const)
        : ({ state, ...of } as const);
    return this.do({ type: 'RecordPayout', outcome, refundFees });
  }

  refunded(state: 'pending' | 'completed' | 'failed'): readonly string[] {
    const cents = this.state.refund?.cents ?? null;
    const outcome = { state, refundRef: 're_1', providerAt: this.at, cents };
    return this.do({ type: 'RecordRefund', attempt: this.state.refund?.attempt ?? 0, outcome });
  }

  elapse(): readonly string[] {
    return this.do({ type: 'ElapseTime' });
  }

  toAuthorized(): this {
    this.pay();
    this.answered('authorized');
    return this;
  }

  toCaptured(): this {
    this.toAuthorized().do({ type: 'RequestCapture' });
    this.answered('captured');
    return this;
  }

  toDelivered(): this {
    this.toSubmitted().paidOut('delivered');
    return this;
  }

  toRefunded(): this {
    this.toCaptured().cancel();
    this.refunded('completed');
    return this;
  }

  toSubmitted(operator: string | null = null): this {
    this.toCaptured().do({ type: 'SubmitPayout', operator });
    return this;
  }
}
