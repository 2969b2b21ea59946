import type { KycBadge } from './verification.js';
import type { Amount, RecordedRefusal, TransferStatus } from './transfers.js';

/** Every rule that was ever active, so that cases of a removed rule stay readable. */
export const FRAUD_RULE_IDS = ['velocity', 'structuring', 'over-maximum'] as const;
export type FraudRuleId = (typeof FRAUD_RULE_IDS)[number];

/**
 * What a rule does when it alerts: `flag` opens a case; `hold` also keeps the transfers of the alert from being charged or
 * paid out.
 */
export type RuleAction = 'flag' | 'hold';

export const REVIEW_OUTCOMES = ['cleared', 'suspicious'] as const;
export type ReviewOutcome = (typeof REVIEW_OUTCOMES)[number];
export const REVIEW_NOTE_MAX_LENGTH = 2_000;
export const HOLD_NOTE_MAX_LENGTH = 500;

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
  /** The sender. */
  readonly uid!: string;
  /** The attempt that triggered the case's first alert. */
  readonly transactionId!: string;
  readonly alert!: Alert;
  readonly txCount!: number;
  readonly createdAt!: string;
  readonly updatedAt!: string;
  readonly reviewed!: boolean;
  readonly ruleId!: FraudRuleId;
  readonly ruleVersion!: number;
  readonly outcome!: ReviewOutcome | null;
  readonly note!: string | null;
  /** The uid of the reviewer. */
  readonly reviewedBy!: string | null;
  readonly reviewedAt!: string | null;
  /** 30 days from detection. */
  readonly dueAt!: string;
  /** Sum of the accepted attempts behind the case. @example "60.00" */
  readonly atRisk!: Amount;
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
  /** When the payment is cancelled or refunded unless somebody decides before. */
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

/** GET /compliance/cases */
export class CasePage {
  readonly items!: SuspiciousTransaction[];
  readonly nextCursor!: string | null;
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
}

class CaseSender {
  readonly uid!: string;
  /** Masked. */
  readonly displayName!: string;
  readonly verification!: KycBadge;
  /** @example "180.00" */
  readonly sent30Days!: Amount;
  readonly refused30Days!: number;
  readonly otherCases!: OtherCase[];
}

/** GET /compliance/cases/:id */
export class CaseDetail extends SuspiciousTransaction {
  /** Who closed the case; null while it is open. */
  readonly reviewerName!: string | null;
  readonly attempts!: AttemptItem[];
  /** Of the rule when it opened the case, as its event recorded it. */
  readonly action!: RuleAction;
  /** Parameters of the rule version that opened the case, as its event recorded them. */
  readonly parameters!: RuleParameters;
  readonly sender!: CaseSender;
}

/** POST /compliance/cases/:id/review */
export interface ReviewRequest {
  readonly outcome: ReviewOutcome;
  readonly note: string;
}
