import type { ShownCard } from './cards.js';
import type { FeeScheduleName } from './fees.js';
import { centsOf, formatAmount } from './money.js';
import type { Platform } from './platforms.js';

/** Money on the wire: decimal dollars with two decimals, "20.00". */
export type Amount = string;

/** The state of a transfer as its sender sees it (docs/money.md). */
export const TRANSFER_STATUSES = [
  'processing',
  'sent',
  'delivered',
  'cancelled',
  'declined',
  'refunding',
  'refunded',
] as const;
export type TransferStatus = (typeof TRANSFER_STATUSES)[number];

/** Why a card was declined, as the sender sees it; the bank's own reasons (lost, stolen, fraud) are not passed on. */
export type DeclineGroup = 'check_details' | 'contact_bank' | 'not_enough_money' | 'try_again';

/** Most cards tried for one transfer (docs/money.md). */
export const PAYMENT_ATTEMPTS_LIMIT = 5;

/** All but `awaited` describe an attempt to charge a card (decision 49). */
export const PAYMENT_STATES = [
  'awaited',
  'pending',
  'requires_action',
  'authorized',
  'captured',
  'declined',
  'voided',
] as const;
type PaymentState = (typeof PAYMENT_STATES)[number];

/** The card payment of a transfer. */
export class PaymentProgress {
  /**
   * `awaited`: no card can be charged yet, none was chosen or the sender gave it up; choose one with
   * POST /transfers/:id/payment until `payBy`. The others describe the last attempt: `pending` (the bank is queried),
   * `requires_action` (at `actionUrl`), `authorized`, `captured`, `declined` (see `group`) or `voided` (released).
   */
  readonly state!: PaymentState;
  /** Until when a card can be tried; null once it is paid or ended. */
  readonly payBy!: string | null;
  /** Of a declined payment. */
  readonly group?: DeclineGroup;
  /** The bank's page where the sender confirms the payment. */
  readonly actionUrl?: string;
  /** The sender wants another card, and the processor is ending this attempt: until then none can be chosen. */
  readonly abandoned?: boolean;
}

/** What a provider or the desk has confirmed of a transfer, in the order in which it was recorded. */
type TransferStepKind =
  | 'requested'
  | 'authorized'
  | 'declined'
  | 'abandoned'
  | 'captured'
  | 'payout_submitted'
  | 'payout_accepted'
  | 'unclaimed'
  | 'delivered'
  | 'payout_failed'
  | 'payout_returned'
  | 'cancel_requested'
  | 'cancelled'
  | 'refund_initiated'
  | 'refunded'
  | 'refund_failed'
  | 'refund_settled'
  | 'problem_reported'
  | 'problem_answered';

export class TransferStep {
  readonly step!: TransferStepKind;
  readonly at!: string;
  /** The money concerned. @example "21.90" */
  readonly amount?: Amount;
  /** The platform's or the processor's reference. */
  readonly reference?: string;
  /** A code that has a text. @example "contact_bank" */
  readonly reason?: string;
  /**
   * What the platform itself said about a failure, or what we answered to a reported problem.
   * @example "This account cannot receive payments."
   */
  readonly words?: string;
  /** The card that was declined. */
  readonly card?: ShownCard;
}

const TAKEN_BACK: ReadonlySet<TransferStatus> = new Set(['cancelled', 'declined', 'refunding', 'refunded']);
const UNPAID: ReadonlySet<PaymentState> = new Set(['awaited', 'requires_action', 'declined', 'voided']);

/** The header with the text that is searched for, percent-encoded. */
export const SEARCH_HEADER = 'X-Flip-Search';
/** Longest text that is searched for, in characters. */
export const SEARCH_MAX_LENGTH = 80;
export const RECIPIENT_MAX_LENGTH = 80;
/** Longest note to a recipient, in characters. */
export const NOTE_MAX_LENGTH = 140;

class FeeBreakdown {
  /** $1 for every $50 or part of it. @example "1.00" */
  readonly flipFee!: Amount;
  /** @example "0.90" */
  readonly processingFee!: Amount;
}

/** Fees with the field names of specification §3. */
export class Fees {
  /** @example "1.90" */
  readonly totalFee!: Amount;
  /** Amount plus both fees: the card charge. @example "21.90" */
  readonly total!: Amount;
  readonly breakdown!: FeeBreakdown;
}

/** A transfer as entered in the form and sent to the API: the body of POST /transfers/check. */
export class TransferDraft {
  /** Recipient's name. @example "Maya Okafor" */
  readonly recipient!: string;
  /** Receiving platform. */
  readonly platform!: Platform;
  /** The recipient's email address, US phone number or name on the platform. */
  readonly handle!: string;
  /** Dollars without fees. @example "20.00" */
  readonly amount!: Amount;
  /** For the recipient; absent when there is none. @example "Dinner on Friday" */
  readonly note?: string;
}

/** The draft in whole cents, as in commands and events. Without a note, `note` is empty. */
export type Send = Omit<Required<TransferDraft>, 'amount'> & { readonly amountCents: number };

/** Only the send, from an event or command that has more. */
export function pickSend({ recipient, platform, handle, amountCents, note }: Send): Send {
  return { recipient, platform, handle, amountCents, note };
}

/** @throws Error when the amount was not validated */
export function sendOf({ recipient, platform, handle, amount, note = '' }: TransferDraft): Send {
  return { recipient, platform, handle, amountCents: centsOf(amount), note };
}

export function draftOf({ recipient, platform, handle, amountCents, note }: Send): TransferDraft {
  return { recipient, platform, handle, amount: formatAmount(amountCents), ...(note && { note }) };
}

/** A document of the view transactions, returned unchanged by the API (specification §3). */
export class Transaction extends TransferDraft {
  readonly id!: string;
  readonly uid!: string;
  readonly fees!: Fees;
  readonly createdAt!: string;
  readonly status!: TransferStatus;
  /** The card payment; null for transfers from before card payment existed: nothing more happens to them. */
  readonly payment!: PaymentProgress | null;
  readonly card!: ShownCard | null;
  /** What providers and the desk have confirmed so far. */
  readonly steps!: TransferStep[];
  /** Whether the sender can still cancel; `recall` asks the platform to return an unclaimed payout. */
  readonly cancellable!: 'yes' | 'recall' | 'no';
  /**
   * Its amount stopped counting toward the weekly limit before its seven days were over (payment failed, cancelled, refunded
   * before delivery).
   */
  readonly released!: boolean;
}

/** The part of a transaction that payment and payout move. */
export type TransferProgress = Pick<Transaction, 'status' | 'payment' | 'card' | 'steps' | 'cancellable'>;

/** Nothing was charged for it, or the charge is refunded: shown struck out. */
export const isReversed = ({ status, released }: Pick<Transaction, 'status' | 'released'>): boolean =>
  released || TAKEN_BACK.has(status);

/** Whether its payment waits for its sender: a card, another one after a decline, or the confirmation at the bank. */
export const waitsForPayment = (transfer: Pick<Transaction, 'status' | 'released' | 'payment'>): boolean => {
  const { payment } = transfer;
  return !isReversed(transfer) && !!payment && (UNPAID.has(payment.state) || payment.abandoned === true);
};

/** Whether it counts in the sums of what was sent: charged and not refunded, or with a bank at work on it (docs/money.md). */
export const countsAsSent = (transfer: Pick<Transaction, 'status' | 'released' | 'payment'>): boolean =>
  !isReversed(transfer) && !waitsForPayment(transfer);

/** Response of POST /transfers/:id/cancel. */
export class CancelledTransaction extends Transaction {
  /**
   * What goes back to the card; null while it is unknown: the bank still decides whether it reserves the total, or the
   * platform whether it returns a payout. A later repeat names it. @example "21.90"
   */
  readonly returns!: Amount | null;
}

/** Response of POST /transfers/:id/problem. */
export class ReportedProblem {
  /** The number under which the desk works on it. @example "P-2D9D3F6A-1C04F2" */
  readonly number!: string;
}

/** Longest report of a problem, in characters. */
export const PROBLEM_MAX_LENGTH = 500;

/** GET /transfers */
export class TransactionPage {
  readonly items!: Transaction[];
  readonly nextCursor!: string | null;
}

/** GET /transfers/total: of all transfers that match a filter, not only those of a page; sums of those that `countsAsSent`. */
export class TransfersTotal {
  readonly count!: number;
  /** Sum of the amounts without fees; what went back, or was never charged, is not in it. @example "470.00" */
  readonly sent!: Amount;
  /** Sum of the fees of the same transfers. @example "26.40" */
  readonly fees!: Amount;
  /** When the oldest was requested; null when there is none. */
  readonly since!: string | null;
  /** False when there are more transfers than one call adds up; then the numbers are of the newest. */
  readonly complete!: boolean;
}

export class TimelineStep {
  /** @example "TransferRequested" */
  readonly event!: string;
  readonly at!: string;
}

/** GET /transfers/:id/timeline */
export class Timeline {
  readonly items!: TimelineStep[];
  readonly nextCursor!: string | null;
}

class UpcomingRelease {
  readonly at!: string;
  /** @example "20.00" */
  readonly amount!: Amount;
}

/** An unpaid transfer that counts toward the week. */
export class UnpaidTransfer {
  readonly id!: string;
  /** Without fees. @example "130.00" */
  readonly amount!: Amount;
  /** When it ends unpaid and no longer counts; null while its last attempt is being ended. */
  readonly until!: string | null;
}

/** GET /allowance; null where no limit applies. `used` is `sent` plus `waiting` plus `freeing`. */
export class Allowance {
  readonly tier!: Tier;
  /** @example "250.00" */
  readonly weeklyLimit!: Amount | null;
  /** What counts toward the week. @example "250.00" */
  readonly used!: Amount;
  /** Paid, or with a bank at work on the payment. @example "120.00" */
  readonly sent!: Amount;
  /** Reserved for unpaid transfers. @example "130.00" */
  readonly waiting!: Amount;
  /** Of transfers that ended unpaid and are about to stop counting. @example "0.00" */
  readonly freeing!: Amount;
  /** The transfers of `waiting`, at most 20: the first to end first. */
  readonly unpaid!: UnpaidTransfer[];
  /** @example "0.00" */
  readonly remaining!: Amount | null;
  /** @example "1000.00" */
  readonly perTransferLimit!: Amount;
  /** When counted amounts leave the week, soonest first. */
  readonly frees!: UpcomingRelease[];
}

export type Tier = 'unverified' | 'verified';

/** Why a send was refused and recorded. */
export type RecordedRefusal = 'weekly_limit_exceeded' | 'per_transfer_limit_exceeded' | 'sending_paused';

/** GET /fees?amount= */
export class FeeQuote {
  /** @example "20.00" */
  readonly amount!: Amount;
  readonly fees!: Fees;
  readonly schedule!: FeeScheduleName;
}

/** What a platform may deduct before delivery (decision 21). */
class ThirdPartyFee {
  readonly platform!: Platform;
  /** @example "0.00" */
  readonly fee!: Amount;
}

/** GET /fees/schedule: the active schedule and the worked examples of /fees. */
export class FeeScheduleOverview {
  readonly schedule!: FeeScheduleName;
  readonly rows!: FeeQuote[];
  /** @example "1.00" */
  readonly minimum!: Amount;
  /** @example "1000.00" */
  readonly perTransferLimit!: Amount;
  /** @example "250.00" */
  readonly weeklyLimit!: Amount;
  /** Null where verified senders have no weekly limit. */
  readonly verifiedWeeklyLimit!: Amount | null;
  readonly acceptedFunding!: ('debit' | 'credit')[];
  /** Fees that a platform may deduct before delivery. */
  readonly thirdParty!: ThirdPartyFee[];
}
