import { z } from 'zod';
import { failureOrder } from '../control/ordered-failures.js';
import { PERSONA_FAILURES, type PersonaApi } from './persona-api.js';
import { isOutcome, resourceOf } from './persona-inquiries.js';
import { postJson } from '../control/post-json.js';
import { get, json, type SimulatorRoute } from '../simulator-server.js';
import type { Simulation } from '../simulation.js';
import { sendingFields } from '../control/webhook-sender.js';

const optionsSchema = z.object({
  /** `none` loses the webhooks, `reversed` sends the newest first. */
  webhook: z.enum(['sent', 'none', 'reversed']).default('sent'),
  ...sendingFields,
  /** Replaces the instant of the last event. */
  createdAt: z.iso.datetime().optional(),
});

/** Controls for tests: advance an inquiry with lost, repeated, late or reversed webhooks, or make the API fail. */
export function personaControlRoutes(
  { memory }: Simulation,
  { inquiries, webhooks, failures }: PersonaApi,
): readonly SimulatorRoute[] {
  return [
    postJson(/^\/control\/inquiries\/(inq_\w+)\/([a-z]+)$/, optionsSchema, (options, { groups }) => {
      const [id = '', action = ''] = groups;
      const inquiry = inquiries.find(id);
      const isRedaction = action === 'redact';
      if (!inquiry || !(isRedaction || isOutcome(action)))
        return json(404, { error: 'There is no such inquiry or action' });
      const events = isRedaction
        ? [inquiries.redact(inquiry)]
        : inquiries.finish(inquiry, action, options.createdAt);
      if (events.length === 0) return json(409, { error: `Not possible while ${inquiry.status}` });
      const sent = options.webhook === 'reversed' ? events.toReversed() : events;
      if (options.webhook !== 'none') webhooks.send(sent, options);
      return json(200, { inquiry: resourceOf(inquiry), events });
    }),
    postJson(/^\/control\/api-failures$/, failureOrder(PERSONA_FAILURES), (order) => {
      failures.failNext(order);
      return json(200, order);
    }),
    get(/^\/control\/inquiries$/, () => json(200, { items: inquiries.newest(100).map(resourceOf) })),
    get(/^\/control\/deliveries$/, () => {
      const waiting = memory.state.deliveries.map(({ id, attemptsMade }) => ({ id, attemptsMade }));
      return json(200, { waiting });
    }),
  ];
}
