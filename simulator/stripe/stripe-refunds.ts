import type { Simulation } from '../simulation.js';
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
    const refunded = refundedCents(this.of(payment.id));
    const isDisputed = this.disputesOf(payment.id).some(({ status }) => status === 'needs_response');
    const left = this.undisputedCents(payment) - refunded;
    if (refunded < payment.amount && (isDisputed || left <= 0))
      refuse(400, { code: 'charge_disputed', message: 'The charge has been charged back.' });
    if (left <= 0)
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

  /** Captured, with something left that no bank has taken back, and no open dispute; refunded or not. */
  isDisputable(payment: SimulatedPayment): boolean {
    const isFree = !this.disputesOf(payment.id).some(isOpen);
    return payment.status === 'succeeded' && isFree && this.undisputedCents(payment) > 0;
  }

  /** The cardholder disputes a payment, or all that is left of it; false where that is not possible. */
  dispute(
    payment: SimulatedPayment,
    {
      reason,
      cents = this.undisputedCents(payment),
      isInquiry = false,
    }: { readonly reason: string; readonly cents?: number | undefined; readonly isInquiry?: boolean },
  ): boolean {
    if (!this.isDisputable(payment) || cents > this.undisputedCents(payment)) return false;
    const dispute: SimulatedDispute = {
      id: newId('dp'),
      created: secondsOf(this.simulation.clock),
      paymentId: payment.id,
      reason,
      amount: cents,
      status: isInquiry ? 'warning_needs_response' : 'needs_response',
    };
    this.simulation.memory.add('disputes', dispute);
    this.events.emit('charge.dispute.created', disputeResource(dispute, payment.amount));
    return true;
  }

  /** Oldest first. */
  disputesOf(paymentId: string): readonly SimulatedDispute[] {
    return this.state.disputes.filter((each) => each.paymentId === paymentId);
  }

  /** Newest first, after the named one. */
  disputesFrom(createdSeconds: number, after: string | null, paymentId?: string): readonly object[] {
    const newest = (paymentId === undefined ? this.state.disputes : this.disputesOf(paymentId))
      .filter(({ created }) => created >= createdSeconds)
      .reverse();
    const place = after === null ? -1 : newest.findIndex(({ id }) => id === after);
    if (after !== null && place < 0)
      refuse(400, { code: 'resource_missing', param: 'starting_after', message: 'No such dispute.' });
    return newest.slice(place + 1).map((dispute) => {
      const payment = this.state.payments.find(({ id }) => id === dispute.paymentId);
      return disputeResource(dispute, payment?.amount ?? 0);
    });
  }

  /** The bank decides an open dispute of the payment, or closes an inquiry. False when there is none to decide so. */
  closeDispute(payment: SimulatedPayment, decided: 'won' | 'lost'): boolean {
    const dispute = this.disputesOf(payment.id).find(isOpen);
    const isInquiry = dispute?.status === 'warning_needs_response';
    if (!dispute || (isInquiry && decided === 'lost')) return false;
    return this.changeDispute(payment, dispute, isInquiry ? 'warning_closed' : decided);
  }

  /** The bank makes an inquiry a dispute, and takes the money. False when there is none. */
  escalate(payment: SimulatedPayment): boolean {
    const inquiry = this.disputesOf(payment.id).find(({ status }) => status === 'warning_needs_response');
    return inquiry !== undefined && this.changeDispute(payment, inquiry, 'needs_response');
  }

  close(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }

  /** What is left of the charge after what banks have taken back. */
  private undisputedCents(payment: SimulatedPayment): number {
    const lost = this.disputesOf(payment.id).filter(({ status }) => status === 'lost');
    return lost.reduce((left, { amount }) => left - (amount ?? payment.amount), payment.amount);
  }

  private changeDispute(
    payment: SimulatedPayment,
    dispute: SimulatedDispute,
    status: SimulatedDispute['status'],
  ): true {
    this.simulation.memory.change('disputes', dispute, { status });
    const name = status === 'needs_response' ? 'updated' : 'closed';
    this.events.emit(`charge.dispute.${name}`, disputeResource(dispute, payment.amount));
    return true;
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

/** The bank has not decided. */
const isOpen = ({ status }: SimulatedDispute): boolean =>
  status === 'needs_response' || status === 'warning_needs_response';

function refundedCents(refunds: readonly SimulatedRefund[]): number {
  return refunds.reduce((sum, { amount, status }) => (status === 'failed' ? sum : sum + amount), 0);
}
