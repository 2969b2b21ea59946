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

class HoldDto implements NonNullable<CasePayment['hold']> {
  @ApiProperty({ enum: ['rule', 'lead'] })
  by!: HoldPlacer;

  /** The lead; null for a rule. */
  @ApiProperty({ type: String, nullable: true })
  name!: string | null;

  /** Empty for a rule. */
  @ApiProperty()
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
  @ApiProperty()
  canHold!: boolean;

  /** By this case; null when it does not hold it. */
  @ApiProperty({ type: HoldDto, nullable: true })
  hold!: HoldDto | null;

  @ApiProperty()
  isHeldByOthers!: boolean;
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

  /** Null for a refused attempt, and for a transfer from before card payment. */
  @ApiProperty({ type: CasePaymentDto, nullable: true })
  payment!: CasePaymentDto | null;
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

  /** Of the rule when it opened the case. */
  @ApiProperty({ enum: RULE_ACTIONS })
  action!: RuleAction;

  /** Parameters of the rule version that opened the case. */
  @ApiProperty({ type: RuleParametersDto })
  parameters!: RuleParametersDto;

  @ApiProperty({ type: CaseSenderDto })
  sender!: CaseSenderDto;
}
