import type { AttemptItem, FraudRuleId, ReviewOutcome } from './compliance.js';
import type { RuleDefinitionOnWire } from './rule-views.js';
import type { Amount } from '../money/transfers.js';

export const BACKTEST_STATES = ['running', 'done', 'cancelled'] as const;
export type BacktestState = (typeof BACKTEST_STATES)[number];

/** Most alerts that each list of a result has: the latest ones. */
export const BACKTEST_LISTED_LIMIT = 1_000;
/** The longest period of a backtest, in days: about the five years that history is kept. */
export const BACKTEST_LONGEST_DAYS = 1_830;
/** How many days before an activation are read for its warning. */
export const WARNING_DAYS = 30;
/** A rule that alerts on more than this share of the attempts warns before it is activated. */
const WARNING_SHARE = 0.1;

/** POST /compliance/backtests */
export interface StartBacktestRequest {
  readonly definition: RuleDefinitionOnWire;
  /** The first instant of the period. */
  readonly from: string;
  /** The first instant after the period. */
  readonly to: string;
  /** Compares with the version of this rule that is in force. */
  readonly against?: FraudRuleId;
}

/** 202 of POST /compliance/backtests */
export class StartedBacktest {
  readonly id!: string;
}

/** An alert that a definition would have raised. */
export class BacktestAlert {
  /** Of the attempt that triggered it. */
  readonly transferId!: string;
  readonly uid!: string;
  /** Masked. */
  readonly senderName!: string;
  /** When the attempt was made. */
  readonly at!: string;
  /** Of that attempt. @example "190.00" */
  readonly amount!: Amount;
  /** What the rule counted, in the form of `atLeast`: a number of attempts or handles, or dollars. @example "2" */
  readonly measured!: string;
  /** How many attempts are behind it. */
  readonly attempts!: number;
  /** Their sum. @example "384.00" */
  readonly attempted!: Amount;
  /** When the first of them was made. */
  readonly firstAt!: string;
  /** The latest case in which the same attempt triggered an alert then; null without one. */
  readonly caseId!: string | null;
  /** How its last review called it; null for a case that is not closed. */
  readonly outcome!: ReviewOutcome | null;
}

class BacktestDay {
  /** In UTC. @example "2026-11-20" */
  readonly day!: string;
  readonly alerts!: number;
}

/** What one definition would have done in the period. */
export class BacktestFigures {
  readonly alerts!: number;
  /** Who alerted. */
  readonly senders!: number;
  /** Cases that it would have opened, were none of them reviewed within the period. */
  readonly cases!: number;
  /** Sum of the accepted attempts behind these cases. @example "9184.50" */
  readonly atRisk!: Amount;
  /** Every day of the period up to the present one, the earliest first. */
  readonly days!: BacktestDay[];
  /** Alerts whose attempt also triggered an alert then, in a case that is closed now. */
  readonly reviewed!: number;
  /** Of the reviewed ones, those in a case that was called suspicious. */
  readonly suspicious!: number;
  /** Share of the reviewed ones; null without any. @example 0.44 */
  readonly suspiciousShare!: number | null;
}

export class BacktestResult extends BacktestFigures {
  /** Attempts in the period, accepted and refused. */
  readonly attempts!: number;
  /** Attempts that are damaged in the log: they are not in any figure. */
  readonly unreadable!: number;
  /** Of the version in force of the rule that was compared with; null without one. */
  readonly against!: BacktestFigures | null;
  /** Alerts of the definition alone; empty without a comparison. The latest first, at most 1,000. */
  readonly new!: BacktestAlert[];
  /** Alerts of the version in force alone; empty without a comparison. The latest first, at most 1,000. */
  readonly lost!: BacktestAlert[];
  /** Alerts of both, or all of them without a comparison. The latest first, at most 1,000. */
  readonly both!: BacktestAlert[];
  readonly newCount!: number;
  readonly lostCount!: number;
  /** The last day on which an attempt was recorded without handle, tier and age of the account; null when all have them. */
  readonly indexedFrom!: string | null;
}

/** GET /compliance/backtests/:id */
export class Backtest {
  readonly id!: string;
  /** The definition that was run. */
  readonly definition!: RuleDefinitionOnWire;
  readonly from!: string;
  readonly to!: string;
  readonly state!: BacktestState;
  /** From 0 to 1. @example 0.25 */
  readonly progress!: number;
  /** Null until it is done. */
  readonly result!: BacktestResult | null;
}

/** GET /compliance/backtests/:id/alerts/:transferId */
export class BacktestAlertDetail {
  /** The definition that alerted there. */
  readonly definition!: RuleDefinitionOnWire;
  readonly uid!: string;
  /** Masked. */
  readonly senderName!: string;
  /** Those behind the alert, oldest first; the last one triggered it. `payment` is null. */
  readonly attempts!: AttemptItem[];
}

/** Whether activating a rule needs a warning, by a backtest over the last WARNING_DAYS. */
export function alertsTooOften({ alerts, attempts }: Pick<BacktestResult, 'alerts' | 'attempts'>): boolean {
  return alerts > attempts * WARNING_SHARE;
}
