import { ApiProperty } from '@nestjs/swagger';
import type {
  KycBadge,
  KycNext,
  KycRequest,
  KycStatus,
  SubmitKycAnswer,
  VerificationOverview,
} from '../kernel/verification.js';

class KycRequestDto implements KycRequest {
  id!: string;

  uid!: string;

  status!: KycStatus;

  fullName!: string;

  createdAt!: string;

  updatedAt!: string;

  /** null until the provider responds. @example "inq_2CVZ4HyVg7qaboXz2PUHknAn" */
  inquiryId!: string | null;
}

/** Response of GET /verification and POST /verification/refresh */
export class VerificationOverviewDto implements VerificationOverview {
  items!: KycRequestDto[];

  @ApiProperty({ type: String, nullable: true })
  nextCursor!: null;

  badge!: KycBadge;

  /** The action of the button. */
  next!: KycNext;

  @ApiProperty({ minimum: 0, maximum: 3 })
  attemptsLeft!: number;

  emailConfirmed!: boolean;
}

/** Response of POST /verification */
export class SubmitKycAnswerDto implements SubmitKycAnswer {
  requestId!: string;

  /** The provider's hosted page, for this sender only. */
  @ApiProperty({ format: 'uri' })
  url!: string;
}
