import type StripeSdk from 'stripe';
import { isoInstant } from '../../../config/clock.js';
import type { PaymentWebhook } from '../../lifecycle/payment/card-payments.js';
import { failureOf } from './stripe-errors.js';

/** Statuses of a dispute that ended without taking the money. */
const KEPT = new Set(['won', 'warning_closed', 'prevented']);
/** The rest of the statuses are those of disputes that the bank has not decided. */
const LOST = 'lost';

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

/** The disputes of one payment, of which there are a few at most. @throws ProviderUnknown */
export async function disputesOfPayment(
  sdk: StripeSdk,
  payment: string,
  nowMs: number,
): Promise<readonly PaymentWebhook[]> {
  try {
    const { data } = await sdk.disputes.list({ payment_intent: payment, limit: PAGE_LIMIT });
    return data.map((dispute) => listedDispute(dispute, nowMs));
  } catch (error) {
    throw failureOf(error);
  }
}

/**
 * A listed dispute as its webhook would have reported it. Its name has the outcome, so that each is recorded once.
 * @param nowMs when it was listed: the list does not tell when a dispute ended
 */
export function listedDispute(dispute: StripeSdk.Dispute, nowMs: number): PaymentWebhook {
  const { id, status, reason, amount, created } = dispute;
  const isOver = KEPT.has(status) || status === LOST;
  const outcome = KEPT.has(status) ? 'won' : 'lost';
  return {
    provider: 'stripe',
    eventId: `listed:${id}:${isOver ? outcome : 'open'}`,
    name: `dispute.listed.${status}`,
    providerAt: isoInstant(isOver ? nowMs : created * 1_000),
    transferId: null,
    subject: isOver ? 'dispute_closed' : 'dispute_opened',
    ref: id,
    paymentRef: refOf(dispute),
    reason: isOver ? outcome : reason,
    cents: amount,
    dueBy: isOver ? null : dueByOf(dispute),
  };
}

const refOf = ({ payment_intent: payment }: StripeSdk.Dispute): string | null =>
  typeof payment === 'string' ? payment : (payment?.id ?? null);

const dueByOf = ({ evidence_details: { due_by: seconds } }: StripeSdk.Dispute): string | null =>
  seconds === null ? null : isoInstant(seconds * 1_000);
