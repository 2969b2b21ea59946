import type { LifecycleState } from './lifecycle-state.rules.js';

/** The provider call that a transfer is waiting for. Polls make up for lost webhooks. */
export type NextCall = 'authorize' | 'capture' | 'void' | 'refund' | 'submit_payout' | 'recall_payout' | Poll;
type Poll = 'poll_payment' | 'poll_refund' | 'poll_payout';

/** The provider call that follows from the recorded intentions; null when none is outstanding. */
export function nextCallOf(state: LifecycleState): NextCall | null {
  return paymentCallOf(state) ?? payoutCallOf(state) ?? refundCallOf(state);
}

function paymentCallOf({ stage, payment }: LifecycleState): NextCall | null {
  if (!payment || (stage !== 'requested' && stage !== 'authorized')) return null;
  if (payment.state === 'requested') return 'authorize';
  if (payment.state === 'action') return payment.voidRequested ? 'void' : 'poll_payment';
  if (payment.state !== 'authorized') return null;
  if (payment.voidRequested) return 'void';
  return payment.captureRequested ? 'capture' : null;
}

function payoutCallOf({ stage, payout }: LifecycleState): NextCall | null {
  if (stage !== 'payout_submitted' || payout?.route === 'desk' || !payout) return null;
  if (payout.state === 'submitted') return 'submit_payout';
  return payout.recallRequested ? 'recall_payout' : 'poll_payout';
}

/** While the cardholder's bank disputes the charge, it decides about the money. */
function refundCallOf({ stage, refund, disputes }: LifecycleState): NextCall | null {
  if (stage !== 'refund_pending' || disputes.length > 0) return null;
  if (refund?.state === 'requested') return 'refund';
  return refund?.state === 'pending' ? 'poll_refund' : null;
}

export const isPoll = (call: NextCall): call is Poll => call.startsWith('poll_');
