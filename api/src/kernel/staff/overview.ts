import type { FraudRuleId } from './compliance.js';
import type { Amount } from '../money/transfers.js';

/** Days that the overview looks back. */
export const OVERVIEW_DAYS = ['7', '30', '90'] as const;
export type OverviewDays = (typeof OVERVIEW_DAYS)[number];

/** Open cases by full days since their detection; the last ones are overdue. */
export class CaseAges {
  /** More days than these. */
  readonly overDays!: number;
  /** At most these; null for no end. */
  readonly toDays!: number | null;
  /** Up to 1,001, which means more than 1,000. */
  readonly count!: number;
}

/** Alerts of one rule on one UTC day; days without any are skipped. */
export class RuleAlerts {
  /** @example "2026-11-20" */
  readonly day!: string;
  readonly ruleId!: FraudRuleId;
  readonly count!: number;
}

/** What became of the cases of one rule that were closed in the period. */
export class RuleOutcomes {
  readonly ruleId!: FraudRuleId;
  readonly closed!: number;
  readonly suspicious!: number;
  readonly falseMatches!: number;
}

/** The cases that were closed in seven days. */
export class ClosedInWeek {
  /** The first of them. @example "2026-11-14" */
  readonly from!: string;
  readonly closed!: number;
  /** From detection to the review; null without a closed case. @example 8.5 */
  readonly medianDays!: number | null;
}

export class DueReport {
  /** Of the case. */
  readonly id!: string;
  /** Masked. */
  readonly senderName!: string;
  readonly dueAt!: string;
}

/** Payouts that wait for an operator. */
export class WaitingPayouts {
  readonly count!: number;
  /** There are more, which wait for a shorter time. */
  readonly isCut!: boolean;
  /** What their recipients get. @example "2063.00" */
  readonly total!: Amount;
  /** Since when each waits, the longest first. */
  readonly since!: string[];
  /** @example 30 */
  readonly lateAfterMinutes!: number;
}

/**
 * GET /compliance/overview. Nothing in it is about the reader's own account. Counts of cases go up to 1,001, which means more
 * than 1,000.
 */
export class Overview {
  readonly asOf!: string;
  /** How many days `alerts`, `outcomes` and `medianDays` look back. */
  readonly days!: number;
  /** As many as the list of open cases has. */
  readonly open!: number;
  /** Unassigned open ones, also since a colleague left. */
  readonly unassigned!: number;
  /** Those not closed whose date has passed. */
  readonly overdue!: number;
  /** The date of the one that is overdue the longest; null without one. */
  readonly longestOverdueAt!: string | null;
  /** Those not closed that are due within five days. */
  readonly dueSoon!: number;
  /** Of them, those that rest or wait for a second person. */
  readonly dueSoonElsewhere!: number;
  /** Of the case not closed that is due next and not overdue; null without one. */
  readonly nextDueAt!: string | null;
  /** Cases with an outcome that waits for a second person. */
  readonly proposed!: number;
  /** When the oldest of them was detected. */
  readonly oldestProposedAt!: string | null;
  readonly ages!: CaseAges[];
  readonly alerts!: RuleAlerts[];
  readonly outcomes!: RuleOutcomes[];
  /** Only the 2,000 cases closed last were read for `outcomes` and `medianDays`. */
  readonly isCut!: boolean;
  /** From detection to the review; null without a closed case. @example 8.5 */
  readonly medianDays!: number | null;
  /** The same in as many days before. */
  readonly medianDaysBefore!: number | null;
  /** Twelve, the earliest first. */
  readonly weeks!: ClosedInWeek[];
  readonly reports!: number;
  /** Those due first, at most three. */
  readonly nextReports!: DueReport[];
  readonly reportsFiled!: number;
  readonly payouts!: WaitingPayouts;
}
