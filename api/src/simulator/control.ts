import { z } from 'zod';
import { jsonOnly } from './json-only.js';
import { FAILURE_LIMIT, FAILURES, type PersonaApi } from './persona-api.js';
import { resourceOf, type PersonaEvent, type PersonaInquiries } from './persona-inquiries.js';
import { COPY_LIMIT, DELAY_LIMIT_MS, type WebhookSender } from './webhook-sender.js';
import { json, type SimulatorRoute } from './simulator-server.js';
import type { SimulatedInquiry, SimulatorMemory } from './simulator-state.js';

const outcomes = z.enum(['pass', 'fail', 'review', 'expire', 'close']);
const steps = z.enum(['start', 'complete', 'approve', 'decline']);
const actions = z.enum([...outcomes.options, ...steps.options, 'redact']);

const optionsSchema = z.object({
  /** `none` loses the webhooks, `reversed` sends the newest first. */
  webhook: z.enum(['sent', 'none', 'reversed']).default('sent'),
  copies: z.int().min(1).max(COPY_LIMIT).default(1),
  delayMs: z.int().min(0).max(DELAY_LIMIT_MS).default(0),
  /** Replaces the instant of the last event. */
  createdAt: z.iso.datetime().optional(),
});

const failureSchema = z.object({ count: z.int().min(0).max(FAILURE_LIMIT), failure: z.literal(FAILURES) });

/** Controls for tests: advance an inquiry with lost, repeated, late or reversed webhooks, or make the API fail. */
export function controlRoutes(parts: {
  readonly memory: SimulatorMemory;
  readonly inquiries: PersonaInquiries;
  readonly webhooks: WebhookSender;
  readonly api: PersonaApi;
}): readonly SimulatorRoute[] {
  return [
    {
      method: 'POST',
      path: /^\/control\/inquiries\/(inq_\w+)\/([a-z]+)$/,
      answer: jsonOnly(async (request, body) => {
        const inquiry = parts.inquiries.find(request.groups[0] ?? '');
        const action = actions.safeParse(request.groups[1]);
        if (!inquiry || !action.success) return json(404, { error: 'There is no such inquiry or action' });
        const options = optionsSchema.safeParse(body);
        if (!options.success) return json(400, { error: z.prettifyError(options.error) });
        const events = act(parts.inquiries, inquiry, {
          action: action.data,
          createdAt: options.data.createdAt,
        });
        if (events.length === 0) return json(409, { error: `Not possible while ${inquiry.status}` });
        const sent = options.data.webhook === 'reversed' ? [...events].reverse() : events;
        if (options.data.webhook !== 'none') parts.webhooks.send(sent, options.data);
        await parts.memory.save();
        return json(200, { inquiry: resourceOf(inquiry), events });
      }),
    },
    {
      method: 'POST',
      path: /^\/control\/api-failures$/,
      answer: jsonOnly((_, body) => {
        const order = failureSchema.safeParse(body);
        if (!order.success) return json(400, { error: z.prettifyError(order.error) });
        parts.api.failNext(order.data.count, order.data.failure);
        return json(200, order.data);
      }),
    },
    {
      method: 'GET',
      path: /^\/control\/inquiries$/,
      answer: () => json(200, { items: parts.inquiries.newest(100).map(resourceOf) }),
    },
    {
      method: 'GET',
      path: /^\/control\/deliveries$/,
      answer: () => {
        const waiting = parts.memory.state.deliveries.map(({ id, attemptsMade }) => ({ id, attemptsMade }));
        return json(200, { waiting });
      },
    },
  ];
}

function act(
  inquiries: PersonaInquiries,
  inquiry: SimulatedInquiry,
  { action, createdAt }: { action: z.infer<typeof actions>; createdAt: string | undefined },
): readonly PersonaEvent[] {
  if (action === 'redact') return [inquiries.redact(inquiry)];
  const outcome = outcomes.safeParse(action);
  if (outcome.success) return inquiries.finish(inquiry, outcome.data, createdAt);
  const step = steps.parse(action);
  return [inquiries.take(inquiry, step, createdAt) ?? []].flat();
}
