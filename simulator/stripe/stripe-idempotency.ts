import { createHash } from 'node:crypto';
import { json, type SimulatorReply, type SimulatorRequest } from '../simulator-server.js';
import type { Simulation } from '../simulation.js';

/** How long a response is repeated for the same idempotency key. */
const REPLY_LIFE_MS = 24 * 60 * 60 * 1_000;
const KEY_MAX_LENGTH = 255;
/** Refused before the work began: not stored, the same key may be sent again. */
const NOT_STORED = new Set([401, 404, 409, 429]);

/** Repeats the first response to an idempotency key, errors included; the same key for another request is an error. */
export class StripeIdempotency {
  constructor(private readonly simulation: Simulation) {}

  once(request: SimulatorRequest, respond: () => SimulatorReply): SimulatorReply {
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || typeof key !== 'string') return respond();
    if (key.length > KEY_MAX_LENGTH) return idempotencyError('The idempotency key is too long.');
    const { replies } = this.simulation.memory.state.stripe;
    const nowMs = this.simulation.clock.now();
    const print = printOf(request);
    const kept = replies.find((reply) => reply.key === key && nowMs - reply.atMs <= REPLY_LIFE_MS);
    if (kept && kept.request !== print)
      return idempotencyError('The idempotency key was used for a request with other parameters.');
    if (kept) return { ...json(kept.status, null), body: kept.body, ...replayed };
    const reply = respond();
    if (NOT_STORED.has(reply.status)) return reply;
    const { status, body = '' } = reply;
    this.simulation.memory.add('stripeReplies', { key, request: print, status, body, atMs: nowMs });
    return reply;
  }
}

const replayed = {
  headers: { 'content-type': 'application/json; charset=utf-8', 'idempotent-replayed': 'true' },
};

function printOf({ method, url, body }: SimulatorRequest): string {
  return createHash('sha256').update(`${method} ${url.pathname} ${body}`).digest('base64url');
}

function idempotencyError(message: string): SimulatorReply {
  return json(400, { error: { type: 'idempotency_error', message } });
}
