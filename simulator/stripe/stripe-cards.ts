import { createHmac } from 'node:crypto';
import { DECLINE_CODES, LATE_WEBHOOKS_CVC, testCardOf } from './test-cards.js';
import { found, refuse } from './stripe-refusal.js';
import { newId, secondsOf } from './stripe-resources.js';
import type { Simulation } from '../simulation.js';
import { type SimulatedCustomer, type SimulatedMethod } from './stripe-state.js';

/** The frame's input. */
export interface CardDetails {
  readonly number: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly cvc: string;
}

/** The field that the frame reports as invalid. */
export type CardDetailsFlaw = 'number' | 'expiry';

/** Outcomes that also refuse a card that is only to be saved. */
const REFUSED_WHEN_SAVED: ReadonlySet<string> = new Set([
  'card_declined',
  'expired_card',
  'incorrect_cvc',
  'lost_card',
  'stolen_card',
  'processing_error',
]);

/** The simulated processor's cards and the customers that they are saved for. */
export class StripeCardRecords {
  constructor(private readonly simulation: Simulation) {}

  /** Stores a test card, or returns the invalid field. */
  take(details: CardDetails): SimulatedMethod | CardDetailsFlaw {
    const card = testCardOf(details.number);
    if (!card) return 'number';
    const { clock, secrets } = this.simulation;
    if (Date.UTC(details.expYear, details.expMonth) <= clock.now()) return 'expiry';
    const isLate = details.cvc === LATE_WEBHOOKS_CVC;
    const method: SimulatedMethod = {
      id: newId('pm'),
      created: secondsOf(clock),
      brand: card.brand,
      last4: card.number.slice(-4),
      expMonth: details.expMonth,
      expYear: details.expYear,
      funding: card.funding,
      fingerprint: createHmac('sha256', secrets.simulatorApiKey)
        .update(card.number)
        .digest('hex')
        .slice(0, 16),
      outcome: isLate ? 'approved' : card.outcome,
      lateWebhooks: isLate,
      customerId: null,
      isSpent: false,
    };
    this.simulation.memory.add('methods', method);
    return method;
  }

  method(id: string): SimulatedMethod {
    return found(this.state.methods, id, { name: 'PaymentMethod', param: 'payment_method' });
  }

  customer(id: string): SimulatedCustomer {
    return found(this.state.customers, id, { name: 'customer', param: 'customer' });
  }

  createCustomer(metadata: Record<string, string>): SimulatedCustomer {
    const customer = { id: newId('cus'), created: secondsOf(this.simulation.clock), metadata };
    this.simulation.memory.add('customers', customer);
    return customer;
  }

  /** The card for a payment of `customerId`: either unused and without a customer, or this customer's. */
  usable(id: string, customerId: string | null): SimulatedMethod {
    const method = this.method(id);
    if (method.isSpent || (method.customerId !== null && method.customerId !== customerId)) {
      const message = 'The payment method was used before, or belongs to another customer.';
      refuse(400, { param: 'payment_method', message });
    }
    return method;
  }

  attach(id: string, customerId: string): SimulatedMethod {
    const method = this.usable(id, this.customer(customerId).id);
    if (REFUSED_WHEN_SAVED.has(method.outcome))
      refuse(402, DECLINE_CODES[method.outcome] ?? 'generic_decline');
    this.simulation.memory.change('methods', method, { customerId });
    return method;
  }

  detach(id: string): SimulatedMethod {
    const method = this.method(id);
    if (method.customerId === null)
      refuse(400, { param: 'payment_method', message: 'The payment method is not attached to a customer.' });
    this.simulation.memory.change('methods', method, { customerId: null, isSpent: true });
    return method;
  }

  private get state() {
    return this.simulation.memory.state.stripe;
  }
}
