import { createHmac, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import type { WaitingDelivery } from './simulator-state.js';
import { SIMULATED_PAYPAL } from '../../api/src/kernel/simulated.js';
import type { Simulation } from '../simulation.js';
import type { SigningCertificate } from '../paypal/signing-certificate.js';

/** The providers' response deadline and number of attempts. */
const RESPONSE_DEADLINE_MS = 5_000;
const ATTEMPT_LIMIT = 8;
const FIRST_PAUSE_MS = 1_000;
const ACCEPTED = new Set([200, 201, 202, 204]);
/** Most copies of one event that a test can request, and the longest delay. */
const COPY_LIMIT = 100;
const DELAY_LIMIT_MS = 60_000;

/** How an event is sent: repeated, later, or not at all. */
export interface SendingOptions {
  readonly copies?: number;
  readonly delayMs?: number;
}

/** How a test requests events to be sent. */
export const sendingFields = {
  copies: z.int().min(1).max(COPY_LIMIT).default(1),
  delayMs: z.int().min(0).max(DELAY_LIMIT_MS).default(0),
};

/** An event to send: its id and its full text. */
export interface WebhookEvent {
  readonly id: string;
  readonly body: string;
}

/** A provider that sends events to `{api}/api/webhooks/{name}`, and the headers of one attempt. */
export interface WebhookProvider {
  readonly name: WaitingDelivery['provider'];
  headersOf(
    delivery: WaitingDelivery,
    nowMs: number,
  ): Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
}

/** Signs like Persona, and includes how many attempts were made and remain. */
export function personaWebhooks(secret: string): WebhookProvider {
  return {
    name: 'persona',
    headersOf: ({ body, attemptsMade }, nowMs) => ({
      'persona-signature': signatureOf(secret, body, nowMs),
      'persona-webhook-attempts-made': String(attemptsMade),
      'persona-webhook-attempts-left': String(ATTEMPT_LIMIT - attemptsMade - 1),
    }),
  };
}

/** Signs like PayPal, for the webhook with this id. */
export function paypalWebhooks(simulation: Simulation, certificate: PayPalCertificate): WebhookProvider {
  return {
    name: 'paypal',
    async headersOf({ body }, nowMs) {
      const { id, sign } = await certificate();
      const transmission = { id: randomUUID(), time: new Date(nowMs).toISOString() };
      return {
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-cert-url': new URL(`${CERTIFICATES}${id}`, simulation.httpUrl).href,
        'paypal-transmission-id': transmission.id,
        'paypal-transmission-sig': sign(paypalSigned(SIMULATED_PAYPAL.webhookId, body, transmission)),
        'paypal-transmission-time': transmission.time,
      };
    },
  };
}

/** Where PayPal publishes its certificates. */
export const CERTIFICATES = '/v1/notifications/certs/';
/** The one that signs; the first use makes it. */
export type PayPalCertificate = () => Promise<SigningCertificate>;

/** What PayPal signs of a webhook. */
export function paypalSigned(
  webhookId: string,
  body: string,
  { id, time }: { readonly id: string; readonly time: string },
): string {
  return [id, time, webhookId, crc32(body)].join('|');
}

/** Signs like Stripe. */
export function stripeWebhooks(secret: string): WebhookProvider {
  return {
    name: 'stripe',
    headersOf: ({ body }, nowMs) => ({ 'stripe-signature': signatureOf(secret, body, nowMs) }),
  };
}

/** Persona's and Stripe's signature over a body: `t=<unix>,v1=<hex>` of HMAC-SHA256("{t}.{body}"). */
export function signatureOf(secret: string, body: string, nowMs: number): string {
  const at = Math.floor(nowMs / 1_000);
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

/**
 * Sends one provider's webhooks in order and retries with growing pauses until they are accepted, even across a restart.
 */
export class WebhookSender {
  private target: string | null = null;
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly closing = new AbortController();
  private sending: Promise<void> = Promise.resolve();

  constructor(
    private readonly simulation: Simulation,
    private readonly provider: WebhookProvider,
  ) {}

  /** Sends webhooks to `{apiUrl}/api/webhooks/{provider}` from now on, waiting ones first. */
  deliverTo(apiUrl: string): void {
    const { name } = this.provider;
    this.target = new URL(`/api/webhooks/${name}`, apiUrl).href;
    const waiting = this.simulation.memory.state.deliveries.filter(({ provider }) => provider === name);
    for (const delivery of waiting) {
      this.note(delivery);
      this.schedule(delivery, 0);
    }
  }

  /** Queues the events and sends them; the caller saves the state. */
  send(events: readonly WebhookEvent[], options: SendingOptions = {}): void {
    const { copies = 1, delayMs = 0 } = options;
    for (const event of events)
      for (let copy = 0; copy < copies; copy += 1) this.queue({ ...event, copy }, delayMs);
  }

  /** Stops sending; unaccepted events stay queued. */
  async close(): Promise<void> {
    this.closing.abort();
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
    await this.sending;
  }

  private queue({ id, copy, body }: Pick<WaitingDelivery, 'id' | 'copy' | 'body'>, delayMs: number): void {
    if (this.simulation.playsHistory) return;
    const delivery = { id, provider: this.provider.name, copy, body, attemptsMade: 0 };
    this.simulation.memory.add('deliveries', delivery);
    // Waiting ones are noted once there is a target.
    if (this.target === null) return;
    this.note(delivery);
    this.schedule(delivery, delayMs);
  }

  private note(delivery: WaitingDelivery): void {
    const { id, body } = delivery;
    const at = new Date(this.simulation.clock.now()).toISOString();
    this.simulation.webhookLog.add(delivery, at, () =>
      this.queue({ id, body, copy: this.simulation.webhookLog.copiesOf(id) }, 0),
    );
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
    const { memory } = this.simulation;
    // A provider reports only what its own books have: not even a power loss may leave them behind a webhook.
    const isSaved = await memory.save().then(
      () => true,
      () => false,
    );
    const accepted = isSaved && (await this.post(delivery));
    const attemptsMade = delivery.attemptsMade + 1;
    if (accepted || attemptsMade >= ATTEMPT_LIMIT) {
      memory.remove('deliveries', delivery);
      this.simulation.webhookLog.ended(delivery, accepted ? 'accepted' : 'given_up');
    } else {
      memory.change('deliveries', delivery, { attemptsMade });
      this.schedule(delivery, FIRST_PAUSE_MS * 2 ** (attemptsMade - 1));
    }
    await memory.save().catch(() => undefined);
  }

  private async post(delivery: WaitingDelivery): Promise<boolean> {
    try {
      const response = await fetch(this.target ?? '', {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(RESPONSE_DEADLINE_MS), this.closing.signal]),
        headers: {
          'content-type': 'application/json',
          ...(await this.provider.headersOf(delivery, this.simulation.clock.now())),
        },
        body: delivery.body,
      });
      await response.body?.cancel();
      return ACCEPTED.has(response.status);
    } catch {
      return false;
    }
  }
}
