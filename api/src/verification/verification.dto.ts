import { ApiProperty } from '@nestjs/swagger';
import {
  KYC_STATUSES,
  type KycBadge,
  type KycNext,
  type KycRequest,
  type KycStatus,
  type SubmitKycAnswer,
  type VerificationOverview,
} from '../kernel/verification.js';

class KycRequestDto implements KycRequest {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ format: 'uuid' })
  uid!: string;

  @ApiProperty({ enum: KYC_STATUSES })
  status!: KycStatus;

  fullName!: string;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt!: string;

  /** null until the provider responds. */
  inquiryId!: string | null;
}

/** Response of GET /verification and POST /verification/refresh */
export class VerificationOverviewDto implements VerificationOverview {
  items!: KycRequestDto[];

  @ApiProperty({ type: String, nullable: true })
  nextCursor!: null;

  @ApiProperty({ enum: ['unverified', 'pending', 'verified'] })
  badge!: KycBadge;

  /** The action of the button. */
  @ApiProperty({ enum: ['start', 'continue', 'wait', 'retry', 'restart', 'support', 'none'] })
  next!: KycNext;

  @ApiProperty({ minimum: 0, maximum: 3 })
  attemptsLeft!: number;

  emailConfirmed!: boolean;
}

/** Response of POST /verification */
export class SubmitKycAnswerDto implements SubmitKycAnswer {
  @ApiProperty({ format: 'uuid' })
  requestId!: string;

  /** The provider's hosted page, for this sender only. */
  @ApiProperty({ format: 'uri' })
  url!: string;
}
