import { challengeRoutes } from './card-challenge.js';
import { cardFrame } from '../card-frame/card-frame.js';
import { cardFrameScript } from '../card-frame/card-frame-script.js';
import { cardFrameStyle } from '../card-frame/card-frame-style.js';
import { cardTokenRoute } from './card-tokens.js';
import { OrderedFailures } from '../control/ordered-failures.js';
import { asset, get } from '../simulator-server.js';
import type { SimulatedProvider, Simulation } from '../simulation.js';
import { type StripeFailure, StripeApi } from './stripe-api.js';
import { StripeCardRecords } from './stripe-cards.js';
import { stripeBooks } from './stripe-books.js';
import { stripeControlRoutes } from './stripe-control.js';
import { StripeEvents } from './stripe-events.js';
import { StripePayments } from './stripe-payments.js';
import { StripeRefunds } from './stripe-refunds.js';
import { stripeWebhooks, WebhookSender } from '../control/webhook-sender.js';

/** The card processor: its API, card frame, challenge page and webhooks, with the controls for tests. */
export function simulatedStripe(simulation: Simulation): SimulatedProvider {
  const { clock, secrets } = simulation;
  const webhooks = new WebhookSender(simulation, stripeWebhooks(secrets.simulatorWebhookSecret));
  const events = new StripeEvents(webhooks, clock);
  const cards = new StripeCardRecords(simulation);
  const payments = new StripePayments(simulation, cards, events);
  const refunds = new StripeRefunds(simulation, payments, events);
  const failures = new OrderedFailures<StripeFailure>();
  const routes = [
    ...new StripeApi(simulation, { cards, payments, refunds }, failures).routes(),
    cardTokenRoute(cards),
    get(/^\/card-frame$/, (request) => cardFrame(request, simulation)),
    asset(/^\/card-frame\.css$/, 'text/css', cardFrameStyle),
    asset(/^\/card-frame\.js$/, 'text/javascript', cardFrameScript),
    ...challengeRoutes(payments),
    ...stripeControlRoutes(simulation, { payments, refunds, events, failures }),
  ];
  const books = stripeBooks(simulation, { payments, refunds });
  return { routes, webhooks, books, close: () => refunds.close() };
}
