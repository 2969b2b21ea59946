import type StripeSdk from 'stripe';
import { isoInstant } from '../../../config/clock.js';
import { UUID_PATTERN } from '../../../kernel/uuid.js';
import type { ListedPayment } from '../../lifecycle/card-payments.js';
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
    payments: data
      .filter(({ status }) => status === 'succeeded' || status === 'requires_capture')
      .map(listed),
    next: has_more ? (data.at(-1)?.id ?? null) : null,
  };
}

function listed(payment: StripeSdk.PaymentIntent): ListedPayment {
  const { id, status, metadata, created, amount_received, amount_capturable } = payment;
  const isCharged = status === 'succeeded';
  const transferId = metadata['transferId'] ?? '';
  return {
    paymentRef: id,
    // Other users of the account may have other ones.
    transferId: UUID_PATTERN.test(transferId) ? transferId : null,
    key: metadata['key'] ?? null,
    cents: isCharged ? amount_received : amount_capturable,
    isCharged,
    chargedAt: isoInstant(created * SECOND_MS),
  };
}
