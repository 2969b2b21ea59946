import { z } from 'zod';
import { jsonOnly } from './json-only.js';
import type { ProviderCalls } from './provider-calls.js';
import { json, type SimulatorRoute } from './simulator-server.js';
import type { SimulatorMemory } from './simulator-state.js';
import { type StripeEvents, WEBHOOK_MODES } from './stripe-events.js';
import { FAULT_LIMIT, FAULTS, type StripeFaults } from './stripe-faults.js';
import type { StripePayments } from './stripe-payments.js';
import type { StripeRefunds } from './stripe-refunds.js';
import { refundResource } from './stripe-resources.js';
import type { SimulatedPayment } from './stripe-state.js';
import { COPY_LIMIT, DELAY_LIMIT_MS } from './webhook-sender.js';

const orderSchema = z.strictObject({
  failNext: z
    .strictObject({
      count: z.int().min(0).max(FAULT_LIMIT),
      failure: z.enum(FAULTS),
      call: z.string().max(80).optional(),
    })
    .optional(),
  /** What becomes of later events; `held` ones are released by `sent`, or newest first by `reversed`. */
  webhook: z.enum(WEBHOOK_MODES).optional(),
  copies: z.int().min(1).max(COPY_LIMIT).default(1),
  delayMs: z.int().min(0).max(DELAY_LIMIT_MS).default(0),
});

const actionSchema = z.strictObject({
  reason: z
    .string()
    .regex(/^\w{1,40}$/)
    .default('fraudulent'),
});
const ACTIONS = ['approve', 'refuse', 'dispute', 'win', 'lose', 'fail-refund'] as const;

/**
 * Controls for tests: failures of the card processor's API, lost, repeated, late or reversed webhooks, the answer of the
 * bank's challenge, disputes, a refund that fails, and how often each provider was called.
 */
export function paymentControlRoutes(parts: {
  readonly memory: SimulatorMemory;
  readonly payments: StripePayments;
  readonly refunds: StripeRefunds;
  readonly events: StripeEvents;
  readonly faults: StripeFaults;
  readonly calls: ProviderCalls;
}): readonly SimulatorRoute[] {
  const { payments } = parts;
  return [
    {
      method: 'POST',
      path: /^\/control\/payments$/,
      answer: jsonOnly(async (_, body) => {
        const order = orderSchema.safeParse(body);
        if (!order.success) return json(400, { error: z.prettifyError(order.error) });
        const { failNext, webhook, copies, delayMs } = order.data;
        if (failNext) parts.faults.failNext(failNext);
        if (webhook) parts.events.order(webhook, { copies, delayMs });
        await parts.memory.save();
        return json(200, order.data);
      }),
    },
    {
      method: 'POST',
      path: /^\/control\/payments\/(pi_\w+)\/([a-z-]+)$/,
      answer: jsonOnly(async ({ groups: [id = '', name] }, body) => {
        const payment = payments.newest(Infinity).find((each) => each.id === id);
        const action = z.enum(ACTIONS).safeParse(name);
        if (!payment || !action.success) return json(404, { error: 'There is no such payment or action' });
        const order = actionSchema.safeParse(body);
        if (!order.success) return json(400, { error: z.prettifyError(order.error) });
        if (!act(parts, payment, { action: action.data, reason: order.data.reason }))
          return json(409, { error: `Not possible while ${payment.status}` });
        await parts.memory.save();
        return json(200, payments.resource(payment));
      }),
    },
    {
      method: 'GET',
      path: /^\/control\/payments$/,
      answer: () => {
        const items = payments.newest(100).map((payment) => ({
          payment: payments.resource(payment),
          refunds: parts.refunds.of(payment.id).map(refundResource),
        }));
        return json(200, { items });
      },
    },
    { method: 'GET', path: /^\/control\/calls$/, answer: () => json(200, parts.calls.all) },
  ];
}

/** False when the payment's state does not allow it. */
function act(
  { payments, refunds }: { readonly payments: StripePayments; readonly refunds: StripeRefunds },
  payment: SimulatedPayment,
  { action, reason }: { readonly action: (typeof ACTIONS)[number]; readonly reason: string },
): boolean {
  const [refund] = refunds.of(payment.id);
  const acts: Readonly<Record<typeof action, () => boolean>> = {
    approve: () => payments.answerChallenge(payment, true),
    refuse: () => payments.answerChallenge(payment, false),
    dispute: () => refunds.dispute(payment, reason) !== null,
    win: () => refunds.closeDispute(payment, 'won') !== null,
    lose: () => refunds.closeDispute(payment, 'lost') !== null,
    'fail-refund': () => refund !== undefined && refunds.fail(refund),
  };
  return acts[action]();
}
