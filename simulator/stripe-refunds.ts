import type { Simulation } from './simulation.js';
import type { StripeEvents } from './stripe-events.js';
import type { StripePayments } from './stripe-payments.js';
import { found, refuse } from './stripe-refusal.js';
import { disputeResource, newId, refundResource, secondsOf } from './stripe-resources.js';
import { type SimulatedDispute, type SimulatedPayment, type SimulatedRefund } from './stripe-state.js';

/** Delay after which refunds to a failing card fail. */
const FAILS_AFTER_MS = 1_000;

/** The simulated processor's refunds and disputes, and the events of each change. */
export class StripeRefunds {
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(
    private readonly simulation: Simulation,
    private readonly payments: StripePayments,
    private readonly events: StripeEvents,
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
    const fails = this.payments.methodOf(payment)?.outcome === 'refund_fails';
    const refund: SimulatedRefund = {
      id: newId('re'),
      created: secondsOf(this.simulation.clock),
      paymentId: payment.id,
      amount,
      status: fails ? 'pending' : 'succeeded',
      metadata,
    };
    this.simulation.memory.add('refunds', refund);
    this.changed(refund, 'refund.created');
    if (fails) this.failLater(refund);
    else this.changed(refund, 'refund.updated');
    return refund;
  }

  find(id: string): SimulatedRefund {
    return found(this.state.refunds, id, { name: 'refund', param: 'id' });
  }

  /** Newest first. */
  of(paymentId: string): readonly SimulatedRefund[] {
    return this.state.refunds.filter((each) => each.paymentId === paymentId).reverse();
  }

  /** A refund fails once, pending or not. */
  fail(refund: SimulatedRefund): boolean {
    if (refund.status === 'failed') return false;
    this.simulation.memory.change('refunds', refund, { status: 'failed' });
    this.changed(refund, 'refund.failed');
    return true;
  }

  /** The cardholder disputes a captured payment; false when it is not captured. */
  dispute(payment: SimulatedPayment, reason: string): boolean {
    if (payment.status !== 'succeeded') return false;
    const dispute: SimulatedDispute = {
      id: newId('dp'),
      created: secondsOf(this.simulation.clock),
      paymentId: payment.id,
      reason,
      status: 'needs_response',
    };
    this.simulation.memory.add('disputes', dispute);
    this.events.emit('charge.dispute.created', disputeResource(dispute, payment.amount));
    return true;
  }

  /** Newest first, after the named one; of one payment if it is named. */
  disputesFrom(createdSeconds: number, after: string | null, ofPayment?: string): readonly object[] {
    const newest = this.state.disputes
      .filter(({ created, paymentId }) => created >= createdSeconds && (ofPayment ?? paymentId) === paymentId)
      .reverse();
    const place = after === null ? -1 : newest.findIndex(({ id }) => id === after);
    if (after !== null && place < 0)
      refuse(400, { code: 'resource_missing', param: 'starting_after', message: 'No such dispute.' });
    return newest.slice(place + 1).map((dispute) => {
      const payment = this.state.payments.find(({ id }) => id === dispute.paymentId);
      return disputeResource(dispute, payment?.amount ?? 0);
    });
  }

  /** The bank decides an open dispute of the payment; false when there is none. */
  closeDispute(payment: SimulatedPayment, status: 'won' | 'lost'): boolean {
    const dispute = this.state.disputes.find(
      (each) => each.paymentId === payment.id && each.status === 'needs_response',
    );
    if (!dispute) return false;
    this.simulation.memory.change('disputes', dispute, { status });
    this.events.emit('charge.dispute.closed', disputeResource(dispute, payment.amount));
    return true;
  }

  close(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }

  private get state() {
    return this.simulation.memory.state.stripe;
  }

  private failLater(refund: SimulatedRefund): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      if (this.fail(refund)) void this.simulation.memory.save().catch(() => undefined);
    }, FAILS_AFTER_MS);
    timer.unref();
    this.timers.add(timer);
  }

  private changed(refund: SimulatedRefund, type: string): void {
    const payment = this.state.payments.find(({ id }) => id === refund.paymentId);
    const isLate = payment !== undefined && this.payments.isLate(payment);
    this.events.emit(type, refundResource(refund), isLate);
  }
}

function refundedCents(refunds: readonly SimulatedRefund[]): number {
  return refunds.reduce((sum, { amount, status }) => (status === 'failed' ? sum : sum + amount), 0);
}
