import { streamCategory, type DomainEvent } from '../../../event-sourcing/event.js';
import type { FraudRuleId, ReportKind, ReviewOutcome } from '../../../kernel/staff/compliance.js';
import type { RuleAction, RuleDefinition } from '../../../kernel/staff/rules.js';
import type { AlertTransaction, RuleParameters } from './alert-facts.rules.js';

/** The stream of one case, from its first alert to its last review and report. */
export const caseStream = streamCategory('case-');

/** What both alert events record. */
export interface Alert {
  readonly uid: string;
  /** The attempt that triggered the alert. */
  readonly transactionId: string;
  readonly alert: { readonly reason: string; readonly txs: readonly string[] };
  readonly ruleId: FraudRuleId;
  readonly ruleVersion: number;
  readonly parameters: RuleParameters;
  /** Of the version that alerted. */
  readonly definition: RuleDefinition;
  /** The rule's action when it alerted. */
  readonly action: RuleAction;
  readonly transactions: readonly AlertTransaction[];
}

/** What every event of a case's staff records: whom the case is about, and the uid of who acted. */
interface ByStaff {
  readonly uid: string;
  readonly by: string;
}

export type SuspiciousTransactionRaised = DomainEvent<
  'SuspiciousTransactionRaised',
  Alert & { mode: 'live' }
>;
export type AlertTransactionsAdded = DomainEvent<'AlertTransactionsAdded', Alert>;
export type AlertEvent = SuspiciousTransactionRaised | AlertTransactionsAdded;
export type CaseAssigned = DomainEvent<'CaseAssigned', ByStaff & { assignee: string | null }>;
export type CaseSnoozed = DomainEvent<'CaseSnoozed', ByStaff & { until: string; reason: string }>;
export type NoteAdded = DomainEvent<'NoteAdded', ByStaff & { text: string }>;
export type OutcomeProposed = DomainEvent<
  'OutcomeProposed',
  ByStaff & {
    outcome: ReviewOutcome;
    reason: string;
    /** Whether the sender may not send afterwards; only of a suspicious case. */
    pause: boolean;
    /** Position of the page on which the proposer decided. */
    seen: string;
    /** Whether the outcome needs a second person. */
    fourEyes: boolean;
  }
>;
export type ProposalReturned = DomainEvent<'ProposalReturned', ByStaff & { reason: string }>;
export type CaseReviewed = DomainEvent<
  'CaseReviewed',
  {
    uid: string;
    outcome: ReviewOutcome;
    note: string;
    reviewedBy: string;
    reviewedAt: string;
    /** Null for a case that one person closed. */
    proposedBy: string | null;
    /** Position of the page on which the approver decided; null without a second person. */
    seen: string | null;
    pause: boolean;
    fourEyes: boolean;
  }
>;
export type CaseReopened = DomainEvent<'CaseReopened', ByStaff & { reason: string }>;
export type ReportFiled = DomainEvent<
  'ReportFiled',
  ByStaff & { kind: ReportKind; reference: string; filedAt: string }
>;
export type CaseEvent =
  | AlertEvent
  | CaseAssigned
  | CaseSnoozed
  | NoteAdded
  | OutcomeProposed
  | ProposalReturned
  | CaseReviewed
  | CaseReopened
  | ReportFiled;
