import type { Clock } from '../config/clock.js';
import { keepNewest, type SimulatorMemory } from './simulator-state.js';
import type { StripeEvents } from './stripe-events.js';
import type { StripePayments } from './stripe-payments.js';
import { refuse } from './stripe-refusal.js';
import { disputeResource, newId, refundResource } from './stripe-resources.js';
import {
  DISPUTE_LIMIT,
  REFUND_LIMIT,
  type SimulatedDispute,
  type SimulatedPayment,
  type SimulatedRefund,
} from './stripe-state.js';

/** When the refund of a card whose refunds fail does so. */
const FAILS_AFTER_MS = 1_000;

/** The simulated processor's refunds and disputes, and the events of each change. The caller saves the state. */
export class StripeRefunds {
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(
    private readonly parts: {
      readonly memory: SimulatorMemory;
      readonly payments: StripePayments;
      readonly events: StripeEvents;
      readonly clock: Clock;
    },
  ) {
    for (const refund of this.state.refunds) if (refund.status === 'pending') this.failLater(refund);
  }

  create(payment: SimulatedPayment, amount: number, metadata: Record<string, string>): SimulatedRefund {
    if (payment.status !== 'succeeded')
      refuse(400, {
        param: 'payment_intent',
        message: 'This PaymentIntent does not have a successful charge to refund.',
      });
    const left = payment.amount - refundedCents(this.of(payment.id));
    if (left === 0)
      refuse(400, { code: 'charge_already_refunded', message: 'The charge has already been refunded.' });
    if (amount > left)
      refuse(400, { param: 'amount', message: 'The refund is greater than what is left of the charge.' });
    const fails = this.parts.payments.methodOf(payment)?.outcome === 'refund_fails';
    const status = fails ? 'pending' : 'succeeded';
    const refund: SimulatedRefund = {
      id: newId('re'),
      created: this.seconds(),
      paymentId: payment.id,
      amount,
      status,
      metadata,
    };
    this.state.refunds.push(refund);
    keepNewest(this.state.refunds, REFUND_LIMIT);
    this.changed(refund, 'refund.created');
    if (fails) this.failLater(refund);
    else this.changed(refund, 'refund.updated');
    return refund;
  }

  find(id: string): SimulatedRefund {
    const refund = this.state.refunds.find((each) => each.id === id);
    return (
      refund ?? refuse(404, { code: 'resource_missing', param: 'id', message: `No such refund: '${id}'` })
    );
  }

  /** Newest first. */
  of(paymentId: string): readonly SimulatedRefund[] {
    return this.state.refunds.filter((each) => each.paymentId === paymentId).reverse();
  }

  /** A refund fails once, pending or not. */
  fail(refund: SimulatedRefund): boolean {
    if (refund.status === 'failed') return false;
    refund.status = 'failed';
    this.changed(refund, 'refund.failed');
    return true;
  }

  /** The cardholder disputes a captured payment. */
  dispute(payment: SimulatedPayment, reason: string): SimulatedDispute | null {
    if (payment.status !== 'succeeded') return null;
    const dispute: SimulatedDispute = {
      id: newId('dp'),
      created: this.seconds(),
      paymentId: payment.id,
      reason,
      status: 'needs_response',
    };
    this.state.disputes.push(dispute);
    keepNewest(this.state.disputes, DISPUTE_LIMIT);
    this.parts.events.emit('charge.dispute.created', disputeResource(dispute, payment.amount));
    return dispute;
  }

  /** The bank decides an open dispute of the payment. */
  closeDispute(payment: SimulatedPayment, status: 'won' | 'lost'): SimulatedDispute | null {
    const dispute = this.state.disputes.find(
      (each) => each.paymentId === payment.id && each.status === 'needs_response',
    );
    if (!dispute) return null;
    dispute.status = status;
    this.parts.events.emit('charge.dispute.closed', disputeResource(dispute, payment.amount));
    return dispute;
  }

  close(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }

  private get state() {
    return this.parts.memory.state.stripe;
  }

  private failLater(refund: SimulatedRefund): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      if (this.fail(refund)) void this.parts.memory.save().catch(() => undefined);
    }, FAILS_AFTER_MS);
    timer.unref();
    this.timers.add(timer);
  }

  private changed(refund: SimulatedRefund, type: string): void {
    const payment = this.state.payments.find(({ id }) => id === refund.paymentId);
    this.parts.events.emit(
      type,
      refundResource(refund),
      payment !== undefined && this.parts.payments.isLate(payment),
    );
  }

  private seconds(): number {
    return Math.floor(this.parts.clock.now() / 1_000);
  }
}

function refundedCents(refunds: readonly SimulatedRefund[]): number {
  return refunds.reduce((sum, { amount, status }) => (status === 'failed' ? sum : sum + amount), 0);
}
