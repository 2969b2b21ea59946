import { z } from 'zod';
import { parseJson } from '../../config/files.js';
import { ProviderUnknown } from '../../config/provider-unknown.js';
import { jsonFlaw } from '../../http/json-body.js';
import { DomainError } from '../../kernel/domain-error.js';
import type { PayoutWebhook } from '../payouts.js';
import type { PayPalClient } from './paypal-client.js';
import { batchSchema, eventSchema, itemSchema, stateOf, verificationSchema } from './paypal-shapes.js';

/** PayPal's largest events have a few hundred fields. */
const WEBHOOK_BOUNDS = { depth: 32, members: 10_000 };
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
/** The one batch event that changes its payouts. */
export const BATCH_DENIED = 'PAYMENT.PAYOUTSBATCH.DENIED';
const ITEM_EVENT = /^PAYMENT\.PAYOUTS-ITEM\.(\w+)$/;
const payoutUuid = z.uuid();

/**
 * Most webhooks that are verified with PayPal at the same time. Anybody can send one, and each costs a call on our
 * account: with too many, PayPal would refuse our payouts as well. PayPal resends the refused ones.
 */
const CHECKS_LIMIT = 16;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Has PayPal verify the signature of a webhook. */
export class PayPalSignatures {
  private open = 0;

  constructor(
    private readonly client: PayPalClient,
    private readonly webhookId: string,
  ) {}

  /**
   * The event is passed on as received, since its signature covers the bytes. A repeated event is found by its id, so its
   * age does not matter.
   * @throws webhook_signature_invalid, webhook_unreadable, payouts_unavailable
   */
  async require(raw: Buffer, headers: Headers): Promise<void> {
    const check = checkOf(raw.toString('utf8'), headers, this.webhookId);
    if (this.open >= CHECKS_LIMIT) throw unavailable();
    this.open += 1;
    try {
      const result = await this.client.call({
        method: 'POST',
        path: '/v1/notifications/verify-webhook-signature',
        body: check,
        schema: verificationSchema,
      });
      if (!('value' in result) || result.value.verification_status !== 'SUCCESS')
        throw new DomainError('webhook_signature_invalid');
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
  const state = stateOf(word, { payoutRef, providerAt, error: errors?.name ?? null });
  return { payoutId: ourId(payout_item.sender_item_id), state };
}

function ofBatch(name: string, providerAt: string, resource: unknown): Concern {
  if (name !== BATCH_DENIED) return { payoutId: null, state: null };
  const batch = batchSchema.safeParse(resource);
  if (!batch.success) throw new DomainError('webhook_unreadable');
  const { payout_batch_id: payoutRef, sender_batch_header } = batch.data.batch_header;
  const state = { state: 'failed', payoutRef, providerAt, reason: 'other' } as const;
  return { payoutId: ourId(sender_batch_header?.sender_batch_id), state };
}

/** Other systems may use the same account. */
function ourId(text: string | null | undefined): string | null {
  return payoutUuid.safeParse(text).data ?? null;
}
