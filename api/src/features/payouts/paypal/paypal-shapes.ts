import { z } from 'zod';
import { instantText } from '../../../engine/providers/provider-instants.js';
import { parseAmountCents } from '../../../kernel/money/money.js';
import type { PayoutState } from '../../lifecycle/payout/payouts.js';

/** PayPal's ids of batches and items. */
const providerId = z.string().regex(/^[\w-]{1,100}$/);
/** What PayPal says it pays; an amount that cannot be read is as good as none. */
const money = z
  .object({ value: z.string().regex(/^\d{1,6}(\.\d{1,2})?$/), currency: z.string().max(10) })
  .nullish()
  .catch(null);
const senderId = z.string().max(256).nullish();

export const tokenSchema = z.object({
  access_token: z.string().min(1).max(4_096),
  expires_in: z.number().int().min(0).max(31_536_000),
});

export const itemSchema = z.object({
  payout_item_id: providerId,
  payout_batch_id: providerId,
  transaction_status: z.string().max(40),
  time_processed: instantText.nullish(),
  payout_item: z.object({ sender_item_id: senderId, amount: money }),
  errors: z.object({ name: z.string().max(100) }).nullish(),
});
export type PayPalItem = z.infer<typeof itemSchema>;

export const batchSchema = z.object({
  batch_header: z.object({
    payout_batch_id: providerId,
    batch_status: z.string().max(40),
    sender_batch_header: z.object({ sender_batch_id: senderId }).nullish(),
  }),
  /** Absent until the batch is processed. */
  items: z.array(itemSchema).max(1_000).nullish(),
});
export type PayPalBatch = z.infer<typeof batchSchema>;

/** A refusal; `link` of a repeated batch id points to the first batch. */
export const errorSchema = z.object({
  name: z.string().max(100),
  details: z
    .array(
      z.object({
        field: z.string().max(200).nullish(),
        issue: z.string().max(2_000).nullish(),
        link: z.array(z.object({ href: z.string().max(2_000) })).nullish(),
      }),
    )
    .nullish()
    .catch(null),
});
export type PayPalError = z.infer<typeof errorSchema>;

export const eventSchema = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  event_type: z.string().regex(/^[\w.-]{1,100}$/),
  create_time: instantText,
  resource: z.unknown(),
});

/** Where an item is, by its `transaction_status` or by the last word of its event (docs/providers.md, Payouts). */
const STATE_OF_STATUS: ReadonlyMap<string, PayoutState['state']> = new Map([
  ['PENDING', 'pending'],
  ['ONHOLD', 'pending'],
  ['HELD', 'pending'],
  ['UNCLAIMED', 'unclaimed'],
  ['SUCCESS', 'delivered'],
  ['SUCCEEDED', 'delivered'],
  ['FAILED', 'failed'],
  ['BLOCKED', 'failed'],
  ['DENIED', 'failed'],
  ['RETURNED', 'returned'],
  ['REFUNDED', 'returned'],
  ['REVERSED', 'returned'],
  ['CANCELED', 'returned'],
]);

/** PayPal's names of errors by our reasons, which have texts; any other is `other`. */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  wrong_handle: [
    'INVALID_EMAIL',
    'RECEIVER_UNREGISTERED',
    'RECEIVER_UNCONFIRMED',
    'RECEIVER_ACCOUNT_INVALID',
    'ACCOUNT_UNCONFIRMED_EMAIL',
    'UNVERIFIED_RECIPIENT_NOT_SUPPORTED',
  ],
  account_closed: ['ACCOUNT_RESTRICTED', 'RECEIVER_ACCOUNT_LOCKED', 'RECEIVER_REFUSED'],
  blocked: [
    'REGULATORY_BLOCKED',
    'RECEIVER_COUNTRY_NOT_ALLOWED',
    'RECEIVER_STATE_RESTRICTED',
    'RECEIVER_YOUTH_ACCOUNT',
    'RISK_DECLINE',
    'ZERO_TOLERANCE',
  ],
  limit: ['POS_LIMIT_EXCEEDED', 'RECEIVING_LIMIT_EXCEEDED', 'TRANSACTION_LIMIT_EXCEEDED'],
};
const REASON_OF_ERROR = new Map(
  Object.entries(REASONS).flatMap(([reason, names]) => names.map((name) => [name, reason] as const)),
);

/** The cents of one payment: 0 in another currency than USD, which is not what we called for. */
export function centsOfItem({ payout_item: { amount } }: Pick<PayPalItem, 'payout_item'>): number | null {
  if (!amount) return null;
  return amount.currency === 'USD' ? parseAmountCents(amount.value) : 0;
}

/** The state of one payment as the provider describes it; null for a status that this version does not know. */
export function stateOf(
  status: string,
  {
    error,
    ...common
  }: Pick<PayoutState, 'cents' | 'providerAt'> & { payoutRef: string; error: string | null },
): PayoutState | null {
  const state = STATE_OF_STATUS.get(status);
  if (state === undefined) return null;
  if (state !== 'failed' && state !== 'returned') return { state, ...common };
  return { state, ...common, reason: reasonOf(status, error) };
}

function reasonOf(status: string, error: string | null): string {
  // What an account without a registration was sent comes back after 30 days, or when it is cancelled.
  if (status === 'RETURNED' && error === 'RECEIVER_UNREGISTERED') return 'expired';
  return REASON_OF_ERROR.get(error ?? '') ?? (status === 'BLOCKED' ? 'blocked' : 'other');
}
