import { useTranslation } from 'react-i18next';
import type { PaymentProgress, Transaction } from '@kernel/transfers';
import { cardText } from '@kernel/cards';
import { stepOf } from '@kernel/charge';
import { formatMoney, formatTime } from '../lib/format';
import { ButtonLink } from '../ui/button';
import { Notice } from '../ui/notice';
import { isRecalled } from './progress-entries';

type Look = Pick<Parameters<typeof Notice>[0], 'tone' | 'icon'>;

const LOOKS: Readonly<Record<string, Look>> = {
  awaited: { tone: 'warning', icon: 'clock' },
  declined_card: { tone: 'warning', icon: 'alert' },
  bank: { tone: 'warning', icon: 'clock' },
  ending: { tone: 'info', icon: 'clock' },
  charging: { tone: 'info', icon: 'clock' },
  paid: { tone: 'info', icon: 'clock' },
  sending: { tone: 'info', icon: 'send' },
  sent: { tone: 'info', icon: 'send' },
  unclaimed: { tone: 'info', icon: 'clock' },
  recalling: { tone: 'info', icon: 'clock' },
  delivered: { tone: 'success', icon: 'checkCircle' },
  refunding: { tone: 'warning', icon: 'refund' },
  refunding_unsent: { tone: 'warning', icon: 'refund' },
  refund_desk: { tone: 'warning', icon: 'refund' },
  refunded: { tone: 'success', icon: 'refund' },
  settled: { tone: 'success', icon: 'refund' },
  cancelled: { tone: 'info', icon: 'crossCircle' },
  cancelling: { tone: 'info', icon: 'crossCircle' },
  declined: { tone: 'danger', icon: 'alert' },
};

/** The transfer's state in one sentence, and what its sender has to do, if anything. */
export function TransferState({ transfer }: { readonly transfer: Transaction }) {
  const { t, i18n } = useTranslation();
  const { payment, recipient, platform, amount, fees, card } = transfer;
  const state = stateOf(transfer);
  const look = state === null ? undefined : LOOKS[state];
  if (state === null || !look) return null;
  const values = {
    recipient: recipient.split(' ')[0],
    platform,
    amount: formatMoney(amount, i18n.language),
    total: formatMoney(returnedOf(transfer) ?? fees.total, i18n.language),
    card: card ? cardText(card) : '',
    until: payment?.payBy ? formatTime(payment.payBy, i18n.language) : '',
    way: t(`tx.reason.${wayOf(transfer)}`),
    duration: durationOf(transfer, i18n.language) ?? t('tx.underMinute'),
  };
  return (
    <Notice {...look} role="status" className="tx-state" title={<>{t(`tx.state.${state}.title`, values)} </>}>
      <p>{t(`tx.state.${state}.text`, values)}</p>
      {ACTIONS.includes(state) && (
        <ButtonLink size="sm" tone="primary" to={`/payment?transfer=${transfer.id}`}>
          {t(`tx.state.${state}.action`)}
        </ButtonLink>
      )}
    </Notice>
  );
}

/** States in which the sender can do something about the payment. */
const ACTIONS: readonly string[] = ['awaited', 'declined_card', 'bank'];

/** Null for a transfer from before card payment existed. */
function stateOf(transfer: Transaction): string | null {
  const { status, payment } = transfer;
  if (status === 'sent') return sentStateOf(transfer);
  if (status === 'refunding' || status === 'refunded') return refundStateOf(transfer);
  if (status === 'cancelled' && isStillAtBank(payment)) return 'cancelling';
  if (status !== 'processing') return status;
  if (stepOf(transfer, 'payout_submitted')) return 'sending';
  return payment && paymentStateOf(payment);
}

function sentStateOf(transfer: Transaction): string {
  if (transfer.cancellable === 'recall') return 'unclaimed';
  return isRecalled(transfer) ? 'recalling' : 'sent';
}

/** The bank may still hold a reservation of the total. */
const isStillAtBank = (payment: Transaction['payment']): boolean =>
  payment?.state === 'pending' || payment?.state === 'authorized';

function paymentStateOf({ state, abandoned }: PaymentProgress): string {
  return abandoned ? 'ending' : (PAYMENT_STATES[state] ?? 'charging');
}

function refundStateOf(transfer: Transaction): string {
  if (transfer.status === 'refunded') return stepOf(transfer, 'refund_settled') ? 'settled' : 'refunded';
  if (stepOf(transfer, 'refund_failed')) return 'refund_desk';
  return stepOf(transfer, 'payout_submitted', 'payout_failed') ? 'refunding' : 'refunding_unsent';
}

const PAYMENT_STATES: Readonly<Record<string, string>> = {
  declined: 'declined_card',
  requires_action: 'bank',
  awaited: 'awaited',
  captured: 'paid',
};

/** How a refund was paid back that the bank did not accept. */
const wayOf = (transfer: Transaction): string => stepOf(transfer, 'refund_settled')?.reason ?? 'another_way';

/** The amount of a refund, which can leave out the fees. */
export function returnedOf(transfer: Transaction): string | undefined {
  return stepOf(transfer, 'refund_initiated')?.amount;
}

/** "9 minutes" from the request to the delivery; null for less than one. */
function durationOf(transfer: Transaction, language: string): string | null {
  const at = stepOf(transfer, 'delivered')?.at ?? transfer.createdAt;
  const minutes = Math.floor((Date.parse(at) - Date.parse(transfer.createdAt)) / 60_000);
  if (minutes < 1) return null;
  const unit = UNITS.find(({ from }) => minutes >= from) ?? { name: 'minute', length: 1 };
  const value = Math.round(minutes / unit.length);
  return new Intl.NumberFormat(language, { style: 'unit', unit: unit.name, unitDisplay: 'long' }).format(
    value,
  );
}

/** Shorter durations are shown in minutes. */
const UNITS = [
  { name: 'day', length: 1_440, from: 2_880 },
  { name: 'hour', length: 60, from: 120 },
];
