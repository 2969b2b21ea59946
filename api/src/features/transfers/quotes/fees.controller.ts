import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Config } from '../../../config/config.js';
import { Public } from '../../../http/contract/principal.js';
import { Compressed } from '../../../http/edge/route-options.js';
import { PER_TRANSFER_LIMIT_CENTS, UNVERIFIED_WEEKLY_LIMIT_CENTS } from '../../../kernel/money/limits.js';
import { centsOf, formatAmount } from '../../../kernel/money/money.js';
import { PLATFORMS } from '../../../kernel/money/platforms.js';
import type { FeeQuote, FeeScheduleOverview } from '../../../kernel/money/transfers.js';
import { FeeAmountDto } from './fee-amount.dto.js';
import { feeQuoteOf } from './fee-quote.js';

/** Amounts of the worked examples on /fees (specification §9). */
const WORKED_AMOUNTS_CENTS = [4_500, 5_000, 12_000, 26_000, 50_000, 100_000];

/** Public fee information. */
@ApiTags('transfers')
@Public()
@Controller('fees')
export class FeesController {
  constructor(private readonly config: Config) {}

  /** The fees of one amount under the active schedule. */
  @Get()
  quote(@Query() { amount }: FeeAmountDto): FeeQuote {
    return feeQuoteOf(centsOf(amount), this.config.FEE_SCHEDULE);
  }

  /** The active schedule with worked examples, limits, accepted cards and platform fees. */
  @Get('schedule')
  @Compressed()
  schedule(): FeeScheduleOverview {
    const { FEE_SCHEDULE: schedule, MIN_TRANSFER_CENTS, ACCEPTED_CARD_FUNDING } = this.config;
    const verifiedWeekly = this.config.VERIFIED_WEEKLY_LIMIT_CENTS ?? null;
    return {
      schedule,
      rows: WORKED_AMOUNTS_CENTS.map((cents) => feeQuoteOf(cents, schedule)),
      minimum: formatAmount(MIN_TRANSFER_CENTS),
      perTransferLimit: formatAmount(PER_TRANSFER_LIMIT_CENTS),
      weeklyLimit: formatAmount(UNVERIFIED_WEEKLY_LIMIT_CENTS),
      verifiedWeeklyLimit: verifiedWeekly === null ? null : formatAmount(verifiedWeekly),
      acceptedFunding: ACCEPTED_CARD_FUNDING === 'debit' ? ['debit'] : ['debit', 'credit'],
      thirdParty: PLATFORMS.map((platform) => ({ platform, fee: formatAmount(0) })),
    };
  }
}
