import type { Clock } from '../config/clock.js';
import { challengeRoutes } from './card-challenge.js';
import { AppOrigins, cardFrame } from './card-frame.js';
import { cardFrameScript } from './card-frame-script.js';
import { cardFrameStyle } from './card-frame-style.js';
import { cardTokenRoute } from './card-tokens.js';
import { paymentControlRoutes } from './control-payments.js';
import type { ProviderCalls } from './provider-calls.js';
import { asset, type SimulatorRoute } from './simulator-server.js';
import type { SimulatorMemory } from './simulator-state.js';
import { StripeApi } from './stripe-api.js';
import { StripeCardRecords } from './stripe-cards.js';
import { StripeEvents } from './stripe-events.js';
import { StripeFaults } from './stripe-faults.js';
import { StripeIdempotency } from './stripe-idempotency.js';
import { StripePayments } from './stripe-payments.js';
import { StripeRefunds } from './stripe-refunds.js';
import { stripeWebhooks, WebhookSender } from './webhook-sender.js';

/** The card processor: its API, card frame, challenge page and webhooks. */
export interface SimulatedCards {
  readonly routes: readonly SimulatorRoute[];
  readonly webhooks: WebhookSender;
  /** An address of the app, whose pages may show the card frame. */
  allowOrigin(address: string): void;
  /** Tells where the challenge page is, once the simulator listens. */
  listenAt(origin: string): void;
  close(): Promise<void>;
}

/** Puts the card processor's parts together. */
export function simulateCards(parts: {
  readonly memory: SimulatorMemory;
  readonly clock: Clock;
  readonly calls: ProviderCalls;
  readonly apiKey: string;
  readonly webhookSecret: string;
}): SimulatedCards {
  const { memory, clock } = parts;
  const webhooks = new WebhookSender(memory, clock, stripeWebhooks(parts.webhookSecret));
  const events = new StripeEvents(webhooks, clock);
  const cards = new StripeCardRecords(memory, clock);
  const payments = new StripePayments({ memory, cards, events, clock });
  const refunds = new StripeRefunds({ memory, payments, events, clock });
  const idempotency = new StripeIdempotency(memory, clock);
  const faults = new StripeFaults();
  const origins = new AppOrigins();
  const api = new StripeApi({ ...parts, cards, payments, refunds, idempotency, faults });
  return {
    routes: [
      ...api.routes(),
      cardTokenRoute(memory, cards),
      { method: 'GET', path: /^\/card-frame$/, answer: (request) => cardFrame(request, origins, clock) },
      asset(/^\/card-frame\.css$/, 'text/css', cardFrameStyle),
      asset(/^\/card-frame\.js$/, 'text/javascript', cardFrameScript),
      ...challengeRoutes(memory, payments),
      ...paymentControlRoutes({ ...parts, payments, refunds, events, faults }),
    ],
    webhooks,
    allowOrigin: (address) => origins.allow(address),
    listenAt: (origin) => payments.listenAt(origin),
    close: async () => {
      refunds.close();
      await webhooks.close();
    },
  };
}
