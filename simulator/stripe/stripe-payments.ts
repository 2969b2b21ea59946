import { randomBytes } from 'node:crypto';
import type { Simulation } from '../simulation.js';
import type { StripeCardRecords } from './stripe-cards.js';
import type { StripeEvents } from './stripe-events.js';
import { found, StripeRefusal } from './stripe-refusal.js';
import { cardError, CHALLENGE_FAILED, newId, paymentResource, secondsOf } from './stripe-resources.js';
import type { SimulatedMethod, SimulatedPayment } from './stripe-state.js';
import { DECLINE_CODES } from './test-cards.js';

/** A payment to confirm immediately and capture later. */
type NewPayment = Pick<
  SimulatedPayment,
  'amount' | 'methodId' | 'customerId' | 'savesCard' | 'returnUrl' | 'metadata'
>;

/** The simulated processor's payments, and the events of each change. */
export class StripePayments {
  constructor(
    private readonly simulation: Simulation,
    private readonly cards: StripeCardRecords,
    private readonly events: StripeEvents,
  ) {}

  /** Authorizes, or waits for the challenge. @throws StripeRefusal when the card is declined */
  create(request: NewPayment): SimulatedPayment {
    if (request.customerId !== null) this.cards.customer(request.customerId);
    const method = this.cards.usable(request.methodId, request.customerId);
    const isChallenged = method.outcome === 'challenge' || method.outcome === 'challenge_then_declined';
    const payment: SimulatedPayment = {
      id: newId('pi'),
      created: secondsOf(this.simulation.clock),
      status: 'requires_action',
      challengeSecret: isChallenged ? randomBytes(18).toString('base64url') : null,
      declineCode: null,
      canceledAt: null,
      ...request,
    };
    this.simulation.memory.add('payments', payment);
    if (isChallenged) this.changed(payment, 'payment_intent.requires_action');
    else this.decide(payment, DECLINE_CODES[method.outcome] ?? null);
    if (payment.declineCode === null) return payment;
    const error = { ...cardError(payment.declineCode), payment_intent: this.resource(payment) };
    throw new StripeRefusal(402, error);
  }

  find(id: string): SimulatedPayment {
    return found(this.state.payments, id, { name: 'payment_intent', param: 'intent' });
  }

  /** Newest first. */
  having(name: string, value: string): readonly SimulatedPayment[] {
    return this.state.payments.filter(({ metadata }) => metadata[name] === value).reverse();
  }

  /** Created at this second or later, newest first. */
  since(seconds: number): readonly SimulatedPayment[] {
    return this.state.payments.filter(({ created }) => created >= seconds).reverse();
  }

  newest(limit: number): readonly SimulatedPayment[] {
    return this.state.payments.slice(-limit).reverse();
  }

  resource(payment: SimulatedPayment): object {
    const path = `/card-challenge?payment_intent=${payment.id}&secret=${payment.challengeSecret ?? ''}`;
    return paymentResource(payment, this.simulation.httpUrl + path);
  }

  /** Records the outcome of the bank's page. False when the payment no longer waits for it. */
  answerChallenge(payment: SimulatedPayment, isApproved: boolean): boolean {
    if (payment.status !== 'requires_action') return false;
    const isDeclined = this.methodOf(payment)?.outcome === 'challenge_then_declined';
    if (isApproved) this.decide(payment, isDeclined ? 'generic_decline' : null);
    else this.decide(payment, CHALLENGE_FAILED);
    return true;
  }

  capture(payment: SimulatedPayment): void {
    if (payment.status !== 'requires_capture') this.refuseState(payment, 'captured');
    this.simulation.memory.change('payments', payment, { status: 'succeeded' });
    this.changed(payment, 'payment_intent.succeeded');
  }

  cancel(payment: SimulatedPayment): void {
    if (payment.status === 'succeeded' || payment.status === 'canceled')
      this.refuseState(payment, 'canceled');
    const canceledAt = secondsOf(this.simulation.clock);
    this.simulation.memory.change('payments', payment, { status: 'canceled', canceledAt });
    this.changed(payment, 'payment_intent.canceled');
  }

  /** Whether the payment's card sends its webhooks late. */
  isLate(payment: SimulatedPayment): boolean {
    return this.methodOf(payment)?.lateWebhooks ?? false;
  }

  methodOf({ methodId }: SimulatedPayment): SimulatedMethod | undefined {
    return this.state.methods.find(({ id }) => id === methodId);
  }

  /** Authorizes when `declineCode` is null. */
  private decide(payment: SimulatedPayment, declineCode: string | null): void {
    const { memory } = this.simulation;
    const status = declineCode === null ? 'requires_capture' : 'requires_payment_method';
    memory.change('payments', payment, { declineCode, status });
    const method = this.methodOf(payment);
    if (method && declineCode === null) {
      const customerId = payment.savesCard ? payment.customerId : method.customerId;
      memory.change('methods', method, { customerId, isSpent: method.isSpent || customerId === null });
    }
    const name = declineCode === null ? 'amount_capturable_updated' : 'payment_failed';
    this.changed(payment, `payment_intent.${name}`);
  }

  private changed(payment: SimulatedPayment, type: string): void {
    this.events.emit(type, this.resource(payment), this.isLate(payment));
  }

  private refuseState(payment: SimulatedPayment, what: string): never {
    const message = `This PaymentIntent could not be ${what} because it has a status of ${payment.status}.`;
    const error = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message };
    throw new StripeRefusal(400, { ...error, payment_intent: this.resource(payment) });
  }

  private get state() {
    return this.simulation.memory.state.stripe;
  }
}
