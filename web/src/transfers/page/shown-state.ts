import { stepOf } from '@kernel/money/charge';
import type { Ending } from '@kernel/money/endings';
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
} as const satisfies Readonly<Record<string, StateLook>>;
type OpenState = keyof typeof LOOKS;

/** What becomes of the money of a transfer that ended. */
type Fate = 'uncharged' | 'cancelling' | 'refunding' | 'refund_desk' | 'refunded' | 'settled';

const ENDING_LOOKS: Readonly<Record<Ending, StateLook>> = {
  declined: { tone: 'danger', icon: 'alert' },
  expired: { tone: 'warning', icon: 'clock' },
  cancelled: { tone: 'info', icon: 'crossCircle' },
  not_completed: { tone: 'warning', icon: 'alert' },
  wrong_handle: { tone: 'warning', icon: 'alert' },
  account_closed: { tone: 'warning', icon: 'alert' },
  blocked: { tone: 'warning', icon: 'alert' },
  limit: { tone: 'warning', icon: 'alert' },
  not_delivered: { tone: 'warning', icon: 'alert' },
  unclaimed: { tone: 'warning', icon: 'clock' },
  recalled: { tone: 'info', icon: 'refund' },
  disputed: { tone: 'info', icon: 'refund' },
};

/** A transfer's state as its page names it (`tx.state` in the language files); of an ending, what becomes of its money. */
export type ShownState = OpenState | Fate;

/** The look of a state, and of an ending, whatever becomes of its money. */
export const lookOf = (state: ShownState, ending: Ending | null): StateLook =>
  ending && !isOpen(state) ? ENDING_LOOKS[ending] : LOOKS[isOpen(state) ? state : 'late'];

/** Whether a state names what happens, and not only what becomes of the money. */
export const isOpen = (state: ShownState): state is OpenState => state in LOOKS;

/** Null for a transfer from before card payment existed. `isLate`: the time that was named has passed. */
export function shownStateOf(transfer: Transaction, isLate: boolean): ShownState | null {
  const state = stateOf(transfer);
  return isLate && state !== 'refund_desk' ? 'late' : state;
}

/** Nothing changes any more by itself. */
const FINAL: ReadonlySet<ShownState> = new Set(['delivered', 'refunded', 'settled', 'uncharged']);
export const isFinal = (state: ShownState): boolean => FINAL.has(state);

/** States in which the sender can do something about the payment. */
const PAYABLE: ReadonlySet<ShownState> = new Set(['awaited', 'declined_card', 'bank']);
export const isPayable = (state: ShownState): boolean => PAYABLE.has(state);

function stateOf(transfer: Transaction): ShownState | null {
  switch (transfer.status) {
    case 'processing':
      return openStateOf(transfer);
    case 'sent':
      return sentStateOf(transfer);
    case 'delivered':
      return 'delivered';
    case 'cancelled':
    case 'declined':
      return isStillAtBank(transfer.payment) ? 'cancelling' : 'uncharged';
    case 'refunding':
    case 'refunded':
      return refundStateOf(transfer);
  }
}

function sentStateOf(transfer: Transaction): ShownState {
  if (transfer.cancellable === 'recall') return 'unclaimed';
  return isRecalled(transfer) ? 'recalling' : 'sent';
}

function openStateOf(transfer: Transaction): ShownState | null {
  if (stepOf(transfer, 'payout_submitted')) return 'sending';
  return transfer.payment && paymentStateOf(transfer.payment);
}

/** The bank may still hold a reservation of the total. */
const isStillAtBank = (payment: Transaction['payment']): boolean =>
  payment?.state === 'pending' || payment?.state === 'authorized';

function paymentStateOf({ state, abandoned }: PaymentProgress): ShownState {
  return abandoned ? 'ending' : (PAYMENT_STATES[state] ?? 'charging');
}

function refundStateOf(transfer: Transaction): ShownState {
  if (transfer.status === 'refunded') return stepOf(transfer, 'refund_settled') ? 'settled' : 'refunded';
  return stepOf(transfer, 'refund_failed') ? 'refund_desk' : 'refunding';
}

const PAYMENT_STATES: Readonly<Partial<Record<PaymentProgress['state'], ShownState>>> = {
  declined: 'declined_card',
  requires_action: 'bank',
  awaited: 'awaited',
  authorized: 'reserved',
  captured: 'paid',
};

/** The amount of a refund, which may exclude the fees. */
export function returnedOf(transfer: Transaction): string | undefined {
  return stepOf(transfer, 'refund_initiated')?.amount;
}
