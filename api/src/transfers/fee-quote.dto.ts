import { ApiProperty } from '@nestjs/swagger';
import type { FeeScheduleName } from '../kernel/fees.js';
import type { Platform } from '../kernel/platforms.js';
import type { FeeQuote, Fees, FeeScheduleOverview } from '../kernel/transfers.js';

class FeeBreakdownDto {
  /** $1 for every $50 or part of it. @example "1.00" */
  flipFee!: string;

  /** @example "0.90" */
  processingFee!: string;
}

/** Fees of one amount. */
export class FeesDto implements Fees {
  /** @example "1.90" */
  totalFee!: string;

  /** Amount plus both fees. @example "21.90" */
  total!: string;

  breakdown!: FeeBreakdownDto;
}

/** Answer of GET /fees */
export class FeeQuoteDto implements FeeQuote {
  /** @example "20.00" */
  amount!: string;

  fees!: FeesDto;

  schedule!: FeeScheduleName;
}

class ThirdPartyFeeDto {
  platform!: Platform;

  /** @example "0.00" */
  fee!: string;
}

/** Answer of GET /fees/schedule */
export class FeeScheduleOverviewDto implements FeeScheduleOverview {
  schedule!: FeeScheduleName;

  rows!: FeeQuoteDto[];

  /** @example "1.00" */
  minimum!: string;

  /** @example "1000.00" */
  perTransferLimit!: string;

  /** @example "250.00" */
  weeklyLimit!: string;

  /** Of verified senders; null where they have none. */
  @ApiProperty({ type: String, nullable: true, example: null })
  verifiedWeeklyLimit!: string | null;

  acceptedFunding!: ('debit' | 'credit')[];

  thirdParty!: ThirdPartyFeeDto[];
}
