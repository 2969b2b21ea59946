import { stepOf } from '@kernel/money/charge';
import type { PaymentProgress, Transaction } from '@kernel/money/transfers';
import type { StateLook } from '../../ui/feedback/state-box';
import { isRecalled } from './progress-entries';

const LOOKS = {
  awaited: { tone: 'warning', icon: 'clock' },
  declined_card: { tone: 'warning', icon: 'alert' },
  bank: { tone: 'warning', icon: 'clock' },
  ending: { tone: 'info', icon: 'clock' },
  charging: { tone: 'info', icon: 'clock' },
  reserved: { tone: 'info', icon: 'clock' },
  paid: { tone: 'info', icon: 'clock' },
  sending: { tone: 'info', icon: 'send' },
  sent: { tone: 'info', icon: 'send' },
  late: { tone: 'warning', icon: 'clock' },
  unclaimed: { tone: 'info', icon: 'clock' },
  recalling: { tone: 'info', icon: 'clock' },
  delivered: { tone: 'success', icon: 'check' },
  refunding: { tone: 'warning', icon: 'refund' },
  refunding_unsent: { tone: 'warning', icon: 'refund' },
  refund_desk: { tone: 'warning', icon: 'refund' },
  refunded: { tone: 'success', icon: 'refund' },
  settled: { tone: 'success', icon: 'refund' },
  cancelled: { tone: 'info', icon: 'crossCircle' },
  cancelling: { tone: 'info', icon: 'crossCircle' },
  declined: { tone: 'danger', icon: 'alert' },
} as const satisfies Readonly<Record<string, StateLook>>;

/** A transfer's state as its page names it (`tx.state` in the language files). */
export type ShownState = keyof typeof LOOKS;

export const lookOf = (state: ShownState): StateLook => LOOKS[state];

/** Null for a transfer from before card payment existed. `isLate`: the time that was named has passed. */
export function shownStateOf(transfer: Transaction, isLate: boolean): ShownState | null {
  const state = stateOf(transfer);
  return isLate && state !== 'refund_desk' ? 'late' : state;
}

/** Nothing changes any more by itself. */
const FINAL: ReadonlySet<ShownState> = new Set(['delivered', 'refunded', 'settled', 'cancelled', 'declined']);
export const isFinal = (state: ShownState): boolean => FINAL.has(state);

/** States in which the sender can do something about the payment. */
const PAYABLE: ReadonlySet<ShownState> = new Set(['awaited', 'declined_card', 'bank']);
export const isPayable = (state: ShownState): boolean => PAYABLE.has(state);

function stateOf(transfer: Transaction): ShownState | null {
  const { status, payment, cancellable } = transfer;
  if (status === 'sent' && cancellable === 'recall') return 'unclaimed';
  if (isRecalled(transfer)) return 'recalling';
  if (GOING_BACK.has(status)) return refundStateOf(transfer);
  if (status === 'cancelled' && isStillAtBank(payment)) return 'cancelling';
  if (status !== 'processing') return status;
  if (stepOf(transfer, 'payout_submitted')) return 'sending';
  return payment && paymentStateOf(payment);
}

/** The bank may still hold a reservation of the total. */
const isStillAtBank = (payment: Transaction['payment']): boolean =>
  payment?.state === 'pending' || payment?.state === 'authorized';

function paymentStateOf({ state, abandoned }: PaymentProgress): ShownState {
  return abandoned ? 'ending' : (PAYMENT_STATES[state] ?? 'charging');
}

const GOING_BACK: ReadonlySet<Transaction['status']> = new Set(['refunding', 'refunded']);

function refundStateOf(transfer: Transaction): ShownState {
  if (transfer.status === 'refunded') return stepOf(transfer, 'refund_settled') ? 'settled' : 'refunded';
  if (stepOf(transfer, 'refund_failed')) return 'refund_desk';
  return stepOf(transfer, 'payout_submitted', 'payout_failed') ? 'refunding' : 'refunding_unsent';
}

const PAYMENT_STATES: Readonly<Partial<Record<PaymentProgress['state'], ShownState>>> = {
  declined: 'declined_card',
  requires_action: 'bank',
  awaited: 'awaited',
  authorized: 'reserved',
  captured: 'paid',
};

/** The amount of a refund, which can leave out the fees. */
export function returnedOf(transfer: Transaction): string | undefined {
  return stepOf(transfer, 'refund_initiated')?.amount;
}
