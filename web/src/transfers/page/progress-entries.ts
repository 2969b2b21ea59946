import { stepOf } from '@kernel/money/charge';
import type { Transaction, TransferStep } from '@kernel/money/transfers';
import type { TimelineEntry } from '../../ui/feedback/timeline';
import { runsOf, type Run } from '../../lib/runs';

/** A step of the timeline before it has words: `text` names them in the language files. */
export interface ProgressEntry {
  readonly id: string;
  readonly state: TimelineEntry['state'];
  readonly text: string;
  readonly step: TransferStep | null;
  /** The refused tries in a row that it represents, if several. */
  readonly tries?: readonly TransferStep[];
}

const FAILED: readonly TransferStep['step'][] = [
  'declined',
  'payout_failed',
  'payout_returned',
  'refund_failed',
];
const STOPPED: readonly TransferStep['step'][] = ['abandoned', 'cancelled', 'cancel_requested'];
/** Steps that say nothing once one of those behind them is there. */
const COVERED: Readonly<Partial<Record<TransferStep['step'], readonly TransferStep['step'][]>>> = {
  authorized: ['captured'],
  cancel_requested: ['cancelled'],
  payout_submitted: ['payout_accepted', 'unclaimed'],
};

/** What happened, what happens now and what comes next, in order (docs/money.md). */
export function progressEntries(transfer: Transaction): readonly ProgressEntry[] {
  const { steps, createdAt } = transfer;
  const requested: TransferStep = { step: 'requested', at: createdAt };
  const shown = [requested, ...steps.filter((step) => !isCovered(step, transfer))];
  // Each step alone, and declines in a row together.
  const runs = runsOf(shown, (first, next) => first.step === 'declined' && next.step === 'declined');
  const done = runs.map((run, index) => entryOf(run, index, transfer));
  const next = nextOf(transfer);
  return [...done, ...next.map((text, index) => ahead(text, index === 0))];
}

function entryOf(run: Run<TransferStep>, index: number, transfer: Transaction): ProgressEntry {
  const [step] = run;
  const id = `${step.step} ${String(index)}`;
  if (run.length > 1) return { id, state: 'stopped', text: 'declined', step, tries: run };
  return { id, state: stateOf(step), text: textOf(step, transfer), step };
}

/** Steps that the sender did not ask for, and a bank's question without a yes, have separate words. */
const BY_REASON: Readonly<Partial<Record<TransferStep['step'], Readonly<Record<string, string>>>>> = {
  cancel_requested: { not_paid: 'expired' },
  declined: { not_confirmed: 'not_confirmed' },
  refund_initiated: { not_completed: 'refund_not_completed', disputed: 'refund_by_bank' },
};

function textOf({ step, reason = '' }: TransferStep, { status }: Transaction): string {
  // A payout by hand has no message of the platform before its end.
  if (step === 'payout_submitted' && status === 'delivered') return 'payout_sent';
  return BY_REASON[step]?.[reason] ?? step;
}

function stateOf({ step, reason = '' }: TransferStep): ProgressEntry['state'] {
  if (step === 'problem_reported' || (step === 'cancel_requested' && !BY_REASON.cancel_requested?.[reason]))
    return 'info';
  if (FAILED.includes(step)) return 'failed';
  return STOPPED.includes(step) ? 'stopped' : 'done';
}

const isCovered = ({ step }: TransferStep, transfer: Transaction): boolean =>
  stepOf(transfer, ...(COVERED[step] ?? [])) !== undefined;

const ahead = (text: string, isNow: boolean): ProgressEntry => ({
  id: text,
  state: isNow ? 'now' : 'later',
  text,
  step: null,
});

/** The texts of the current step and of what follows it. */
function nextOf(transfer: Transaction): readonly string[] {
  const { status, cancellable } = transfer;
  if (status === 'refunding') return [stepOf(transfer, 'refund_failed') ? 'refund_desk' : 'refunded_later'];
  if (isRecalled(transfer)) return ['recalling'];
  if (status === 'sent') return [cancellable === 'recall' ? 'claiming' : 'delivering'];
  return status === 'processing' ? beforeSending(transfer) : [];
}

/** The payout was recalled, and the platform has not decided. */
export const isRecalled = (transfer: Transaction): boolean =>
  transfer.status === 'sent' && stepOf(transfer, 'cancel_requested') !== undefined;

function beforeSending(transfer: Transaction): readonly string[] {
  const { payment } = transfer;
  if (!payment) return ['before_payments'];
  if (stepOf(transfer, 'payout_submitted')) return ['delivering'];
  if (payment.state === 'captured') return ['sending', 'delivered_later'];
  const waits = payment.abandoned ? 'paying' : PAYING[payment.state];
  return [waits ?? 'charging', waits === undefined ? 'sent_later' : 'sent_unpaid', 'delivered_later'];
}

/** Whether nothing is paid yet and its sender still can: with a first card, with another one, or at the bank. */
export const isUnpaid = ({ status, payment }: Pick<Transaction, 'status' | 'payment'>): boolean =>
  status === 'processing' && payment !== null && PAYING[payment.state] !== undefined;

/** What a payment waits for that needs the sender. */
const PAYING: Readonly<Record<string, string>> = {
  awaited: 'paying',
  declined: 'paying',
  requires_action: 'confirming',
};
