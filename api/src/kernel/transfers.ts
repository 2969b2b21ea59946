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
export type DeclineGroup = 'check_details' | 'contact_bank' | 'try_again';

/** Most cards tried for one transfer (docs/money.md). */
export const PAYMENT_ATTEMPTS_LIMIT = 5;

/** All but `awaited` tell of an attempt to charge a card (decision 49). */
type PaymentState =
  | 'awaited'
  | 'pending'
  | 'requires_action'
  | 'authorized'
  | 'captured'
  | 'declined'
  | 'voided';

/** The card payment of a transfer. */
export interface PaymentProgress {
  readonly state: PaymentState;
  /** Until when a card can be tried; null once it is paid or ended. */
  readonly payBy: string | null;
  /** Of a declined payment. */
  readonly group?: DeclineGroup;
  /** The bank's page where the sender confirms the payment. */
  readonly actionUrl?: string;
  /** The sender wants another card, and the processor is ending this attempt: until then none can be chosen. */
  readonly abandoned?: true;
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
  | 'problem_reported';

export interface TransferStep {
  readonly step: TransferStepKind;
  readonly at: string;
  /** The money concerned. */
  readonly amount?: Amount;
  /** The platform's or provider's reference. */
  readonly reference?: string;
  /** A code that has a text. */
  readonly reason?: string;
  /** What the platform itself said about a failure. */
  readonly words?: string;
}

/** The part of a transaction that payment and payout move. */
export interface TransferProgress {
  readonly status: TransferStatus;
  /** Null for transfers from before card payment existed: nothing more happens to them. */
  readonly payment: PaymentProgress | null;
  readonly card: { readonly brand: string; readonly last4: string } | null;
  readonly steps: readonly TransferStep[];
  /** Whether the sender can still cancel; `recall` asks the platform to return a payout that nobody has claimed. */
  readonly cancellable: 'yes' | 'recall' | 'no';
}

const TAKEN_BACK: ReadonlySet<TransferStatus> = new Set(['cancelled', 'declined', 'refunding', 'refunded']);
const NOT_PAYING: ReadonlySet<PaymentProgress['state']> = new Set(['awaited', 'declined', 'voided']);

export const RECIPIENT_MAX_LENGTH = 80;
/** Longest note to a recipient, in characters. */
export const NOTE_MAX_LENGTH = 140;

/** Fees with the field names of specification §3. */
export interface Fees {
  readonly totalFee: Amount;
  /** Amount plus both fees: the card charge. */
  readonly total: Amount;
  readonly breakdown: { readonly flipFee: Amount; readonly processingFee: Amount };
}

/** A transfer as entered in the form and sent to the API: the body of POST /transfers/check. */
export interface TransferDraft {
  readonly recipient: string;
  readonly platform: Platform;
  readonly handle: string;
  readonly amount: Amount;
  /** For the recipient; absent when there is none. */
  readonly note?: string;
}

/** The draft in whole cents, as in commands and events. Without a note, `note` is empty. */
export type Send = Omit<Required<TransferDraft>, 'amount'> & { readonly amountCents: number };

/** @throws Error when the amount was not validated */
export function sendOf({ recipient, platform, handle, amount, note = '' }: TransferDraft): Send {
  return { recipient, platform, handle, amountCents: centsOf(amount), note };
}

export function draftOf({ recipient, platform, handle, amountCents, note }: Send): TransferDraft {
  return { recipient, platform, handle, amount: formatAmount(amountCents), ...(note && { note }) };
}

/** A document of the view transactions, returned unchanged by the API (specification §3). */
export interface Transaction extends TransferDraft, TransferProgress {
  readonly id: string;
  readonly uid: string;
  readonly fees: Fees;
  readonly createdAt: string;
  /** Its amount no longer counts toward the weekly limit (payment failed, canceled, refunded before delivery). */
  readonly released: boolean;
  /** Revisions of its events in the sender's stream. */
  readonly revisions: readonly string[];
}

/** Nothing was taken for it, or what was taken goes back: shown struck out. */
export const isReversed = ({ status, released }: Pick<Transaction, 'status' | 'released'>): boolean =>
  released || TAKEN_BACK.has(status);

/** Whether it is in the sums of what was sent: charged and not taken back, or with a payment under way (docs/money.md). */
export const countsAsSent = (transfer: Pick<Transaction, 'status' | 'released' | 'payment'>): boolean =>
  !isReversed(transfer) && !(transfer.payment && NOT_PAYING.has(transfer.payment.state));

/** The answer to POST /transfers/:id/cancel. */
export interface CancelledTransaction extends Transaction {
  /** What goes back to the card; null while the platform decides whether it returns a payout. */
  readonly returns: Amount | null;
}

/** Longest report of a problem, in characters. */
export const PROBLEM_MAX_LENGTH = 500;

/** A page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** GET /transfers/total: of all transfers that match a filter, not only those of a page. */
export interface TransfersTotal {
  readonly count: number;
  /** Sum of the amounts without fees of those that `countsAsSent`. */
  readonly sent: Amount;
  /** Sum of their fees. */
  readonly fees: Amount;
  /** When the oldest was requested; null when there is none. */
  readonly since: string | null;
  /** False when there are more transfers than one call adds up; then the numbers are of the newest. */
  readonly complete: boolean;
}

/** GET /transfers/:id/timeline */
export interface TimelineStep {
  readonly event: string;
  readonly stream: string;
  readonly revision: string;
  readonly position: string;
  readonly at: string;
}

/** GET /allowance; null where no limit applies. */
export interface Allowance {
  readonly tier: Tier;
  readonly weeklyLimit: Amount | null;
  readonly used: Amount;
  readonly remaining: Amount | null;
  readonly perTransferLimit: Amount;
  /** When counted amounts leave the window, soonest first. */
  readonly frees: readonly { readonly at: string; readonly amount: Amount }[];
}

export type Tier = 'unverified' | 'verified';

/** Why a send was refused and recorded. */
export type RecordedRefusal = 'weekly_limit_exceeded' | 'per_transfer_limit_exceeded' | 'sending_paused';

/** GET /fees?amount= */
export interface FeeQuote {
  readonly amount: Amount;
  readonly fees: Fees;
  readonly schedule: FeeScheduleName;
}

/** GET /fees/schedule: the active schedule and the worked examples of /fees. */
export interface FeeScheduleOverview {
  readonly schedule: FeeScheduleName;
  readonly rows: readonly FeeQuote[];
  readonly minimum: Amount;
  readonly perTransferLimit: Amount;
  readonly weeklyLimit: Amount;
  /** Null where verified senders have no weekly limit. */
  readonly verifiedWeeklyLimit: Amount | null;
  readonly acceptedFunding: readonly ('debit' | 'credit')[];
  /** Fees that a platform may deduct before delivery (decision 21). */
  readonly thirdParty: readonly { readonly platform: Platform; readonly fee: Amount }[];
}
