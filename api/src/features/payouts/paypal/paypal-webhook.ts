import { z } from 'zod';
import type { Clock } from '../../../config/clock.js';
import { parseJson } from '../../../kernel/parse-json.js';
import { ProviderUnknown } from '../../../http/provider-unknown.js';
import { jsonFlaw } from '../../../http/json-body.js';
import { MinuteCounts } from '../../../http/minute-counts.js';
import { instantText } from '../../../http/provider-instants.js';
import { DomainError } from '../../../kernel/domain-error.js';
import type { PayoutWebhook } from '../../lifecycle/payouts.js';
import type { PayPalClient } from './paypal-client.js';
import {
  batchSchema,
  centsOfItem,
  eventSchema,
  itemSchema,
  stateOf,
  verificationSchema,
} from './paypal-shapes.js';

/** PayPal's largest events have a few hundred fields. */
const WEBHOOK_BOUNDS = { depth: 32, members: 2_000 };
const RETRY_SECONDS = 5;
/** The fields of the provider's check, and the headers that they come from. */
const SIGNED_BY = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
} as const;
const headerText = z.string().min(1).max(2_000);
const certificateUrl = z.url({ protocol: /^https$/ }).max(2_000);
const transmittedAt = z.string().max(40).pipe(instantText);
/** The one batch event that changes its payouts. */
export const BATCH_DENIED = 'PAYMENT.PAYOUTSBATCH.DENIED';
const ITEM_EVENT = /^PAYMENT\.PAYOUTS-ITEM\.(\w+)$/;
const payoutUuid = z.uuid();

/**
 * Most webhooks that are verified with PayPal at the same time. Anybody can send one, and each costs a call on our
 * account: with too many, PayPal would refuse our payouts as well. PayPal resends the refused ones.
 */
const CHECKS_LIMIT = 16;

/** Most webhooks per minute, of all senders, that PayPal may find unsigned; later ones are refused without asking it. */
const FAILED_CHECKS_PER_MINUTE = 120;
const EVERYBODY = 'everybody';
/** PayPal resends an event for three days. */
const TRANSMITTED_WITHIN_MS = 7 * 24 * 60 * 60 * 1_000;
const PAYPAL_HOST = /(?:^|\.)paypal\.com$/;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Has PayPal verify the signature of a webhook. */
export class PayPalSignatures {
  private open = 0;
  private readonly failed = new MinuteCounts();

  constructor(
    private readonly client: PayPalClient,
    private readonly webhookId: string,
    private readonly clock: Clock,
  ) {}

  /**
   * The event is passed on as received, since its signature covers the bytes. What cannot be PayPal's is refused without
   * asking: another certificate, a transmission of another week.
   * @throws webhook_signature_invalid, webhook_unreadable, payouts_unavailable, too_many_requests
   */
  async require(raw: Buffer, headers: Headers): Promise<void> {
    requirePlausible(headers, this.clock.now());
    const check = checkOf(raw.toString('utf8'), headers, this.webhookId);
    this.failed.requireLess(EVERYBODY, FAILED_CHECKS_PER_MINUTE);
    if (this.open >= CHECKS_LIMIT) throw unavailable();
    this.open += 1;
    try {
      const result = await this.client.call({
        method: 'POST',
        path: '/v1/notifications/verify-webhook-signature',
        body: check,
        schema: verificationSchema,
      });
      if (!('value' in result) || result.value.verification_status !== 'SUCCESS') {
        this.failed.add(EVERYBODY);
        throw new DomainError('webhook_signature_invalid');
      }
    } catch (error) {
      throw error instanceof ProviderUnknown ? unavailable(error) : error;
    } finally {
      this.open -= 1;
    }
  }
}

/** The event is sent again later. */
export const unavailable = (cause?: Error): DomainError =>
  new DomainError('payouts_unavailable', { seconds: RETRY_SECONDS }, { cause });

/** @throws webhook_signature_invalid */
function requirePlausible(headers: Headers, nowMs: number): void {
  const certificate = certificateUrl.safeParse(headers[SIGNED_BY.cert_url]);
  const sentAt = transmittedAt.safeParse(headers[SIGNED_BY.transmission_time]);
  const isPayPals = certificate.success && PAYPAL_HOST.test(new URL(certificate.data).hostname);
  const isRecent = sentAt.success && Math.abs(Date.parse(sentAt.data) - nowMs) < TRANSMITTED_WITHIN_MS;
  if (!isPayPals || !isRecent) throw new DomainError('webhook_signature_invalid');
}

/** @throws webhook_signature_invalid, webhook_unreadable */
function checkOf(text: string, headers: Headers, webhookId: string): string {
  const signature = Object.entries(SIGNED_BY).map(([field, name]) => [field, headers[name]] as const);
  if (!signature.every(([, value]) => headerText.safeParse(value).success))
    throw new DomainError('webhook_signature_invalid');
  // Checked first: anything but a JSON object cannot be an event, and would break out of the request around it.
  if (jsonFlaw(text, WEBHOOK_BOUNDS) || !eventSchema.safeParse(parseJson(text)).success)
    throw new DomainError('webhook_unreadable');
  const fields = JSON.stringify({ ...Object.fromEntries(signature), webhook_id: webhookId });
  return `${fields.slice(0, -1)},"webhook_event":${text}}`;
}

/**
 * The event of a verified webhook. A batch event matters only when the whole batch was denied; its item may have the
 * reason.
 */
export function webhookOf(raw: Buffer): PayoutWebhook {
  const event = eventSchema.parse(parseJson(raw.toString('utf8')));
  const { id: eventId, event_type: name, create_time: providerAt, resource } = event;
  const [, word] = ITEM_EVENT.exec(name) ?? [];
  const { payoutId, state } =
    word === undefined ? ofBatch(name, providerAt, resource) : ofItem(word, providerAt, resource);
  return { provider: 'paypal', eventId, name, providerAt, payoutId, state: payoutId === null ? null : state };
}

type Concern = Pick<PayoutWebhook, 'payoutId' | 'state'>;

function ofItem(word: string, providerAt: string, resource: unknown): Concern {
  const item = itemSchema.safeParse(resource);
  if (!item.success) throw new DomainError('webhook_unreadable');
  const { payout_batch_id: payoutRef, payout_item, errors } = item.data;
  const cents = centsOfItem(item.data);
  const state = stateOf(word, { payoutRef, providerAt, cents, error: errors?.name ?? null });
  return { payoutId: ourId(payout_item.sender_item_id), state };
}

function ofBatch(name: string, providerAt: string, resource: unknown): Concern {
  if (name !== BATCH_DENIED) return { payoutId: null, state: null };
  const batch = batchSchema.safeParse(resource);
  if (!batch.success) throw new DomainError('webhook_unreadable');
  const { payout_batch_id: payoutRef, sender_batch_header } = batch.data.batch_header;
  const state = { state: 'failed', payoutRef, providerAt, cents: null, reason: 'other' } as const;
  return { payoutId: ourId(sender_batch_header?.sender_batch_id), state };
}

/** Other systems may use the same account. */
function ourId(text: string | null | undefined): string | null {
  return payoutUuid.safeParse(text).data ?? null;
}
