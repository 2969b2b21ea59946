import { ApiProperty } from '@nestjs/swagger';
import {
  FRAUD_RULE_IDS,
  REVIEW_OUTCOMES,
  type AttemptItem,
  type CaseDetail,
  type CasePage,
  type FraudRuleId,
  type ReviewOutcome,
  type SuspiciousTransaction,
} from '../kernel/compliance.js';
import type { RecordedRefusal } from '../kernel/transfers.js';
import type { KycBadge } from '../kernel/verification.js';

const REFUSALS: readonly RecordedRefusal[] = [
  'weekly_limit_exceeded',
  'per_transfer_limit_exceeded',
  'sending_paused',
];

class AlertDto {
  /** Why the rule alerted, in English with its numbers. */
  @ApiProperty()
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

  @ApiProperty({ type: AlertDto })
  alert!: AlertDto;

  @ApiProperty({ minimum: 1 })
  txCount!: number;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt!: string;

  @ApiProperty()
  reviewed!: boolean;

  @ApiProperty({ enum: FRAUD_RULE_IDS })
  ruleId!: FraudRuleId;

  @ApiProperty({ minimum: 1 })
  ruleVersion!: number;

  @ApiProperty({ enum: REVIEW_OUTCOMES, nullable: true })
  outcome!: ReviewOutcome | null;

  @ApiProperty({ type: String, nullable: true })
  note!: string | null;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  reviewedBy!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  reviewedAt!: string | null;

  /** 30 days from detection. */
  @ApiProperty({ format: 'date-time' })
  dueAt!: string;

  /** Sum of the accepted attempts. */
  @ApiProperty({ example: '60.00' })
  atRisk!: string;

  /** Sum of all attempts. */
  @ApiProperty({ example: '60.00' })
  attempted!: string;
}

/** Response of GET /compliance/cases */
export class CasePageDto implements CasePage {
  @ApiProperty({ type: [SuspiciousTransactionDto] })
  items!: SuspiciousTransactionDto[];

  @ApiProperty({ type: String, nullable: true })
  nextCursor!: string | null;
}

class AttemptDto implements AttemptItem {
  @ApiProperty({ format: 'uuid' })
  transferId!: string;

  /** Masked. */
  @ApiProperty()
  recipient!: string;

  @ApiProperty()
  platform!: string;

  /** Masked. */
  @ApiProperty()
  handle!: string;

  @ApiProperty({ example: '20.00' })
  amount!: string;

  @ApiProperty({ format: 'date-time' })
  at!: string;

  @ApiProperty({ enum: REFUSALS, nullable: true })
  refused!: RecordedRefusal | null;
}

class RuleParametersDto {
  @ApiProperty({ minimum: 1 })
  count!: number;

  @ApiProperty({ minimum: 0 })
  windowMs!: number;

  @ApiProperty({ example: '200.00' })
  from!: string;

  @ApiProperty({ type: String, nullable: true, example: '250.00' })
  below!: string | null;
}

class OtherCaseDto {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty()
  reviewed!: boolean;

  @ApiProperty({ enum: FRAUD_RULE_IDS })
  ruleId!: FraudRuleId;
}

class CaseSenderDto {
  @ApiProperty({ format: 'uuid' })
  uid!: string;

  /** Masked. */
  @ApiProperty()
  displayName!: string;

  @ApiProperty({ enum: ['unverified', 'pending', 'verified'] })
  verification!: KycBadge;

  @ApiProperty({ example: '180.00' })
  sent30Days!: string;

  @ApiProperty({ minimum: 0 })
  refused30Days!: number;

  @ApiProperty({ type: [OtherCaseDto] })
  otherCases!: OtherCaseDto[];
}

/** Response of GET /compliance/cases/:id */
export class CaseDetailDto extends SuspiciousTransactionDto implements CaseDetail {
  /** Who closed the case; null while it is open. */
  @ApiProperty({ type: String, nullable: true })
  reviewerName!: string | null;

  @ApiProperty({ type: [AttemptDto] })
  attempts!: AttemptDto[];

  /** Parameters of the rule version that opened the case. */
  @ApiProperty({ type: RuleParametersDto })
  parameters!: RuleParametersDto;

  @ApiProperty({ type: CaseSenderDto })
  sender!: CaseSenderDto;
}
