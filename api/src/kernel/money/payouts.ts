import { payoutRouteOf, type PayoutRoute, type Platform } from './platforms.js';
import type { ShownCard } from './cards.js';
import type { Amount, PaymentProgress, TransferProgress } from './transfers.js';

/**
 * The kinds of tasks of the payout desk: a payout to claim, its outcome from who claimed it, agreement of a
 * second person, the unknown outcome of a payout, what became of a payout that was refunded and that its
 * platform delivered nevertheless, a loss to book since a bank took back what had left already, a refund that failed, a
 * problem that a sender reported, the platform's response to a recall, a dispute with the sender's bank, a
 * difference between our records and a provider's, a charged transfer without a task that should have arrived.
 */
export const DESK_TASK_KINDS = [
  'claim',
  'outcome',
  'second_person',
  'unknown',
  'contradiction',
  'lost',
  'refund',
  'problem',
  'recall',
  'dispute',
  'difference',
  'late',
] as const;
export type DeskTaskKind = (typeof DESK_TASK_KINDS)[number];

/** Which tasks of the whole desk are listed. */
export const DESK_FILTERS = ['open', ...DESK_TASK_KINDS, 'done'] as const;
/** GET /compliance/payouts?state=; `mine`: the tasks that the caller ended. */
export const DESK_LISTS = [...DESK_FILTERS, 'mine'] as const;
export type DeskFilter = (typeof DESK_LISTS)[number];

/** Tasks that end with a yes: an agreement to what a colleague reported, or the end of what was waited for. */
export const DESK_CONFIRMATIONS = [
  'second_person',
  'second_refund',
  'contradiction',
  'lost',
  'refund',
  'problem',
] as const;
export type DeskConfirmation = (typeof DESK_CONFIRMATIONS)[number];

/** Most problems a sender can report of one transfer. */
export const PROBLEMS_LIMIT = 5;

/** What a difference between log and provider is about; the amounts are those that a provider reports. */
export const DIFFERENCE_ABOUTS = [
  'payment',
  'refund',
  'payout',
  'overdue',
  'payment_amount',
  'refund_amount',
  'payout_amount',
] as const;
export type DifferenceAbout = (typeof DIFFERENCE_ABOUTS)[number];

/** Longest text of what a provider reports; what exceeds it is cut where it is found. */
export const DIFFERENCE_FOUND_MAX_LENGTH = 1_000;
/** Longest reason for closing a difference, or for refunding or closing a stray charge. */
export const DIFFERENCE_REASON_MAX_LENGTH = 500;

/** An operator's report of a payout. */
export const PAYOUT_OUTCOMES = ['delivered', 'failed'] as const;
export type PayoutOutcome = (typeof PAYOUT_OUTCOMES)[number];

/** Why a payout was not made; each has a text. */
export const PAYOUT_FAILURES = ['wrong_handle', 'account_closed', 'blocked', 'limit', 'other'] as const;
export type PayoutFailure = (typeof PAYOUT_FAILURES)[number];

/** How a refund that the card processor refuses is paid back; each has a text. */
export const REFUND_WAYS = ['bank_transfer', 'check', 'another_way'] as const;
export type RefundWay = (typeof REFUND_WAYS)[number];

/** Longest answer to a reported problem; its sender gets it by mail. */
export const PROBLEM_ANSWER_MAX_LENGTH = 500;

export const DESK_REFERENCE_MAX_LENGTH = 60;
/** Longest quotation of a platform about a payout that it did not make. */
export const PLATFORM_MESSAGE_MAX_LENGTH = 140;
/** Longest search for a problem's number or a transfer's id. */
export const DESK_SEARCH_MAX_LENGTH = 60;

/** A member of staff. */
export class DeskOperator {
  /** The uid, or the name of the simulated desk. @example "simulator" */
  readonly id!: string;
  readonly name!: string;
}

/** A failed refund of the charge. */
class DeskRefund {
  /** What its sender still gets. @example "126.90" */
  readonly owed!: Amount;
  /** How an operator reports to have paid it back another way, until a second one agrees. */
  readonly settlement!: DeskRefundSettlement | null;
}

class DeskRefundSettlement {
  readonly way!: RefundWay;
  readonly reference!: string;
  readonly operator!: DeskOperator;
  readonly at!: string;
}

/** A dispute that the sender's bank has not decided. */
export class DeskDispute {
  /** The processor's word. @example "fraudulent" */
  readonly reason!: string;
  /** What it is about, maybe a part of the charge. @example "126.90" */
  readonly amount!: Amount;
  /** Until when the bank takes an answer; null where the processor does not say. */
  readonly dueBy!: string | null;
}

/** Returned by us to the sender. */
export class DeskPaidBack {
  /** @example "126.90" */
  readonly amount!: Amount;
  readonly at!: string;
  /** Of the refund at the processor, or of what was paid another way. @example "re_3QKa" */
  readonly reference!: string;
}

/** The amount that left beyond the charge. */
export class DeskLoss {
  /** All of it. @example "126.90" */
  readonly amount!: Amount;
  /** What operators have booked of it so far; more than the loss where it has fallen since. @example "0.00" */
  readonly booked!: Amount;
}

/** A problem that a sender reported. */
export class DeskProblem {
  /** The number that the sender was given. */
  readonly number!: string;
  readonly text!: string;
}

class DeskProposal {
  readonly outcome!: PayoutOutcome;
  /** The platform's reference, or the reason of a failure. */
  readonly reference!: string;
  /** What the platform said about a failure; may be empty. */
  readonly words!: string;
  readonly operator!: DeskOperator;
  /** When it was reported or last corrected: the person who agrees has to see the recipient after that. */
  readonly at!: string;
}

/** A provider's records differ from ours (docs/operations.md, Reconciliation). */
export class DeskDifference {
  readonly about!: DifferenceAbout;
  /** @example "captured" */
  readonly recorded!: string;
  /** The provider's report. @example "pi_3QK9x2 canceled" */
  readonly found!: string;
  /** Since when it is known. */
  readonly since!: string;
}

/** A task of the payout desk; personal texts are masked. */
export class DeskTask {
  readonly transferId!: string;
  readonly kind!: DeskTaskKind | 'done';
  readonly route!: PayoutRoute;
  readonly platform!: Platform;
  /** Masked. */
  readonly recipient!: string;
  /** Masked. */
  readonly handle!: string;
  /** The recipient's amount. @example "20.00" */
  readonly amount!: Amount;
  /** Since when it waits; for a done task, when it was done. */
  readonly since!: string;
  readonly needsSecondPerson!: boolean;
  /** The sender's bank disputes the charge, or has taken it back: what is not paid yet must not be paid. */
  readonly isDisputed!: boolean;
  /** Who claimed the payout; null also once the claim was released or given back. */
  readonly operator!: DeskOperator | null;
  readonly claimedAt!: string | null;
  /** When the caller last saw the recipient of a claimed or reported payout; null: not in the last four weeks. */
  readonly seenAt!: string | null;
  /** Of a task about a failed refund. */
  readonly refund!: DeskRefund | null;
  /** Open ones. */
  readonly disputes!: DeskDispute[];
  /** Of a disputed charge that was refunded: the answer to the bank. */
  readonly paidBack!: DeskPaidBack | null;
  /** Of a task about a loss. */
  readonly loss!: DeskLoss | null;
  /** The outcome that waits for a second person. */
  readonly proposal!: DeskProposal | null;
  /** Of a done task: what it was when a member of staff ended it; null also when the system ended it. */
  readonly doneAs!: DeskTaskKind | null;
  /** What became of the payout. */
  readonly outcome!: PayoutOutcome | null;
  /** What senders wrote, newest first; only of problems that are open. */
  readonly problems!: DeskProblem[];
  /** Open ones: nothing is charged or paid out until they have ended or are closed. */
  readonly differences!: DeskDifference[];
}

/** GET /compliance/payouts: open tasks oldest first, done ones newest first. */
export class DeskTasks {
  readonly items!: DeskTask[];
  /** There are more than are listed. */
  readonly isCut!: boolean;
  /** Sum of what the listed tasks' recipients get. @example "2053.00" */
  readonly total!: Amount;
  /** Above it an outcome needs a second person. @example "500.00" */
  readonly secondPersonOver!: Amount;
  /** A task about a payout is late after so many minutes. @example 30 */
  readonly lateAfterMinutes!: number;
}

/** A problem of a transfer, with its answer once it has one. */
class DeskPastProblem extends DeskProblem {
  readonly reportedAt!: string;
  readonly answer!: string | null;
  readonly answeredAt!: string | null;
}

/** GET /compliance/payouts/:transferId: what its sender sees of a transfer; recipient, handle and sender masked. */
export class DeskTransfer {
  readonly transferId!: string;
  /** Masked. */
  readonly sender!: string;
  /** Masked. */
  readonly recipient!: string;
  /** Masked. */
  readonly handle!: string;
  readonly platform!: Platform;
  /** @example "20.00" */
  readonly amount!: Amount;
  /** Charged to the card. @example "21.90" */
  readonly total!: Amount;
  readonly createdAt!: string;
  readonly status!: TransferProgress['status'];
  readonly card!: ShownCard | null;
  readonly payment!: PaymentProgress | null;
  readonly cancellable!: TransferProgress['cancellable'];
  readonly steps!: TransferProgress['steps'];
  /** Oldest first. */
  readonly problems!: DeskPastProblem[];
  /** The newest case about the transfer; null without one, and for staff without the right to read cases. */
  readonly caseId!: string | null;
}

/** Whether others have to act before the reader can: a bank, a platform, or another operator. */
export function waitsForOthers(
  { kind, operator, proposal, refund }: DeskTask,
  { uid }: { readonly uid: string },
): boolean {
  if (kind === 'dispute' || kind === 'recall' || kind === 'late') return true;
  if (kind === 'outcome') return operator !== null && operator.id !== uid;
  return [proposal, refund?.settlement].some((report) => report?.operator.id === uid);
}

/** Kinds in which the sender waits for an operator to pay or to look up the payout. */
const PAYOUT_KINDS: ReadonlySet<string> = new Set(['claim', 'outcome', 'second_person', 'unknown']);
export const isPayoutTask = ({ kind }: { readonly kind: string }): boolean => PAYOUT_KINDS.has(kind);
/** From this part of the time on, a task will soon be late. */
const SOON = 0.9;
const MINUTE_MS = 60_000;

/** How late a task about a payout is. */
export function latenessOf(
  { kind, since }: Pick<DeskTask, 'kind' | 'since'>,
  { nowMs, lateAfterMinutes }: { readonly nowMs: number; readonly lateAfterMinutes: number },
): 'none' | 'soon' | 'late' {
  if (!PAYOUT_KINDS.has(kind)) return 'none';
  const minutes = (nowMs - Date.parse(since)) / MINUTE_MS;
  if (minutes > lateAfterMinutes) return 'late';
  return minutes > lateAfterMinutes * SOON ? 'soon' : 'none';
}

/** A dispute of a stray charge. */
export class StrayDispute {
  /** @example "126.90" */
  readonly amount!: Amount;
  readonly state!: 'open' | 'won' | 'lost';
}

/** A payout under the transfer's id of a stray charge. */
export class StrayPayout {
  readonly state!: 'pending' | 'unclaimed' | 'delivered' | 'failed' | 'returned';
  /** The platform's reference. @example "ABCD-1" */
  readonly reference!: string | null;
}

const DAY_MS = 24 * 60 * 60_000;
/** A recipient has this long to claim a payout by PayPal or Venmo. */
export const CLAIM_DAYS = 30;

/** Whether an unrecorded payout may wait at its rail for its recipient (docs/money.md). */
export const mayBeUnclaimed = (
  { platform, chargedAt, payout }: Pick<StrayCharge, 'platform' | 'chargedAt' | 'payout'>,
  nowMs: number,
): boolean =>
  platform !== null &&
  payoutRouteOf(platform) === 'paypal' &&
  payout?.state !== 'failed' &&
  payout?.state !== 'returned' &&
  nowMs - Date.parse(chargedAt) < CLAIM_DAYS * DAY_MS;

/** A charge under a transfer's name that no transfer has recorded. */
export class StrayCharge {
  /** The processor's reference. @example "pi_3QK9x2" */
  readonly paymentRef!: string;
  /** The transfer that it was made for; the log does not know that charge. */
  readonly transferId!: string;
  /** @example "126.90" */
  readonly amount!: Amount;
  /** False: the amount is only reserved. */
  readonly isCharged!: boolean;
  readonly chargedAt!: string;
  /** `open` waits for its sender or an operator, `proposed` for a second one, `refunding` for the processor. */
  readonly state!: 'open' | 'proposed' | 'refunding';
  /** The uid of the operator who asked for the refund. */
  readonly proposedBy!: string | null;
  /** Why they asked for it; empty before. @example "Zelle has no payout under its ID." */
  readonly reason!: string;
  /** Null where the processor's metadata do not say. */
  readonly platform!: Platform | null;
  /** Whether the log still has the account of its sender; `unnamed` where the processor's metadata do not say who that is. */
  readonly sender!: 'known' | 'lost' | 'unnamed';
  /** What a refund would return: 0 while a bank decides, and once everything has gone back. @example "126.90" */
  readonly refundable!: Amount;
  /** What the processor has returned, or is returning. @example "0.00" */
  readonly refunded!: Amount;
  readonly disputes!: StrayDispute[];
  /** The last report of its rail about a payout under the transfer's id. */
  readonly payout!: StrayPayout | null;
}

/** GET /compliance/strays, oldest first. */
export class StrayCharges {
  readonly items!: StrayCharge[];
}

/** Tasks with a payout that any operator looks up at its platform, by the recipient's handle. */
const LOOKED_UP: ReadonlySet<string> = new Set([
  'second_person',
  'unknown',
  'contradiction',
  'lost',
  'problem',
]);

/** Whether an operator may see who gets a payout: one they claimed, or one to look up (docs/money.md, The payout desk). */
export const mayReveal = (
  kind: DeskTask['kind'],
  { claimedBy, uid }: { readonly claimedBy: string | null; readonly uid: string },
): boolean => (kind === 'outcome' ? claimedBy === uid : LOOKED_UP.has(kind));

/** POST /compliance/payouts/:transferId/reveal */
export class RevealedPayout {
  readonly recipient!: string;
  readonly handle!: string;
  readonly note!: string;
}

/** What became of the stray charges of a UTC day: charged = refunded + closed + open. */
export class LedgerStrays {
  /** @example "126.90" */
  readonly charged!: Amount;
  /** @example "0.00" */
  readonly refunded!: Amount;
  /** Closed by an operator without a refund of this part. @example "126.90" */
  readonly closed!: Amount;
  /** @example "0.00" */
  readonly open!: Amount;
  /** What banks took back in lost disputes; outside the sum. @example "0.00" */
  readonly lost!: Amount;
}

/** What became of the money that was charged on a UTC day: captured = delivered + fees + refunded + open. */
export class LedgerDay {
  /** UTC, of the charge. */
  readonly day!: string;
  /** @example "126.90" */
  readonly captured!: Amount;
  /** @example "120.00" */
  readonly delivered!: Amount;
  /** Kept. @example "6.90" */
  readonly fees!: Amount;
  /** @example "0.00" */
  readonly refunded!: Amount;
  /** @example "0.00" */
  readonly open!: Amount;
  /** Transfers that are neither delivered nor refunded. */
  readonly openCount!: number;
  /** What banks took back in lost disputes; outside the balance. @example "0.00" */
  readonly lost!: Amount;
  /** Our loss: the part of it that was also delivered, kept as fees or paid back by us. @example "0.00" */
  readonly loss!: Amount;
  /** Charges that no transfer has recorded: with `captured`, what the card processor charged that day. */
  readonly strays!: LedgerStrays;
  /** captured = delivered + fees + refunded + open for every transfer, to the cent. */
  readonly isBalanced!: boolean;
}

/** GET /compliance/ledger, newest day first. */
export class Ledger {
  readonly days!: LedgerDay[];
}
