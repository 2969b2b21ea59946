import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.js';
import type { WebhookEvent } from '../control/webhook-sender.js';
import type {
  SimulatedCustomer,
  SimulatedDispute,
  SimulatedMethod,
  SimulatedPayment,
  SimulatedRefund,
} from './stripe-state.js';

/** The version of the provider's API that these resources follow. */
const API_VERSION = '2026-10-28.endive';

/** Unix seconds, like all of the provider's timestamps. */
export const secondsOf = (clock: Clock): number => Math.floor(clock.now() / 1_000);

/** A new id in the provider's format: `pi_…`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString('base64url').replaceAll(/[-_]/g, '0')}`;
}

export function methodResource(method: SimulatedMethod): object {
  return {
    id: method.id,
    object: 'payment_method',
    type: 'card',
    created: method.created,
    customer: method.customerId,
    livemode: false,
    metadata: {},
    card: {
      brand: method.brand,
      last4: method.last4,
      exp_month: method.expMonth,
      exp_year: method.expYear,
      funding: method.funding,
      fingerprint: method.fingerprint || `${method.brand}${method.last4}`,
      country: 'US',
    },
  };
}

export function customerResource({ id, created, metadata }: SimulatedCustomer): object {
  return { id, object: 'customer', created, livemode: false, metadata };
}

/** `challengeUrl` is the bank's page for a payment that waits for it. */
export function paymentResource(payment: SimulatedPayment, challengeUrl: string): object {
  const { amount, status } = payment;
  const isWaiting = status === 'requires_action';
  return {
    id: payment.id,
    object: 'payment_intent',
    amount,
    amount_capturable: status === 'requires_capture' ? amount : 0,
    amount_received: status === 'succeeded' ? amount : 0,
    canceled_at: payment.canceledAt,
    capture_method: 'manual',
    confirmation_method: 'automatic',
    created: payment.created,
    currency: 'usd',
    customer: payment.customerId,
    last_payment_error: payment.declineCode === null ? null : cardError(payment.declineCode),
    livemode: false,
    metadata: payment.metadata,
    next_action: isWaiting
      ? { type: 'redirect_to_url', redirect_to_url: { url: challengeUrl, return_url: payment.returnUrl } }
      : null,
    payment_method: status === 'requires_payment_method' ? null : payment.methodId,
    allowed_payment_method_types: ['card'],
    payment_method_types: ['card'],
    setup_future_usage: payment.savesCard ? 'on_session' : null,
    status,
  };
}

export function refundResource(refund: SimulatedRefund): object {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    created: refund.created,
    currency: 'usd',
    metadata: refund.metadata,
    payment_intent: refund.paymentId,
    reason: null,
    status: refund.status,
    ...(refund.status === 'failed' && { failure_reason: 'expired_or_canceled_card' }),
  };
}

/** What the provider charges for each dispute, won or lost, in cents. */
const DISPUTE_FEE_CENTS = 1_500;
/** How long a bank waits for an answer, in seconds. */
const ANSWER_SECONDS = 18 * 24 * 60 * 60;

export function disputeResource(dispute: SimulatedDispute, chargedCents: number): object {
  const { created, status } = dispute;
  const amount = dispute.amount ?? chargedCents;
  const isInquiry = status.startsWith('warning_');
  const withdrawal = { amount: -amount, fee: DISPUTE_FEE_CENTS, net: -amount - DISPUTE_FEE_CENTS };
  return {
    id: dispute.id,
    object: 'dispute',
    amount,
    balance_transactions: isInquiry
      ? []
      : [{ object: 'balance_transaction', currency: 'usd', ...withdrawal }],
    created,
    currency: 'usd',
    evidence_details: {
      due_by: created + ANSWER_SECONDS,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: isInquiry,
    livemode: false,
    // A dispute does not inherit its payment's metadata.
    metadata: {},
    payment_intent: dispute.paymentId,
    reason: dispute.reason,
    status,
  };
}

/** Error codes in their own right; any other reason is the decline code of a `card_declined`. */
const OWN_CODES = new Set(['expired_card', 'incorrect_cvc', 'processing_error']);
/** The cardholder failed or refused the bank's challenge. */
export const CHALLENGE_FAILED = 'payment_intent_authentication_failure';

/** The card error for a decline code. */
export function cardError(declineCode: string): object {
  if (declineCode === CHALLENGE_FAILED)
    return {
      type: 'invalid_request_error',
      code: CHALLENGE_FAILED,
      message: 'The bank could not confirm it was you.',
    };
  const code = OWN_CODES.has(declineCode) ? declineCode : 'card_declined';
  return { type: 'card_error', code, decline_code: declineCode, message: 'Your card was declined.' };
}

/** An event as a webhook delivers it. */
export function eventOf(type: string, object: object, created: number): WebhookEvent {
  const id = newId('evt');
  const event = {
    id,
    object: 'event',
    api_version: API_VERSION,
    created,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
  return { id, body: JSON.stringify(event) };
}
