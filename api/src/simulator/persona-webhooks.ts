import { createHmac } from 'node:crypto';
import type { Clock } from '../config/clock.js';
import { DELIVERY_LIMIT, keepNewest, type SimulatorMemory, type WaitingDelivery } from './simulator-state.js';
import type { PersonaEvent } from './persona-inquiries.js';

/** The provider's response deadline and number of attempts. */
const ANSWER_DEADLINE_MS = 5_000;
const ATTEMPT_LIMIT = 8;
const FIRST_PAUSE_MS = 1_000;
const ACCEPTED = new Set([200, 201, 202, 204]);
/** Most copies of one event a test can request. */
export const COPY_LIMIT = 100;

/** How an event is sent: repeated, later, or not at all. */
export interface SendingOptions {
  readonly copies?: number;
  readonly delayMs?: number;
}

/** The provider's signature over a body: `t=<unix>,v1=<hex>` of HMAC-SHA256("{t}.{body}"). */
export function personaSignature(secret: string, body: string, nowMs: number): string {
  const at = Math.floor(nowMs / 1_000);
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

/** Sends webhooks in order and retries with growing pauses until they are accepted, also after a restart. */
export class PersonaWebhooks {
  private target: string | null = null;
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly closing = new AbortController();
  private sending: Promise<void> = Promise.resolve();

  constructor(
    private readonly memory: SimulatorMemory,
    private readonly clock: Clock,
    private readonly secret: string,
  ) {}

  /** Sends webhooks to `{apiUrl}/api/webhooks/persona` from now on, waiting ones first. */
  deliverTo(apiUrl: string): void {
    this.target = new URL('/api/webhooks/persona', apiUrl).href;
    for (const delivery of [...this.memory.state.deliveries]) this.schedule(delivery, 0);
  }

  /** Queues the events and sends them; the caller saves the state. */
  send(events: readonly PersonaEvent[], options: SendingOptions = {}): void {
    const { deliveries } = this.memory.state;
    const delayMs = options.delayMs ?? 0;
    for (const event of events) {
      for (let copy = 0; copy < (options.copies ?? 1); copy += 1) {
        const delivery = { id: event.id, body: event.body, attemptsMade: 0 };
        deliveries.push(delivery);
        if (this.target !== null) this.schedule(delivery, delayMs);
      }
    }
    keepNewest(deliveries, DELIVERY_LIMIT);
  }

  /** Stops sending; unaccepted events stay queued. */
  async close(): Promise<void> {
    this.closing.abort();
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
    await this.sending;
  }

  private schedule(delivery: WaitingDelivery, delayMs: number): void {
    if (this.closing.signal.aborted) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.sending = this.sending.then(() => this.attempt(delivery));
    }, delayMs);
    timer.unref();
    this.timers.add(timer);
  }

  private async attempt(delivery: WaitingDelivery): Promise<void> {
    if (this.closing.signal.aborted) return;
    const accepted = await this.post(delivery);
    delivery.attemptsMade += 1;
    if (accepted || delivery.attemptsMade >= ATTEMPT_LIMIT) this.forget(delivery);
    else this.schedule(delivery, FIRST_PAUSE_MS * 2 ** (delivery.attemptsMade - 1));
    await this.memory.save().catch(() => undefined);
  }

  private async post(delivery: WaitingDelivery): Promise<boolean> {
    try {
      const response = await fetch(this.target ?? '', {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(ANSWER_DEADLINE_MS), this.closing.signal]),
        headers: {
          'content-type': 'application/json',
          'persona-signature': personaSignature(this.secret, delivery.body, this.clock.now()),
          'persona-webhook-attempts-made': String(delivery.attemptsMade),
          'persona-webhook-attempts-left': String(ATTEMPT_LIMIT - delivery.attemptsMade - 1),
        },
        body: delivery.body,
      });
      await response.body?.cancel();
      return ACCEPTED.has(response.status);
    } catch {
      return false;
    }
  }

  private forget(delivery: WaitingDelivery): void {
    const { deliveries } = this.memory.state;
    const place = deliveries.indexOf(delivery);
    if (place >= 0) deliveries.splice(place, 1);
  }
}
