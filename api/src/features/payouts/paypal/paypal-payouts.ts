import { Clock, isoInstant } from '../../../config/clock.js';
import { ProviderUnknown, UnknownToProvider } from '../../../engine/providers/provider-unknown.js';
import { ProviderSettings } from '../../../config/runtime.js';
import { normalizeHandle } from '../../../kernel/text/handles.js';
import { formatAmount } from '../../../kernel/money/money.js';
import type { Platform } from '../../../kernel/money/platforms.js';
import type {
  NamedPayout,
  PayoutRequest,
  Payouts,
  PayoutState,
  PayoutWebhook,
} from '../../lifecycle/payout/payouts.js';
import { PayPalClient, type PayPalResult } from './paypal-client.js';
import {
  batchSchema,
  centsOfItem,
  itemSchema,
  stateOf,
  type PayPalBatch,
  type PayPalError,
  type PayPalItem,
} from './paypal-shapes.js';
import { PayPalSignatures, unavailable } from './paypal-signatures.js';
import { BATCH_DENIED, webhookOf } from './paypal-webhook.js';

/** Venmo requires a note. */
const DEFAULT_NOTE = 'Sent with Flip';
const BATCH_LINK = /\/v1\/payments\/payouts\/([\w-]{1,100})(?:[/?]|$)/;
const RECIPIENT_TYPES = { email: 'EMAIL', phone: 'PHONE', tag: 'USER_HANDLE' } as const;
const WALLETS: Readonly<Partial<Record<Platform, 'PAYPAL' | 'VENMO'>>> = { PayPal: 'PAYPAL', Venmo: 'VENMO' };

/**
 * PayPal Payouts: one batch with one item per payout, `sender_batch_id` and `sender_item_id` are our id. PayPal pays a
 * repeated `sender_batch_id` once (within 30 days) and responds with a link to the first batch; it cannot be searched by
 * our id in any other way. So `payoutRef` is PayPal's id of the batch; until a response or a webhook has named it, only
 * repeating `submit` can find out.
 */
export class PayPalPayouts implements Payouts {
  private readonly client: PayPalClient;
  private readonly signatures: PayPalSignatures;

  constructor(
    { paypal }: ProviderSettings,
    private readonly clock: Clock,
  ) {
    this.client = new PayPalClient(paypal, clock);
    this.signatures = new PayPalSignatures(this.client, paypal, clock);
  }

  /** Only a receiver that PayPal refuses has failed; any other refusal is about our account or request, and may pass. */
  async submit(payout: PayoutRequest): Promise<PayoutState> {
    const requestedAt = this.now();
    const receiver = receiverOf(payout);
    if (!receiver) return wrongHandle(requestedAt);
    const result = await this.client.call({
      method: 'POST',
      path: '/v1/payments/payouts',
      body: JSON.stringify(batchOf(payout, receiver)),
      schema: batchSchema,
    });
    if ('value' in result) {
      const payoutRef = result.value.batch_header.payout_batch_id;
      return { state: 'pending', payoutRef, providerAt: requestedAt, cents: null };
    }
    const first = firstBatchIn(result.refusal);
    if (first !== null) return this.find({ payoutId: payout.payoutId, payoutRef: first });
    if (isAboutReceiver(result.refusal)) return wrongHandle(requestedAt);
    throw unexpected(result);
  }

  async find({ payoutId, payoutRef }: NamedPayout): Promise<PayoutState> {
    const requestedMs = this.clock.now();
    const batch = await this.batch(payoutRef);
    const item = itemIn(batch, payoutId);
    if (item) return stateOfItem(item, requestedMs);
    const status = batch.batch_header.batch_status;
    const common = { payoutRef, providerAt: isoInstant(requestedMs), cents: null };
    if (status === 'DENIED' || status === 'CANCELED') return { ...common, state: 'failed', reason: 'other' };
    return { ...common, state: 'pending' };
  }

  /** PayPal takes back only unclaimed payouts; otherwise the state stays the same. */
  async cancel(payout: NamedPayout): Promise<PayoutState> {
    const requestedMs = this.clock.now();
    const item = itemIn(await this.batch(payout.payoutRef), payout.payoutId);
    if (item?.transaction_status !== 'UNCLAIMED') return this.find(payout);
    const result = await this.client.call({
      method: 'POST',
      path: `/v1/payments/payouts-item/${item.payout_item_id}/cancel`,
      schema: itemSchema,
    });
    // Claimed in the meantime, or cancelled by an earlier call: what it is now.
    if ('refusal' in result) return this.find(payout);
    return stateOfItem(result.value, requestedMs);
  }

  /** @throws webhook_signature_invalid, webhook_unreadable, payouts_unavailable */
  async parseWebhook(
    raw: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): Promise<PayoutWebhook> {
    await this.signatures.require(raw, headers);
    const webhook = webhookOf(raw);
    const { payoutId, state } = webhook;
    return payoutId !== null && state?.state === 'failed' && webhook.name === BATCH_DENIED
      ? { ...webhook, state: await this.denied(payoutId, state) }
      : webhook;
  }

  /** Only the item of a denied batch has the reason, which the sender is shown. */
  private async denied(payoutId: string, state: Extract<PayoutState, { readonly state: 'failed' }>) {
    try {
      const { payoutRef } = state;
      return payoutRef === null ? state : await this.find({ payoutId, payoutRef });
    } catch (error) {
      throw error instanceof ProviderUnknown ? unavailable(error) : error;
    }
  }

  private async batch(batchId: string): Promise<PayPalBatch> {
    const path = `/v1/payments/payouts/${batchId}`;
    const result = await this.client.call({ method: 'GET', path, schema: batchSchema });
    if ('refusal' in result && result.status === 404)
      throw new UnknownToProvider('PayPal does not know a payout that it has named');
    if ('refusal' in result) throw unexpected(result);
    return result.value;
  }

  private now(): string {
    return isoInstant(this.clock.now());
  }
}

const wrongHandle = (providerAt: string): PayoutState => ({
  state: 'failed',
  payoutRef: null,
  providerAt,
  cents: null,
  reason: 'wrong_handle',
});

function batchOf({ payoutId, platform, amountCents, note }: PayoutRequest, receiver: Receiver): object {
  return {
    sender_batch_header: { sender_batch_id: payoutId },
    items: [
      {
        ...receiver,
        recipient_wallet: WALLETS[platform],
        amount: { value: formatAmount(amountCents), currency: 'USD' },
        note: note.trim() === '' ? DEFAULT_NOTE : note,
        sender_item_id: payoutId,
      },
    ],
  };
}

interface Receiver {
  readonly recipient_type: string;
  readonly receiver: string;
}

/**
 * PayPal's documentation writes US phone numbers without the country code, Venmo names without `@`. Null for a handle of an
 * earlier time that PayPal cannot be asked to pay.
 */
function receiverOf({ platform, handle: text }: PayoutRequest): Receiver | null {
  if (WALLETS[platform] === undefined) throw new Error('A payout of a platform that PayPal does not pay');
  const handle = normalizeHandle(platform, text);
  if (!handle.ok) return null;
  const receiver = handle.value.replace(handle.kind === 'phone' ? /^\+1/ : /^@/, '');
  return { recipient_type: RECIPIENT_TYPES[handle.kind], receiver };
}

/** The batch that a repeated `sender_batch_id` had first. Only its id is taken from the link, never its address. */
function firstBatchIn({ details }: PayPalError): string | null {
  const repeated = details?.find(({ field }) => field?.toLowerCase() === 'sender_batch_id');
  return BATCH_LINK.exec(repeated?.link?.[0]?.href ?? '')?.[1] ?? null;
}

function isAboutReceiver({ name, details }: PayPalError): boolean {
  return name === 'VALIDATION_ERROR' && (details ?? []).some(({ field }) => /\breceiver$/.test(field ?? ''));
}

function itemIn(batch: PayPalBatch, payoutId: string): PayPalItem | undefined {
  return batch.items?.find((item) => item.payout_item.sender_item_id === payoutId);
}

/** As of the request, or of the provider's last change when that is later. */
function stateOfItem(item: PayPalItem, requestedMs: number): PayoutState {
  const requestedAt = isoInstant(requestedMs);
  const changed = item.time_processed ?? requestedAt;
  const state = stateOf(item.transaction_status, {
    payoutRef: item.payout_batch_id,
    providerAt: changed > requestedAt ? changed : requestedAt,
    cents: centsOfItem(item),
    error: item.errors?.name ?? null,
  });
  if (!state) throw new ProviderUnknown(`PayPal has a new status: ${item.transaction_status}`);
  return state;
}

function unexpected<T>(result: PayPalResult<T>): ProviderUnknown {
  const refusal = 'refusal' in result ? `${result.status} ${result.refusal.name}` : 'nothing';
  return new ProviderUnknown(`PayPal refused the call: ${refusal}`);
}
