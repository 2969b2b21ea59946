import { z } from 'zod';
import { isEqual } from '../config/blind-index.js';
import type { Clock } from '../config/clock.js';
import { readJson } from './json-only.js';
import { resourceOf, type PersonaInquiries } from './persona-inquiries.js';
import type { ProviderCalls } from './provider-calls.js';
import type { WebhookSender } from './webhook-sender.js';
import { json, type SimulatorReply, type SimulatorRequest, type SimulatorRoute } from './simulator-server.js';
import { keepNewest, REPLY_LIMIT, type SimulatorMemory } from './simulator-state.js';

/** How long a response is repeated for the same idempotency key. */
const REPLY_LIFE_MS = 24 * 60 * 60 * 1_000;
const IDEMPOTENCY_KEY_MAX_LENGTH = 255;
/** Errors that are never stored: the caller may retry with the same key. */
const PASSING = new Set([401, 429]);
/** Most failures a test can request. */
export const FAILURE_LIMIT = 1_000;

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
export const FAILURES = [400, 429, 500, 503, 'hang', 'lost-answer'] as const;
export type ApiFailure = (typeof FAILURES)[number];

/** The part of the provider's API that the product calls. */
export class PersonaApi {
  private ordered: { readonly failure: ApiFailure; left: number } | null = null;

  constructor(
    private readonly parts: {
      readonly memory: SimulatorMemory;
      readonly inquiries: PersonaInquiries;
      readonly webhooks: WebhookSender;
      readonly clock: Clock;
      readonly calls: ProviderCalls;
      readonly apiKey: string;
    },
  ) {}

  /** Makes the next `count` calls fail; 0 stops it. */
  failNext(count: number, failure: ApiFailure): void {
    this.ordered = count > 0 ? { failure, left: count } : null;
  }

  routes(): readonly SimulatorRoute[] {
    const guarded =
      (call: string, answer: (request: SimulatorRequest) => SimulatorReply) =>
      (request: SimulatorRequest) => {
        this.parts.calls.count(`persona.inquiries.${call}`);
        return this.guarded(request, answer);
      };
    return [
      {
        method: 'POST',
        path: /^\/api\/v1\/inquiries$/,
        answer: guarded('create', (request) => this.create(request)),
      },
      {
        method: 'GET',
        path: /^\/api\/v1\/inquiries\/(inq_\w+)$/,
        answer: guarded('retrieve', (request) => this.show(request)),
      },
      {
        method: 'DELETE',
        path: /^\/api\/v1\/inquiries\/(inq_\w+)$/,
        answer: guarded('redact', (request) => this.redact(request)),
      },
      {
        method: 'POST',
        path: /^\/api\/v1\/inquiries\/(inq_\w+)\/resume$/,
        answer: guarded('resume', (request) => this.resume(request)),
      },
    ];
  }

  /** The bearer key, the dated version, ordered failures, repeated keys; then the work, saved before it is answered. */
  private async guarded(
    request: SimulatorRequest,
    answer: (request: SimulatorRequest) => SimulatorReply,
  ): Promise<SimulatorReply> {
    if (!isEqual(request.headers.authorization ?? '', `Bearer ${this.parts.apiKey}`))
      return problem(401, 'Unauthorized');
    if (!/^\d{4}-\d{2}-\d{2}$/.test(String(request.headers['persona-version'])))
      return problem(400, 'Bad version');
    const failure = this.nextFailure();
    if (failure === 'hang') return new Promise(() => undefined);
    const reply =
      typeof failure === 'number' ? problem(failure, 'Ordered by the test') : this.once(request, answer);
    await this.parts.memory.save();
    return failure === 'lost-answer' ? { ...reply, cut: true } : reply;
  }

  private nextFailure(): ApiFailure | null {
    if (!this.ordered) return null;
    const { failure } = this.ordered;
    this.ordered.left -= 1;
    if (this.ordered.left === 0) this.ordered = null;
    return failure;
  }

  /** Repeats the first response to an idempotency key, regardless of the body. */
  private once(
    request: SimulatorRequest,
    answer: (request: SimulatorRequest) => SimulatorReply,
  ): SimulatorReply {
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || typeof key !== 'string') return answer(request);
    if (key.length > IDEMPOTENCY_KEY_MAX_LENGTH) return problem(400, 'The idempotency key is too long');
    const { replies } = this.parts.memory.state;
    const nowMs = this.parts.clock.now();
    const kept = replies.find((reply) => reply.key === key && nowMs - reply.atMs <= REPLY_LIFE_MS);
    if (kept) return { ...json(kept.status, null), body: kept.body };
    const reply = answer(request);
    if (PASSING.has(reply.status)) return reply;
    replies.push({ key, status: reply.status, body: reply.body ?? '', atMs: nowMs });
    keepNewest(replies, REPLY_LIMIT);
    return reply;
  }

  private create(request: SimulatorRequest): SimulatorReply {
    const creation = creationSchema.safeParse(readJson(request.body));
    if (!creation.success) return problem(400, 'The body is not an inquiry');
    const { data, meta } = creation.data;
    const { inquiry, event } = this.parts.inquiries.create({
      templateId: data.attributes['inquiry-template-id'],
      referenceId: meta?.['auto-create-account-reference-id'] ?? null,
      fields: data.attributes.fields ?? {},
    });
    this.parts.webhooks.send([event]);
    return json(201, { data: resourceOf(inquiry), included: [], meta: {} });
  }

  private show(request: SimulatorRequest): SimulatorReply {
    const inquiry = this.parts.inquiries.find(request.groups[0] ?? '');
    if (!inquiry) return problem(404, 'Record not found');
    if (this.parts.inquiries.isOverdue(inquiry)) {
      this.parts.webhooks.send([this.parts.inquiries.take(inquiry, 'expire') ?? []].flat());
    }
    return json(200, { data: resourceOf(inquiry), included: [] });
  }

  private resume(request: SimulatorRequest): SimulatorReply {
    const inquiry = this.parts.inquiries.find(request.groups[0] ?? '');
    if (!inquiry) return problem(404, 'Record not found');
    const token = this.parts.inquiries.resume(inquiry);
    if (token === null) return problem(409, 'Only pending and expired inquiries can be resumed');
    return json(200, { data: resourceOf(inquiry), included: [], meta: { 'session-token': token } });
  }

  private redact(request: SimulatorRequest): SimulatorReply {
    const inquiry = this.parts.inquiries.find(request.groups[0] ?? '');
    if (!inquiry) return problem(404, 'Record not found');
    this.parts.webhooks.send([this.parts.inquiries.redact(inquiry)]);
    return json(200, { data: resourceOf(inquiry), included: [] });
  }
}

/** A JSON:API error. */
function problem(status: number, title: string): SimulatorReply {
  return json(status, { errors: [{ title, status: String(status) }] });
}
