import { randomBytes } from 'node:crypto';
import type { Clock } from '../config/clock.js';
import { keepNewest, type SimulatorMemory } from './simulator-state.js';
import type { StripeCardRecords } from './stripe-cards.js';
import type { StripeEvents } from './stripe-events.js';
import { refuse, StripeRefusal } from './stripe-refusal.js';
import { cardError, CHALLENGE_FAILED, newId, paymentResource } from './stripe-resources.js';
import { PAYMENT_LIMIT, type SimulatedMethod, type SimulatedPayment } from './stripe-state.js';
import { DECLINE_CODES } from './test-cards.js';

/** A payment to confirm at once, captured later. */
export interface NewPayment {
  readonly amount: number;
  readonly methodId: string;
  readonly customerId: string | null;
  readonly savesCard: boolean;
  readonly returnUrl: string;
  readonly metadata: Record<string, string>;
}

/** The simulated processor's payments, and the events of each change. The caller saves the state. */
export class StripePayments {
  /** Origin of the challenge page, known once the simulator listens. */
  private origin = '';

  constructor(
    private readonly parts: {
      readonly memory: SimulatorMemory;
      readonly cards: StripeCardRecords;
      readonly events: StripeEvents;
      readonly clock: Clock;
    },
  ) {}

  listenAt(origin: string): void {
    this.origin = origin;
  }

  /** Authorizes, or waits for the challenge. @throws StripeRefusal when the card is declined */
  create(request: NewPayment): SimulatedPayment {
    const { cards, memory } = this.parts;
    if (request.customerId !== null) cards.customer(request.customerId);
    const method = cards.usable(request.methodId, request.customerId);
    const isChallenged = method.outcome === 'challenge' || method.outcome === 'challenge_then_declined';
    const payment: SimulatedPayment = {
      id: newId('pi'),
      created: this.seconds(),
      status: 'requires_action',
      challengeSecret: isChallenged ? randomBytes(18).toString('base64url') : null,
      declineCode: null,
      canceledAt: null,
      ...request,
    };
    memory.state.stripe.payments.push(payment);
    keepNewest(memory.state.stripe.payments, PAYMENT_LIMIT);
    if (isChallenged) this.changed(payment, 'payment_intent.requires_action');
    else this.decide(payment, DECLINE_CODES[method.outcome] ?? null);
    if (payment.declineCode === null) return payment;
    const error = { ...cardError(payment.declineCode), payment_intent: this.resource(payment) };
    throw new StripeRefusal(402, error);
  }

  find(id: string): SimulatedPayment {
    const payment = this.parts.memory.state.stripe.payments.find((each) => each.id === id);
    return (
      payment ??
      refuse(404, { code: 'resource_missing', param: 'intent', message: `No such payment_intent: '${id}'` })
    );
  }

  /** Newest first. */
  having(name: string, value: string): readonly SimulatedPayment[] {
    const { payments } = this.parts.memory.state.stripe;
    return payments.filter(({ metadata }) => metadata[name] === value).reverse();
  }

  newest(limit: number): readonly SimulatedPayment[] {
    return this.parts.memory.state.stripe.payments.slice(-limit).reverse();
  }

  resource(payment: SimulatedPayment): object {
    const path = `/card-challenge?payment_intent=${payment.id}&secret=${payment.challengeSecret ?? ''}`;
    return paymentResource(payment, this.origin + path);
  }

  /** What the bank's page answers. False when the payment no longer waits for it. */
  answerChallenge(payment: SimulatedPayment, isApproved: boolean): boolean {
    if (payment.status !== 'requires_action') return false;
    const isDeclined = this.methodOf(payment)?.outcome === 'challenge_then_declined';
    if (isApproved) this.decide(payment, isDeclined ? 'generic_decline' : null);
    else this.decide(payment, CHALLENGE_FAILED);
    return true;
  }

  capture(payment: SimulatedPayment): void {
    if (payment.status !== 'requires_capture') this.refuseState(payment, 'captured');
    payment.status = 'succeeded';
    this.changed(payment, 'payment_intent.succeeded');
  }

  cancel(payment: SimulatedPayment): void {
    if (payment.status === 'succeeded' || payment.status === 'canceled')
      this.refuseState(payment, 'canceled');
    payment.status = 'canceled';
    payment.canceledAt = this.seconds();
    this.changed(payment, 'payment_intent.canceled');
  }

  /** Whether the payment's card sends its webhooks late. */
  isLate(payment: SimulatedPayment): boolean {
    return this.methodOf(payment)?.lateWebhooks ?? false;
  }

  methodOf({ methodId }: SimulatedPayment): SimulatedMethod | undefined {
    return this.parts.memory.state.stripe.methods.find(({ id }) => id === methodId);
  }

  /** Authorizes when `declineCode` is null. */
  private decide(payment: SimulatedPayment, declineCode: string | null): void {
    payment.declineCode = declineCode;
    payment.status = declineCode === null ? 'requires_capture' : 'requires_payment_method';
    const method = this.methodOf(payment);
    if (method && declineCode === null) {
      if (payment.savesCard) method.customerId = payment.customerId;
      if (method.customerId === null) method.isSpent = true;
    }
    const name = declineCode === null ? 'amount_capturable_updated' : 'payment_failed';
    this.changed(payment, `payment_intent.${name}`);
  }

  private changed(payment: SimulatedPayment, type: string): void {
    this.parts.events.emit(type, this.resource(payment), this.isLate(payment));
  }

  private refuseState(payment: SimulatedPayment, what: string): never {
    const message = `This PaymentIntent could not be ${what} because it has a status of ${payment.status}.`;
    const error = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message };
    throw new StripeRefusal(400, { ...error, payment_intent: this.resource(payment) });
  }

  private seconds(): number {
    return Math.floor(this.parts.clock.now() / 1_000);
  }
}
