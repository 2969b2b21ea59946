import { z } from 'zod';
import { jsonOnly } from './json-only.js';
import { PAYPAL_CALLS, PAYPAL_FAILURES, type PayPalApi } from './paypal-api.js';
import { FAILURE_LIMIT } from './persona-api.js';
import { PAYOUT_OUTCOMES, type PayPalPayoutBook } from './paypal-payouts.js';
import { json, type SimulatorRoute } from './simulator-server.js';
import type { SimulatorMemory } from './simulator-state.js';
import { COPY_LIMIT } from './webhook-sender.js';

const DELAY_LIMIT_MS = 60_000;

const settlementSchema = z.object({
  /** Our id of the payout. */
  settle: z.string().min(1).max(256),
  outcome: z.enum(PAYOUT_OUTCOMES),
  /** `none` loses the webhooks. */
  webhook: z.enum(['sent', 'none']).default('sent'),
  copies: z.int().min(1).max(COPY_LIMIT).default(1),
  delayMs: z.int().min(0).max(DELAY_LIMIT_MS).default(0),
});

const failureSchema = z.object({
  count: z.int().min(0).max(FAILURE_LIMIT),
  failure: z.literal(PAYPAL_FAILURES),
  /** Only this kind of call; not given: every call but the one for a token. */
  call: z.enum(PAYPAL_CALLS).optional(),
});

const deskSchema = z.object({ auto: z.boolean() });

/** Controls for tests: turn the automatic desk on and off, move a payout with lost, repeated or late webhooks, make the API fail, list payouts. */
export function payoutControlRoutes(parts: {
  readonly memory: SimulatorMemory;
  readonly payouts: PayPalPayoutBook;
  readonly api: PayPalApi;
}): readonly SimulatorRoute[] {
  return [
    {
      method: 'POST',
      path: /^\/control\/payouts$/,
      answer: jsonOnly(async (_, body) => {
        const order = settlementSchema.safeParse(body);
        if (!order.success) return json(400, { error: z.prettifyError(order.error) });
        const { settle, outcome, webhook, copies, delayMs } = order.data;
        const payout = parts.payouts.bySenderBatch(settle);
        if (!payout) return json(404, { error: 'There is no such payout' });
        const isMoved = parts.payouts.settle(payout, outcome, {
          copies: webhook === 'none' ? 0 : copies,
          delayMs,
        });
        if (!isMoved) return json(409, { error: `Not possible while ${payout.status}` });
        await parts.memory.save();
        return json(200, { payout });
      }),
    },
    {
      method: 'POST',
      path: /^\/control\/desk$/,
      answer: jsonOnly(async (_, body) => {
        const order = deskSchema.safeParse(body);
        if (!order.success) return json(400, { error: z.prettifyError(order.error) });
        parts.memory.state.desk.auto = order.data.auto;
        await parts.memory.save();
        return json(200, order.data);
      }),
    },
    {
      method: 'GET',
      path: /^\/control\/desk$/,
      answer: () => json(200, parts.memory.state.desk),
    },
    {
      method: 'GET',
      path: /^\/control\/payouts$/,
      answer: () => json(200, { items: parts.payouts.newest(100) }),
    },
    {
      method: 'POST',
      path: /^\/control\/payout-failures$/,
      answer: jsonOnly((_, body) => {
        const order = failureSchema.safeParse(body);
        if (!order.success) return json(400, { error: z.prettifyError(order.error) });
        parts.api.failNext(order.data.count, order.data.failure, order.data.call ?? null);
        return json(200, order.data);
      }),
    },
  ];
}
