import { useCompletedElsewhere, usePaymentCheck } from './use-payment-check';

/** Behind every screen of a sender: finds out what became of payments without a response. */
export function PaymentsWatch() {
  usePaymentCheck();
  useCompletedElsewhere();
  return null;
}
