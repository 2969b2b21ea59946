import { z } from 'zod';
import { parseJson } from '../../../kernel/parse-json.js';
import { jsonFlaw } from '../../../http/edge/json-body.js';
import { DomainError } from '../../../kernel/domain-error.js';
import type { PayoutWebhook } from '../../lifecycle/payout/payouts.js';
import { batchSchema, centsOfItem, eventSchema, itemSchema, stateOf } from './paypal-shapes.js';

/** PayPal's largest events have a few hundred fields. */
const WEBHOOK_BOUNDS = { depth: 32, members: 2_000 };
/** The one batch event that changes its payouts. */
export const BATCH_DENIED = 'PAYMENT.PAYOUTSBATCH.DENIED';
const ITEM_EVENT = /^PAYMENT\.PAYOUTS-ITEM\.(\w+)$/;
const payoutUuid = z.uuid();

/**
 * The event of a verified webhook. A batch event matters only when the whole batch was denied; its item may have the
 * reason. @throws webhook_unreadable
 */
export function webhookOf(raw: Buffer): PayoutWebhook {
  const text = raw.toString('utf8');
  const event = jsonFlaw(text, WEBHOOK_BOUNDS) ? undefined : eventSchema.safeParse(parseJson(text)).data;
  if (!event) throw new DomainError('webhook_unreadable');
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
