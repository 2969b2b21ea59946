import type { PayoutRoute, Platform } from './platforms.js';
import type { Amount } from './transfers.js';

/**
 * What a task of the payout desk asks for: somebody to claim a payout, its outcome from who claimed it, agreement of a
 * second person, the outcome of a payout that nobody knows, what became of a payout that was refunded and that its
 * platform delivered nevertheless, a refund that failed, a problem that a sender reported, a dispute with the sender's bank.
 */
export const DESK_TASK_KINDS = [
  'claim',
  'outcome',
  'second_person',
  'unknown',
  'contradiction',
  'refund',
  'problem',
  'dispute',
] as const;
export type DeskTaskKind = (typeof DESK_TASK_KINDS)[number];

/** GET /compliance/payouts?state= */
export const DESK_FILTERS = ['open', ...DESK_TASK_KINDS, 'done'] as const;
export type DeskFilter = (typeof DESK_FILTERS)[number];

/** Tasks that end with a yes. */
export const DESK_CONFIRMATIONS = ['second_person', 'contradiction', 'refund', 'problem'] as const;
export type DeskConfirmation = (typeof DESK_CONFIRMATIONS)[number];

/** What an operator reports of a payout. */
export const PAYOUT_OUTCOMES = ['delivered', 'failed'] as const;
export type PayoutOutcome = (typeof PAYOUT_OUTCOMES)[number];

/** Why a payout was not made; each has a text. */
export const PAYOUT_FAILURES = ['wrong_handle', 'account_closed', 'blocked', 'limit', 'other'] as const;
export type PayoutFailure = (typeof PAYOUT_FAILURES)[number];

export const DESK_REFERENCE_MAX_LENGTH = 60;
/** Longest quotation of a platform about a payout that it did not make. */
export const PLATFORM_WORDS_MAX_LENGTH = 140;
/** Longest search for a problem's number or a transfer's id. */
export const DESK_SEARCH_MAX_LENGTH = 60;

/** A member of staff. */
export class DeskOperator {
  /** The uid, or the name of the simulated desk. @example "simulator" */
  readonly id!: string;
  readonly name!: string;
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
  /** What the recipient gets. @example "20.00" */
  readonly amount!: Amount;
  /** Since when it waits for somebody; for a done task, when it was done. */
  readonly since!: string;
  readonly needsSecondPerson!: boolean;
  /** Who claimed the payout. */
  readonly operator!: DeskOperator | null;
  readonly submittedAt!: string | null;
  /** The outcome that waits for a second person. */
  readonly proposal!: DeskProposal | null;
  /** What senders wrote, newest first; only of problems that are open. */
  readonly problems!: DeskProblem[];
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
}

/** Tasks whose payout any operator looks up at its platform, by the recipient's handle. */
const LOOKED_UP: ReadonlySet<string> = new Set(['second_person', 'unknown', 'contradiction', 'problem']);

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
  /** captured = delivered + fees + refunded + open for every transfer, to the cent. */
  readonly isBalanced!: boolean;
}

/** GET /compliance/ledger, newest day first. */
export class Ledger {
  readonly days!: LedgerDay[];
}
