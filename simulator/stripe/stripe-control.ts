import { z } from 'zod';
import { failureOrder, type OrderedFailures } from '../control/ordered-failures.js';
import { postJson } from '../control/post-json.js';
import { get, json, type SimulatorRoute } from '../simulator-server.js';
import type { Simulation } from '../simulation.js';
import { type StripeFailure, STRIPE_FAILURES } from './stripe-api.js';
import { type StripeEvents, WEBHOOK_MODES } from './stripe-events.js';
import type { StripePayments } from './stripe-payments.js';
import type { StripeRefunds } from './stripe-refunds.js';
import { refundResource } from './stripe-resources.js';
import type { SimulatedPayment } from './stripe-state.js';
import { sendingFields } from '../control/webhook-sender.js';

const orderSchema = z.strictObject({
  failNext: failureOrder(STRIPE_FAILURES).optional(),
  /** How later events are sent; `held` ones are released by `sent`, or newest first by `reversed`. */
  webhook: z.enum(WEBHOOK_MODES).optional(),
  ...sendingFields,
});

const actionSchema = z.strictObject({
  reason: z
    .string()
    .regex(/^\w{1,40}$/)
    .default('fraudulent'),
  /** Of a dispute, in cents; missing: all that is left of the charge. */
  amount: z.number().int().min(1).optional(),
  /** Of a dispute: the bank only asks. */
  inquiry: z.boolean().default(false),
});

/**
 * Controls for tests: failures of the card processor's API, lost, repeated, late or reversed webhooks, the outcome of the
 * bank's challenge, disputes, a refund that fails, and how often each provider was called.
 */
export function stripeControlRoutes(
  { calls }: Simulation,
  parts: {
    readonly payments: StripePayments;
    readonly refunds: StripeRefunds;
    readonly events: StripeEvents;
    readonly failures: OrderedFailures<StripeFailure>;
  },
): readonly SimulatorRoute[] {
  const { payments, refunds, events, failures } = parts;
  return [
    postJson(/^\/control\/payments$/, orderSchema, (order) => {
      const { failNext, webhook, copies, delayMs } = order;
      if (failNext) failures.failNext(failNext);
      if (webhook) events.order(webhook, { copies, delayMs });
      return json(200, order);
    }),
    postJson(/^\/control\/payments\/(pi_\w+)\/([a-z-]+)$/, actionSchema, (ordered, { groups }) => {
      const [id, action = ''] = groups;
      const payment = payments.newest(Infinity).find((each) => each.id === id);
      const act = payment && actionsOn(payment, parts, ordered).get(action);
      if (!act) return json(404, { error: 'There is no such payment or action' });
      if (!act()) return json(409, { error: `Not possible while ${payment.status}` });
      return json(200, payments.resource(payment));
    }),
    get(/^\/control\/payments$/, () => {
      const items = payments.newest(100).map((payment) => ({
        payment: payments.resource(payment),
        refunds: refunds.of(payment.id).map(refundResource),
      }));
      return json(200, { items });
    }),
    get(/^\/control\/calls$/, () => json(200, calls.all)),
  ];
}

/** Each returns false when the payment's state does not allow it. */
function actionsOn(
  payment: SimulatedPayment,
  { payments, refunds }: { readonly payments: StripePayments; readonly refunds: StripeRefunds },
  { reason, amount, inquiry }: z.infer<typeof actionSchema>,
): ReadonlyMap<string, () => boolean> {
  const [refund] = refunds.of(payment.id);
  return new Map([
    ['approve', () => payments.answerChallenge(payment, true)],
    ['refuse', () => payments.answerChallenge(payment, false)],
    ['dispute', () => refunds.dispute(payment, { reason, cents: amount, isInquiry: inquiry })],
    ['escalate', () => refunds.escalate(payment)],
    ['win', () => refunds.closeDispute(payment, 'won')],
    ['lose', () => refunds.closeDispute(payment, 'lost')],
    ['fail-refund', () => refund !== undefined && refunds.fail(refund)],
  ]);
}
