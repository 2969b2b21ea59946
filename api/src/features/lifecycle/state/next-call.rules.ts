import { isRecalled, isRecalledBySystem } from './recall.rules.js';
import { isUnchecked } from '../payment/doubted-charge.rules.js';
import type { LifecycleState } from './lifecycle-state.rules.js';

/** The provider call that a transfer is waiting for. Polls make up for lost webhooks. */
export type NextCall =
  | 'authorize'
  | 'capture'
  | 'void'
  | 'check_charge'
  | 'refund'
  | 'submit_payout'
  | 'recall_payout'
  | Poll;
type Poll = 'poll_payment' | 'poll_refund' | 'poll_payout';

/** The provider call that follows from the recorded intentions; null when none is outstanding. */
export function nextCallOf(state: LifecycleState): NextCall | null {
  const refund = refundCallOf(state);
  // A refund that is only polled leaves the turn to a payout that is open although it is recorded as failed.
  if (refund === 'poll_refund') return contradictionCallOf(state) ?? refund;
  const check = isUnchecked(state) ? 'check_charge' : null;
  return paymentCallOf(state) ?? check ?? payoutCallOf(state) ?? refund ?? contradictionCallOf(state);
}

function paymentCallOf({ stage, payment }: LifecycleState): NextCall | null {
  if (!payment || (stage !== 'requested' && stage !== 'authorized')) return null;
  if (payment.state === 'requested') return 'authorize';
  if (payment.state === 'action') return payment.voidRequested ? 'void' : 'poll_payment';
  if (payment.state !== 'authorized') return null;
  if (payment.voidRequested) return 'void';
  return payment.captureRequested ? 'capture' : null;
}

function payoutCallOf(state: LifecycleState): NextCall | null {
  const { stage, payout } = state;
  if (stage !== 'payout_submitted' || payout?.route === 'desk' || !payout) return null;
  // A call without an answer may not have paid yet, and its repeat would: the desk finds out instead.
  if (payout.state === 'submitted') return isRecalledBySystem(state) ? null : 'submit_payout';
  return payout.state === 'unclaimed' && isRecalled(state) ? 'recall_payout' : 'poll_payout';
}

/** Refunded, but open at the rail: taken back before its recipient gets it. */
const contradictionCallOf = ({ payout }: LifecycleState): NextCall | null =>
  payout?.route !== 'desk' && payout?.contradiction === 'open' && payout.found === 'open'
    ? 'recall_payout'
    : null;

/**
 * While the cardholder's bank disputes the charge, it decides about the money and no refund is made; one that the processor
 * had accepted before is completed all the same.
 */
function refundCallOf({ stage, refund, disputes }: LifecycleState): NextCall | null {
  if (stage !== 'refund_pending') return null;
  if (refund?.state === 'pending') return 'poll_refund';
  return refund?.state === 'requested' && disputes.length === 0 ? 'refund' : null;
}

/** Who has to be called: the card processor or the payout rail. */
export type Provider = 'cards' | 'payouts';

const PROVIDER_OF: Readonly<Record<NextCall, Provider>> = {
  authorize: 'cards',
  capture: 'cards',
  void: 'cards',
  check_charge: 'cards',
  poll_payment: 'cards',
  refund: 'cards',
  poll_refund: 'cards',
  submit_payout: 'payouts',
  recall_payout: 'payouts',
  poll_payout: 'payouts',
};

export const providerOf = (call: NextCall): Provider => PROVIDER_OF[call];

export const isPoll = (call: NextCall): call is Poll => call.startsWith('poll_');
