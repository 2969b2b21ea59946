import type StripeSdk from 'stripe';
import type { AuthorizationRequest } from '../../lifecycle/payment/card-payments.js';

/** On the cardholder's statement, after the account's own name. */
const STATEMENT_SUFFIX = 'TRANSFER';

/** A payment that is confirmed when it is created, and captured later. */
export function paymentOf(request: AuthorizationRequest): StripeSdk.PaymentIntentCreateParams {
  const { card, sender, recipient } = request;
  return {
    amount: request.totalCents,
    currency: 'usd',
    payment_method: card.paymentMethodRef,
    allowed_payment_method_types: ['card'],
    ...(card.customerRef !== null && { customer: card.customerRef }),
    capture_method: 'manual',
    confirm: true,
    return_url: request.returnUrl,
    ...(request.saveCard && card.customerRef !== null && { setup_future_usage: 'on_session' as const }),
    statement_descriptor_suffix: STATEMENT_SUFFIX,
    // Stripe has no fields for a recipient; the name, which is personal, is not sent.
    metadata: {
      transferId: request.transferId,
      key: request.key,
      uid: sender.uid,
      platform: recipient.platform,
      amountCents: request.amountCents,
    },
  };
}
