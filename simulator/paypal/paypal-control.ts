import { z } from 'zod';
import { failureOrder } from '../control/ordered-failures.js';
import { PAYPAL_FAILURES, type PayPalApi } from './paypal-api.js';
import { PAYOUT_OUTCOMES } from './paypal-payouts.js';
import { postJson } from '../control/post-json.js';
import { get, json, type SimulatorRoute } from '../simulator-server.js';
import type { Simulation } from '../simulation.js';
import { sendingFields } from '../control/webhook-sender.js';

const settlementSchema = z.object({
  /** Our id of the payout. */
  settle: z.string().min(1).max(256),
  outcome: z.enum(PAYOUT_OUTCOMES),
  /** Pays another amount than it was asked to. */
  value: z
    .string()
    .regex(/^\d{1,7}\.\d{2}$/)
    .optional(),
  /** `none` loses the webhooks. */
  webhook: z.enum(['sent', 'none']).default('sent'),
  ...sendingFields,
});

const deskSchema = z.object({ auto: z.boolean() });

/** Controls for tests: switch the automatic desk, move a payout with lost, repeated or late webhooks, make the API fail, list payouts. */
export function paypalControlRoutes(
  { memory }: Simulation,
  { payouts, failures }: PayPalApi,
): readonly SimulatorRoute[] {
  return [
    postJson(/^\/control\/payouts$/, settlementSchema, ({ settle, outcome, webhook, value, ...sending }) => {
      const payout = payouts.bySenderBatch(settle);
      if (!payout) return json(404, { error: 'There is no such payout' });
      const options = { ...(webhook === 'none' ? { copies: 0 } : sending), value };
      if (!payouts.settle(payout, outcome, options))
        return json(409, { error: `Not possible while ${payout.status}` });
      return json(200, { payout });
    }),
    postJson(/^\/control\/desk$/, deskSchema, ({ auto }) => {
      memory.setDesk({ auto });
      return json(200, { auto });
    }),
    get(/^\/control\/desk$/, () => json(200, memory.state.desk)),
    get(/^\/control\/payouts$/, () => json(200, { items: payouts.newest(100) })),
    // Without a kind, every call fails except the one for a token.
    postJson(/^\/control\/payout-failures$/, failureOrder(PAYPAL_FAILURES), (order) => {
      failures.failNext(order);
      return json(200, order);
    }),
  ];
}
