import { ApiProperty } from '@nestjs/swagger';
import type {
  AttemptItem,
  CaseDetail,
  CasePage,
  CasePayment,
  FraudRuleId,
  HoldPlacer,
  ReviewOutcome,
  RuleAction,
  SuspiciousTransaction,
} from '../kernel/compliance.js';
import type { RecordedRefusal, TransferStatus } from '../kernel/transfers.js';
import type { KycBadge } from '../kernel/verification.js';

class AlertDto {
  /** Why the rule alerted, in English with its numbers. */
  reason!: string;

  /** Transfers and refused attempts behind the case, at most 100. */
  @ApiProperty({ type: [String], format: 'uuid' })
  txs!: string[];
}

/** A case. */
export class SuspiciousTransactionDto implements SuspiciousTransaction {
  id!: string;

  /** The sender. */
  uid!: string;

  transactionId!: string;

  alert!: AlertDto;

  @ApiProperty({ minimum: 1 })
  txCount!: number;

  createdAt!: string;

  updatedAt!: string;

  reviewed!: boolean;

  ruleId!: FraudRuleId;

  @ApiProperty({ minimum: 1 })
  ruleVersion!: number;

  outcome!: ReviewOutcome | null;

  note!: string | null;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  reviewedBy!: string | null;

  reviewedAt!: string | null;

  /** 30 days from detection. */
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
  by!: HoldPlacer;

  /** The lead; null for a rule. */
  name!: string | null;

  /** Empty for a rule. */
  note!: string;

  at!: string;

  /** When the payment is given back unless somebody decides before. */
  endsAt!: string;
}

class CasePaymentDto implements CasePayment {
  /** As the sender sees it. */
  status!: TransferStatus;

  /** The case may hold it: it is not held by the case, not paid out and not ending. */
  canHold!: boolean;

  /** By this case; null when it does not hold it. */
  hold!: HoldDto | null;

  isHeldByOthers!: boolean;
}

class AttemptDto implements AttemptItem {
  transferId!: string;

  /** Masked. */
  recipient!: string;

  platform!: string;

  /** Masked. */
  handle!: string;

  /** @example "20.00" */
  amount!: string;

  at!: string;

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
  id!: string;

  reviewed!: boolean;

  ruleId!: FraudRuleId;
}

class CaseSenderDto {
  uid!: string;

  /** Masked. */
  displayName!: string;

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
  action!: RuleAction;

  /** Parameters of the rule version that opened the case. */
  parameters!: RuleParametersDto;

  sender!: CaseSenderDto;
}
