import { z } from 'zod';
import { parseJson } from '../../api/src/kernel/parse-json.js';
import { OrderedFailures } from '../control/ordered-failures.js';
import { resourceOf, type PersonaInquiries } from './persona-inquiries.js';
import {
  json,
  type SimulatorReply,
  type SimulatorRequest,
  type SimulatorRoute,
} from '../simulator-server.js';
import type { SimulatedInquiry } from '../control/simulator-state.js';
import type { Simulation } from '../simulation.js';
import type { WebhookSender } from '../control/webhook-sender.js';

/** How long a response is repeated for the same idempotency key. */
const REPLY_LIFE_MS = 24 * 60 * 60 * 1_000;
const IDEMPOTENCY_KEY_MAX_LENGTH = 255;
/** Errors that are never stored: the caller may retry with the same key. */
const PASSING = new Set([401, 429]);

const creationSchema = z.object({
  data: z.object({
    attributes: z.object({
      'inquiry-template-id': z.string().regex(/^itmplv?_[\w-]{1,80}$/),
      fields: z.record(z.string().max(80), z.string().max(400)).optional(),
    }),
  }),
  meta: z.object({ 'auto-create-account-reference-id': z.string().min(1).max(200) }).optional(),
});

/** Failures of the next API calls: an error status, no response, or a response lost after the work was done. */
export const PERSONA_FAILURES = [400, 429, 500, 503, 'hang', 'lost-answer'] as const;

/** Handles a call, given its request or the inquiry that its path names. */
type Work<Subject> = (subject: Subject) => SimulatorReply;
type MethodAndPath = readonly [SimulatorRoute['method'], string];

/** The part of the provider's API that the product calls. */
export class PersonaApi {
  readonly failures = new OrderedFailures<(typeof PERSONA_FAILURES)[number]>();

  constructor(
    private readonly simulation: Simulation,
    readonly inquiries: PersonaInquiries,
    readonly webhooks: WebhookSender,
  ) {}

  routes(): readonly SimulatorRoute[] {
    const one = '/(inq_\\w+)';
    return [
      this.route('create', ['POST', ''], (request) => this.create(request)),
      this.inquiryRoute('retrieve', ['GET', one], (inquiry) => this.show(inquiry)),
      this.inquiryRoute('redact', ['DELETE', one], (inquiry) => this.redact(inquiry)),
      this.inquiryRoute('resume', ['POST', `${one}/resume`], (inquiry) => this.resume(inquiry)),
    ];
  }

  private route(call: string, [method, path]: MethodAndPath, work: Work<SimulatorRequest>): SimulatorRoute {
    return {
      method,
      path: new RegExp(`^/api/v1/inquiries${path}$`),
      handle: (request) => this.handle(call, request, work),
    };
  }

  private inquiryRoute(call: string, at: MethodAndPath, work: Work<SimulatedInquiry>): SimulatorRoute {
    return this.route(call, at, ({ groups }) => {
      const inquiry = this.inquiries.find(groups[0] ?? '');
      return inquiry ? work(inquiry) : problem(404, 'Record not found');
    });
  }

  /** Checks the bearer key, the dated version, requested failures and repeated keys, then does the work. */
  private async handle(
    call: string,
    request: SimulatorRequest,
    work: Work<SimulatorRequest>,
  ): Promise<SimulatorReply> {
    await this.simulation.calls.begin('persona', `inquiries.${call}`);
    if (request.headers.authorization !== `Bearer ${this.simulation.secrets.simulatorApiKey}`)
      return problem(401, 'Unauthorized');
    if (!/^\d{4}-\d{2}-\d{2}$/.test(String(request.headers['persona-version'])))
      return problem(400, 'Bad version');
    const failure = this.failures.next(call);
    if (failure === 'hang') return new Promise(() => undefined);
    if (typeof failure === 'number') return problem(failure, 'Ordered by the test');
    const reply = this.once(request, work);
    return failure === 'lost-answer' ? { ...reply, cut: true } : reply;
  }

  /** Repeats the first response to an idempotency key, regardless of the body. */
  private once(request: SimulatorRequest, work: Work<SimulatorRequest>): SimulatorReply {
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || typeof key !== 'string') return work(request);
    if (key.length > IDEMPOTENCY_KEY_MAX_LENGTH) return problem(400, 'The idempotency key is too long');
    const { replies } = this.simulation.memory.state;
    const nowMs = this.simulation.clock.now();
    const kept = replies.find((reply) => reply.key === key && nowMs - reply.atMs <= REPLY_LIFE_MS);
    if (kept) return { ...json(kept.status, null), body: kept.body };
    const reply = work(request);
    const { status, body = '' } = reply;
    if (!PASSING.has(status)) this.simulation.memory.add('replies', { key, status, body, atMs: nowMs });
    return reply;
  }

  private create(request: SimulatorRequest): SimulatorReply {
    const creation = creationSchema.safeParse(parseJson(request.body));
    if (!creation.success) return problem(400, 'The body is not an inquiry');
    const { data, meta } = creation.data;
    const { inquiry, event } = this.inquiries.create({
      templateId: data.attributes['inquiry-template-id'],
      referenceId: meta?.['auto-create-account-reference-id'] ?? null,
      fields: data.attributes.fields ?? {},
    });
    this.webhooks.send([event]);
    return json(201, { data: resourceOf(inquiry), included: [], meta: {} });
  }

  private show(inquiry: SimulatedInquiry): SimulatorReply {
    if (this.inquiries.isOverdue(inquiry)) this.webhooks.send(this.inquiries.finish(inquiry, 'expire'));
    return json(200, { data: resourceOf(inquiry), included: [] });
  }

  private resume(inquiry: SimulatedInquiry): SimulatorReply {
    const token = this.inquiries.resume(inquiry);
    if (token === null) return problem(409, 'Only pending and expired inquiries can be resumed');
    return json(200, { data: resourceOf(inquiry), included: [], meta: { 'session-token': token } });
  }

  private redact(inquiry: SimulatedInquiry): SimulatorReply {
    this.webhooks.send([this.inquiries.redact(inquiry)]);
    return json(200, { data: resourceOf(inquiry), included: [] });
  }
}

/** A JSON:API error. */
function problem(status: number, title: string): SimulatorReply {
  return json(status, { errors: [{ title, status: String(status) }] });
}
