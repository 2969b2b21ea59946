import { ApiProperty } from '@nestjs/swagger';
import {
  FRAUD_RULE_IDS,
  REVIEW_OUTCOMES,
  RULE_ACTIONS,
  type AttemptItem,
  type CaseDetail,
  type CasePage,
  type CasePayment,
  type FraudRuleId,
  type HoldPlacer,
  type ReviewOutcome,
  type RuleAction,
  type SuspiciousTransaction,
} from '../kernel/compliance.js';
import { TRANSFER_STATUSES, type RecordedRefusal, type TransferStatus } from '../kernel/transfers.js';
import type { KycBadge } from '../kernel/verification.js';

const REFUSALS: readonly RecordedRefusal[] = [
  'weekly_limit_exceeded',
  'per_transfer_limit_exceeded',
  'sending_paused',
];

class AlertDto {
  /** Why the rule alerted, in English with its numbers. */
  reason!: string;

  /** Transfers and refused attempts behind the case, at most 100. */
  @ApiProperty({ type: [String], format: 'uuid' })
  txs!: string[];
}

/** A case. */
export class SuspiciousTransactionDto implements SuspiciousTransaction {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  /** The sender. */
  @ApiProperty({ format: 'uuid' })
  uid!: string;

  @ApiProperty({ format: 'uuid' })
  transactionId!: string;

  alert!: AlertDto;

  @ApiProperty({ minimum: 1 })
  txCount!: number;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt!: string;

  reviewed!: boolean;

  @ApiProperty({ enum: FRAUD_RULE_IDS })
  ruleId!: FraudRuleId;

  @ApiProperty({ minimum: 1 })
  ruleVersion!: number;

  @ApiProperty({ enum: REVIEW_OUTCOMES, nullable: true })
  outcome!: ReviewOutcome | null;

  note!: string | null;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  reviewedBy!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  reviewedAt!: string | null;

  /** 30 days from detection. */
  @ApiProperty({ format: 'date-time' })
  dueAt!: string;

  /** Sum of the accepted attempts. @example "60.00" */
  atRisk!: string;

  /** Sum of all attempts. @example "60.00" */
  attempted!: string;
}

/** Response of GET /compliance/cases */
export class CasePageDto implements CasePage {
  items!: SuspiciousTransactionDto[];

  nextCursor!: string | null;
}

class HoldDto implements NonNullable<CasePayment['hold']> {
  @ApiProperty({ enum: ['rule', 'lead'] })
  by!: HoldPlacer;

  /** The lead; null for a rule. */
  name!: string | null;

  /** Empty for a rule. */
  note!: string;

  @ApiProperty({ format: 'date-time' })
  at!: string;

  /** When the payment is given back unless somebody decides before. */
  @ApiProperty({ format: 'date-time' })
  endsAt!: string;
}

class CasePaymentDto implements CasePayment {
  /** As the sender sees it. */
  @ApiProperty({ enum: TRANSFER_STATUSES })
  status!: TransferStatus;

  /** The case may hold it: it is not held by the case, not paid out and not ending. */
  canHold!: boolean;

  /** By this case; null when it does not hold it. */
  hold!: HoldDto | null;

  isHeldByOthers!: boolean;
}

class AttemptDto implements AttemptItem {
  @ApiProperty({ format: 'uuid' })
  transferId!: string;

  /** Masked. */
  recipient!: string;

  platform!: string;

  /** Masked. */
  handle!: string;

  /** @example "20.00" */
  amount!: string;

  @ApiProperty({ format: 'date-time' })
  at!: string;

  @ApiProperty({ enum: REFUSALS, nullable: true })
  refused!: RecordedRefusal | null;

  /** Null for a refused attempt, and for a transfer from before card payment. */
  payment!: CasePaymentDto | null;
}

class RuleParametersDto {
  @ApiProperty({ minimum: 1 })
  count!: number;

  @ApiProperty({ minimum: 0 })
  windowMs!: number;

  /** @example "200.00" */
  from!: string;

  /** @example "250.00" */
  below!: string | null;
}

class OtherCaseDto {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  reviewed!: boolean;

  @ApiProperty({ enum: FRAUD_RULE_IDS })
  ruleId!: FraudRuleId;
}

class CaseSenderDto {
  @ApiProperty({ format: 'uuid' })
  uid!: string;

  /** Masked. */
  displayName!: string;

  @ApiProperty({ enum: ['unverified', 'pending', 'verified'] })
  verification!: KycBadge;

  /** @example "180.00" */
  sent30Days!: string;

  @ApiProperty({ minimum: 0 })
  refused30Days!: number;

  otherCases!: OtherCaseDto[];
}

/** Response of GET /compliance/cases/:id */
export class CaseDetailDto extends SuspiciousTransactionDto implements CaseDetail {
  /** Who closed the case; null while it is open. */
  reviewerName!: string | null;

  attempts!: AttemptDto[];

  /** Of the rule when it opened the case. */
  @ApiProperty({ enum: RULE_ACTIONS })
  action!: RuleAction;

  /** Parameters of the rule version that opened the case. */
  parameters!: RuleParametersDto;

  sender!: CaseSenderDto;
}
