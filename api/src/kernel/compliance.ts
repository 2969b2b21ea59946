import type { KycBadge } from './verification.js';
import type { Amount, Page, RecordedRefusal, TransferStatus } from './transfers.js';

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

/** A case in the view suspicious_transactions; `txs` lists at most 100 ids. */
export interface SuspiciousTransaction {
  readonly id: string;
  readonly uid: string;
  /** The attempt that triggered the case's first alert. */
  readonly transactionId: string;
  readonly alert: { readonly reason: string; readonly txs: readonly string[] };
  readonly txCount: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly reviewed: boolean;
  readonly ruleId: FraudRuleId;
  readonly ruleVersion: number;
  readonly outcome: ReviewOutcome | null;
  readonly note: string | null;
  readonly reviewedBy: string | null;
  readonly reviewedAt: string | null;
  /** 30 days from detection. */
  readonly dueAt: string;
  /** Sum of the accepted attempts behind the case. */
  readonly atRisk: Amount;
  /** Sum of all attempts behind the case. */
  readonly attempted: Amount;
}

/** One attempt behind an alert, with the recipient as recorded. */
export interface AttemptItem {
  readonly transferId: string;
  readonly recipient: string;
  readonly platform: string;
  readonly handle: string;
  readonly amount: Amount;
  readonly at: string;
  readonly refused: RecordedRefusal | null;
  /** Null for a refused attempt, and for a transfer from before card payment. */
  readonly payment: CasePayment | null;
}

/** The payment of an accepted attempt: whether it can be stopped, and what the case did about it. */
export interface CasePayment {
  /** As the sender sees it. */
  readonly status: TransferStatus;
  /** The case may hold it: it is not held by the case, not paid out and not ending. */
  readonly canHold: boolean;
  /** By this case; null when it does not hold it. */
  readonly hold: {
    readonly by: HoldPlacer;
    /** The lead; null for a rule. */
    readonly name: string | null;
    /** Empty for a rule. */
    readonly note: string;
    readonly at: string;
    /** When the payment is given back unless somebody decides before. */
    readonly endsAt: string;
  } | null;
  readonly isHeldByOthers: boolean;
}

/** POST /compliance/cases/:id/hold and /release */
export interface HoldRequest {
  /** One of the case's accepted transfers. */
  readonly transferId: string;
  readonly note: string;
}

/** GET /compliance/cases */
export type CasePage = Page<SuspiciousTransaction>;

/** GET /compliance/cases/:id */
export interface CaseDetail extends SuspiciousTransaction {
  /** Who closed the case; null while it is open. */
  readonly reviewerName: string | null;
  readonly attempts: readonly AttemptItem[];
  /** Of the rule when it opened the case, as its event recorded it. */
  readonly action: RuleAction;
  /** Parameters of the rule version that opened the case, as its event recorded them. */
  readonly parameters: {
    readonly count: number;
    readonly windowMs: number;
    readonly from: Amount;
    readonly below: Amount | null;
  };
  readonly sender: {
    readonly uid: string;
    readonly displayName: string;
    readonly verification: KycBadge;
    readonly sent30Days: Amount;
    readonly refused30Days: number;
    readonly otherCases: readonly {
      readonly id: string;
      readonly reviewed: boolean;
      readonly ruleId: FraudRuleId;
    }[];
  };
}

/** POST /compliance/cases/:id/review */
export interface ReviewRequest {
  readonly outcome: ReviewOutcome;
  readonly note: string;
}

/** One step of GET /compliance/senders/:uid/replay: the event, the state after it and its changes. */
export interface ReplayStep {
  readonly event: {
    readonly type: string;
    readonly id: string;
    readonly stream: string;
    readonly revision: string;
    readonly position: string;
    readonly at: string;
    readonly actor: { readonly kind: string; readonly id: string };
    readonly correlationId: string;
    readonly data: Readonly<Record<string, unknown>>;
  };
  /** Field → text; null without a value, absent while nothing recorded tells it. */
  readonly state: Readonly<Record<string, string | null>>;
  readonly change: readonly {
    readonly field: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
}

/** GET /compliance/senders/:uid/replay */
export interface Replay {
  readonly uid: string;
  readonly steps: readonly ReplayStep[];
}
