import type StripeSdk from 'stripe';
import { ProviderUnknown } from '../../../engine/providers/provider-unknown.js';
import type { PaymentState, RefundState } from '../../lifecycle/payment/card-payments.js';
import { groupOf } from './stripe-errors.js';

/** A payment's state in our terms. @throws ProviderUnknown while the provider has not decided */
export function paymentStateOf(payment: StripeSdk.PaymentIntent, providerAt: string): PaymentState {
  const common = { paymentRef: payment.id, providerAt };
  switch (payment.status) {
    case 'requires_capture':
      return { state: 'authorized', ...common, cents: usd(payment, payment.amount_capturable) };
    case 'succeeded':
      return { state: 'captured', ...common, cents: usd(payment, payment.amount_received) };
    case 'canceled':
      return { state: 'cancelled', ...common, cents: null };
    case 'requires_payment_method':
      return { state: 'declined', ...common, group: groupOf(payment.last_payment_error ?? {}) };
    case 'requires_action': {
      const actionUrl = payment.next_action?.redirect_to_url?.url;
      if (typeof actionUrl === 'string') return { state: 'requires_action', ...common, actionUrl };
      throw new ProviderUnknown('The payment requires an action without an address');
    }
    default:
      throw new ProviderUnknown(`The payment is ${payment.status}`);
  }
}

/** A refund's state in our terms. */
export function refundStateOf(refund: StripeSdk.Refund, providerAt: string): RefundState {
  const { id, status, amount } = refund;
  const isFailed = status === 'failed' || status === 'canceled';
  const state = status === 'succeeded' ? 'completed' : isFailed ? 'failed' : 'pending';
  return { state, refundRef: id, providerAt, cents: usd(refund, amount) };
}

/** An amount in another currency is not what we called for. */
const usd = ({ currency }: { readonly currency: string }, cents: number): number =>
  currency === 'usd' ? cents : 0;

/** The stored response to an earlier call under the same key. */
export function isRepeated({ lastResponse }: StripeSdk.Response<StripeSdk.PaymentIntent>): boolean {
  return lastResponse.headers['idempotent-replayed'] === 'true';
}

/** A payment that the card's bank refused. */
export function declined(refusal: StripeSdk.errors.StripeError, providerAt: string): PaymentState {
  const paymentRef = refusal.payment_intent?.id ?? null;
  return { state: 'declined', paymentRef, providerAt, group: groupOf(refusal) };
}

/** A card that cannot be used. */
export function unusable(providerAt: string): PaymentState {
  return { state: 'declined', paymentRef: null, providerAt, group: 'check_details' };
}
