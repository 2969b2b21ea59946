import type StripeSdk from 'stripe';
import { isoInstant } from '../../../config/clock.js';
import type { PaymentDispute, PaymentWebhook } from '../../lifecycle/card-payments.js';
import { failureOf } from './stripe-errors.js';

/** Statuses of a dispute that ended without taking the money. */
const KEPT = new Set(['won', 'warning_closed', 'prevented']);
/** The rest of the statuses are those of disputes that the bank has not decided. */
const LOST = 'lost';
const isOver = (status: string): boolean => KEPT.has(status) || status === LOST;

/** Whether a dispute that has ended left us the money. */
export const isKept = (status: string | null | undefined): boolean => KEPT.has(status ?? '');

/** Disputes in one response; the client asks for the next page. */
const PAGE_LIMIT = 100;

/** The disputes that were opened since an instant. @throws ProviderUnknown */
export async function* disputesAt(
  sdk: StripeSdk,
  from: string,
  nowMs: number,
): AsyncGenerator<PaymentWebhook> {
  const created = { gte: Math.floor(Date.parse(from) / 1_000) };
  try {
    for await (const dispute of sdk.disputes.list({ created, limit: PAGE_LIMIT }))
      yield listedDispute(dispute, nowMs);
  } catch (error) {
    throw failureOf(error);
  }
}

/** Every dispute of a payment. @throws ProviderUnknown */
export async function disputesAbout(sdk: StripeSdk, paymentRef: string): Promise<readonly PaymentDispute[]> {
  try {
    const { data } = await sdk.disputes.list({ payment_intent: paymentRef, limit: PAGE_LIMIT });
    return data.map(({ id: disputeRef, amount: cents, status }) => {
      const ended = KEPT.has(status) ? 'won' : 'lost';
      return { disputeRef, cents, state: isOver(status) ? ended : 'open' };
    });
  } catch (error) {
    throw failureOf(error);
  }
}

/**
 * A listed dispute as its webhook would have reported it. Its name has the outcome, so that each is recorded once.
 * @param nowMs when it was listed: the list does not tell when a dispute ended
 */
export function listedDispute(dispute: StripeSdk.Dispute, nowMs: number): PaymentWebhook {
  const { id, status, payment_intent: payment, reason, amount, created } = dispute;
  const isClosed = isOver(status);
  const outcome = KEPT.has(status) ? 'won' : 'lost';
  return {
    provider: 'stripe',
    eventId: `listed:${id}:${isClosed ? outcome : 'open'}`,
    name: `dispute.listed.${status}`,
    providerAt: isoInstant(isClosed ? nowMs : created * 1_000),
    transferId: null,
    subject: isClosed ? 'dispute_closed' : 'dispute_opened',
    ref: id,
    paymentRef: typeof payment === 'string' ? payment : (payment?.id ?? null),
    reason: isClosed ? outcome : reason,
    cents: amount,
  };
}
