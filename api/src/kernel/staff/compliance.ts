import type { RuleDefinitionOnWire } from './rule-views.js';
import type { RuleAction } from './rules.js';
import type { SenderState } from './sender-states.js';
import type { KycBadge } from '../people/verification.js';
import type { Amount, RecordedRefusal, TransferStatus } from '../money/transfers.js';

/** Of a built-in rule, or of one that people made: `RULE_ID_PATTERN`. */
export type FraudRuleId = string;

/**
 * `suspicious` stops what is not paid out; `false_match` is cleared for the sender, and counts against the rule.
 */
export const REVIEW_OUTCOMES = ['cleared', 'suspicious', 'false_match'] as const;
export type ReviewOutcome = (typeof REVIEW_OUTCOMES)[number];
export const REVIEW_NOTE_MAX_LENGTH = 2_000;
export const HOLD_NOTE_MAX_LENGTH = 500;
export const REPORT_REFERENCE_MAX_LENGTH = 100;

/** The first report about a case, a correction of the last one, or a further one about what went on since. */
export const REPORT_KINDS = ['initial', 'amended', 'continuing'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** `snoozed` cases are open again once their time has come. */
export const CASE_STATUSES = ['open', 'proposed', 'snoozed', 'closed'] as const;
export type CaseStatus = (typeof CASE_STATUSES)[number];
/** Why a case is open again. */
export const OPENED_AGAIN = ['returned', 'reopened'] as const;
export type OpenedAgain = (typeof OPENED_AGAIN)[number];

/** The lists of the queue: cases to work on, the reader's own ones, by status, and suspicious ones without a filed report. */
export const CASE_LISTS = ['open', 'mine', 'proposed', 'snoozed', 'reports', 'closed'] as const;
export type CaseList = (typeof CASE_LISTS)[number];
export const CASE_SORTS = ['due', 'created', 'atRisk'] as const;
export type CaseSort = (typeof CASE_SORTS)[number];

/** Digits of an id that make the number of its case. */
const NUMBER_DIGITS = 8;
/** `C-5a7c1f0e`: the number by which people speak of a case. */
export const caseNumberOf = (id: string): string => `C-${id.slice(0, NUMBER_DIGITS)}`;
/** A number as people type it: with or without its letter, and from notes of the time when it had six digits. */
export const CASE_NUMBER_PATTERN = /^([Cc]-)?[\dA-Fa-f]{6,8}$/;
/** The number that was typed, or its beginning. */
export const typedCaseNumber = (typed: string): string =>
  caseNumberOf(typed.replace(/^[Cc]-/, '').toLowerCase());

/** Who placed a hold: the rule that alerted, or a lead (docs/money.md). */
export type HoldPlacer = 'rule' | 'lead';
/** Who released a hold: the review that cleared the case, or a lead. */
export type HoldReleaser = 'review' | 'lead';

class Alert {
  /** Why the rule alerted, in English with its numbers. */
  readonly reason!: string;
  /** Ids of the transfers and refused attempts behind the case, at most 100. */
  readonly txs!: string[];
}

/** A case in the view suspicious_transactions. */
export class SuspiciousTransaction {
  readonly id!: string;
  /** @example "C-5a7c1f0e" */
  readonly number!: string;
  /** The sender. */
  readonly uid!: string;
  /** The attempt that triggered the case's first alert. */
  readonly transactionId!: string;
  readonly alert!: Alert;
  readonly txCount!: number;
  readonly createdAt!: string;
  readonly updatedAt!: string;
  readonly reviewed!: boolean;
  readonly status!: CaseStatus;
  /** A lead returned its last proposal, or reopened it; null otherwise, and once something is proposed again. */
  readonly openedAgain!: OpenedAgain | null;
  /** The uid of the person who works on it; null without one. */
  readonly assignee!: string | null;
  /** Until when it rests. */
  readonly snoozedUntil!: string | null;
  readonly ruleId!: FraudRuleId;
  readonly ruleVersion!: number;
  readonly outcome!: ReviewOutcome | null;
  readonly note!: string | null;
  /** The uid of the reviewer. */
  readonly reviewedBy!: string | null;
  readonly reviewedAt!: string | null;
  /** Whether its last review paused the sender. */
  readonly pause!: boolean;
  /** When the report of a suspicious case has to be filed; null when none is due. */
  readonly reportDueAt!: string | null;
  /** Of the last report. */
  readonly reportFiledAt!: string | null;
  /** 30 days from detection. */
  readonly dueAt!: string;
  /** Sum of the accepted attempts behind the case. @example "60.00" */
  readonly atRisk!: Amount;
  /** In cents, by which cases are sorted. @example 6000 */
  readonly atRiskCents!: number;
  /** Sum of all attempts behind the case. @example "60.00" */
  readonly attempted!: Amount;
}

/** One attempt behind an alert. */
export class AttemptItem {
  readonly transferId!: string;
  /** Masked. */
  readonly recipient!: string;
  readonly platform!: string;
  /** Masked. */
  readonly handle!: string;
  /** @example "20.00" */
  readonly amount!: Amount;
  readonly at!: string;
  readonly refused!: RecordedRefusal | null;
  /** Null for a refused attempt, and for a transfer from before card payment. */
  readonly payment!: CasePayment | null;
}

class CaseHold {
  readonly by!: HoldPlacer;
  /** The lead; null for a rule. */
  readonly name!: string | null;
  /** Empty for a rule. */
  readonly note!: string;
  readonly at!: string;
  /** When the payment is cancelled or refunded unless a lead decides before. */
  readonly endsAt!: string;
}

/** The payment of an accepted attempt: whether it can be stopped, and what the case did about it. */
export class CasePayment {
  /** As the sender sees it. */
  readonly status!: TransferStatus;
  /** The case may hold it: it is not held by the case, not paid out and not ending. */
  readonly canHold!: boolean;
  /** By this case; null when it does not hold it. */
  readonly hold!: CaseHold | null;
  readonly isHeldByOthers!: boolean;
}

/** POST /compliance/cases/:id/hold and /release */
export interface HoldRequest {
  /** One of the case's accepted transfers. */
  readonly transferId: string;
  readonly note: string;
}

/** A case in a list. */
export class CaseItem extends SuspiciousTransaction {
  /** Null without one. */
  readonly assigneeName!: string | null;
  /** Who worked on it and is no longer a member of staff who does: the open case is unassigned. */
  readonly leftBy!: string | null;
  /** Masked. */
  readonly senderName!: string;
}

/** GET /compliance/cases */
export class CasePage {
  readonly items!: CaseItem[];
  readonly nextCursor!: string | null;
  /** More cases than are searched at once: those of a later page can match too. */
  readonly cut!: boolean;
}

/** GET /compliance/case-counts: how many cases each list has, up to 1,001, which means more than 1,000. */
export class CaseCounts {
  readonly open!: number;
  readonly mine!: number;
  readonly proposed!: number;
  readonly snoozed!: number;
  readonly reports!: number;
  readonly closed!: number;
}

class CaseAssignee {
  readonly uid!: string;
  readonly name!: string;
}

/** GET /compliance/case-assignees: who can be given a case. */
export class CaseAssignees {
  readonly items!: CaseAssignee[];
}

/** A change of a case since it was read. */
export class CaseChange {
  /** @example "OutcomeProposed" */
  readonly type!: string;
  /** A uid; null for an alert. */
  readonly by!: string | null;
  readonly at!: string;
}

class RuleParameters {
  readonly count!: number;
  readonly windowMs!: number;
  /** @example "200.00" */
  readonly from!: Amount;
  /** @example "250.00" */
  readonly below!: Amount | null;
}

export class OtherCase {
  readonly id!: string;
  readonly reviewed!: boolean;
  readonly ruleId!: FraudRuleId;
  readonly createdAt!: string;
  /** @example "60.00" */
  readonly atRisk!: Amount;
  /** Null while it is open. */
  readonly outcome!: ReviewOutcome | null;
}

export class CaseSender {
  readonly uid!: string;
  /** Masked. */
  readonly displayName!: string;
  readonly verification!: KycBadge;
  /** As they are now; empty for an ordinary account, and on a page that shows the past. */
  readonly states!: SenderState[];
  /** Sum of what was accepted in the last 30 days, whatever became of it. @example "180.00" */
  readonly requested30Days!: Amount;
  readonly refused30Days!: number;
  readonly otherCases!: OtherCase[];
}

/** Another sender who attempted to send to a handle of the case. */
export class SameHandleSender {
  readonly uid!: string;
  /** Masked. */
  readonly senderName!: string;
  /** Of the attempts that were read. */
  readonly firstAt!: string;
  readonly lastAt!: string;
  readonly attempts!: number;
  /** What was accepted of them. @example "215.00" */
  readonly sent!: Amount;
  /** Of this sender, newest first. */
  readonly cases!: OtherCase[];
}

/** GET /compliance/cases/:id/same-handle: of thirty days, the latest first. */
export class SameHandle {
  readonly items!: SameHandleSender[];
  /** There are more attempts or senders than are read. */
  readonly cut!: boolean;
}

/** One thing that happened to a case. */
export class CaseStep {
  /** @example "OutcomeProposed" */
  readonly type!: string;
  readonly at!: string;
  /** Who did it; null for an alert. */
  readonly by!: string | null;
  readonly name!: string | null;
  /** The note, reason or reference that was written; '' without one. */
  readonly text!: string;
  readonly outcome!: ReviewOutcome | null;
  /** Of an assignment. */
  readonly assigneeName!: string | null;
  /** Of a snooze. */
  readonly until!: string | null;
  /** Of a proposal or approval: the position of the page on which it was decided. */
  readonly seen!: string | null;
  /** Of a filed report. */
  readonly report!: ReportKind | null;
}

/** An outcome that waits for a second person. */
export class CaseProposal {
  readonly outcome!: ReviewOutcome;
  readonly reason!: string;
  readonly pause!: boolean;
  /** Position of the page on which the proposer decided. */
  readonly seen!: string;
  readonly by!: string;
  readonly name!: string | null;
  readonly at!: string;
}

/** GET /compliance/cases/:id */
export class CaseDetail extends SuspiciousTransaction {
  /** Who closed the case; null while it is open. */
  readonly reviewerName!: string | null;
  /** Who proposed the outcome of a closed case; null where one person closed it. */
  readonly proposerName!: string | null;
  readonly assigneeName!: string | null;
  /** As of a case in a list. */
  readonly leftBy!: string | null;
  /** The position of everything shown: the basis of a decision. */
  readonly position!: string;
  readonly proposal!: CaseProposal | null;
  /** Whether every outcome needs a second person, and not only a suspicious one. */
  readonly needsSecondPerson!: boolean;
  /** Newest first, at most 200. */
  readonly steps!: CaseStep[];
  readonly attempts!: AttemptItem[];
  /** Of the rule when it opened the case, as its event recorded it. */
  readonly action!: RuleAction;
  /** Parameters of the rule version that opened the case, as its event recorded them. */
  readonly parameters!: RuleParameters;
  /** Of the rule version that opened the case, as its event recorded it. */
  readonly definition!: RuleDefinitionOnWire;
  readonly sender!: CaseSender;
}

/** POST /compliance/cases/:id/review */
export interface ReviewRequest {
  readonly outcome: ReviewOutcome;
  readonly note: string;
}

/** POST /compliance/cases/:id/propose */
export interface ProposeRequest {
  readonly outcome: ReviewOutcome;
  readonly reason: string;
  /** Only of a suspicious case. */
  readonly pause?: boolean;
  /** `position` of the case as it was read. */
  readonly seen: string;
}
