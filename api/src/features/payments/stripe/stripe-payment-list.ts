import { z } from 'zod';
import type StripeSdk from 'stripe';
import { isoInstant } from '../../../config/clock.js';
import { UUID_PATTERN } from '../../../kernel/uuid.js';
import { PLATFORMS } from '../../../kernel/money/platforms.js';
import type { ListedPayment } from '../../lifecycle/payment/card-payments.js';
import { failureOf } from './stripe-errors.js';

const PAGE_LIMIT = 100;
const SECOND_MS = 1_000;

/** One page of all payments since then, newest first; of them those that hold or have taken money. @throws ProviderUnknown */
export async function listPayments(
  { paymentIntents }: Pick<StripeSdk, 'paymentIntents'>,
  since: string,
  after: string | null,
): Promise<{ readonly payments: readonly ListedPayment[]; readonly next: string | null }> {
  const query = {
    created: { gte: Math.floor(Date.parse(since) / SECOND_MS) },
    limit: PAGE_LIMIT,
    ...(after !== null && { starting_after: after }),
  };
  const { data, has_more } = await paymentIntents.list(query).catch((error: unknown) => {
    throw failureOf(error);
  });
  return {
    payments: chargesIn(data),
    next: has_more ? (data.at(-1)?.id ?? null) : null,
  };
}

/**
 * Every payment of a transfer, newest first. The provider's search may lag behind by a minute: it is not for what was just
 * done. @throws ProviderUnknown
 */
export async function searchPayments(
  { paymentIntents }: Pick<StripeSdk, 'paymentIntents'>,
  transferId: string,
): Promise<readonly StripeSdk.PaymentIntent[]> {
  // It becomes part of a query.
  if (!UUID_PATTERN.test(transferId)) throw new Error('Not a transfer id');
  const query = `metadata['transferId']:'${transferId}'`;
  try {
    // At most five attempts are made (docs/money.md), each may be found once.
    return (await paymentIntents.search({ query, limit: PAGE_LIMIT })).data;
  } catch (error) {
    throw failureOf(error);
  }
}

/** Those that hold or have taken money. */
export const chargesIn = (payments: readonly StripeSdk.PaymentIntent[]): readonly ListedPayment[] =>
  payments.filter(({ status }) => status === 'succeeded' || status === 'requires_capture').map(listed);

/** What Flip has written there; whatever else other users of the account have is none of ours. */
const metadataSchema = z.object({
  transferId: z.uuid().nullable().catch(null),
  key: z.string().nullable().catch(null),
  uid: z.uuid().nullable().catch(null),
  platform: z.enum(PLATFORMS).nullable().catch(null),
  amountCents: z.coerce.number().int().positive().nullable().catch(null),
});

function listed(payment: StripeSdk.PaymentIntent): ListedPayment {
  const { id, status, metadata, created, amount_received, amount_capturable } = payment;
  const isCharged = status === 'succeeded';
  return {
    paymentRef: id,
    ...metadataSchema.parse(metadata),
    cents: isCharged ? amount_received : amount_capturable,
    isCharged,
    chargedAt: isoInstant(created * SECOND_MS),
  };
}
