import { ApiProperty } from '@nestjs/swagger';
import { IsISO8601, IsOptional, IsTimeZone, Length, Matches } from 'class-validator';
import { PageCursor, PageLimit } from '../../../http/contract/page-query.js';
import { IsIn, refusal } from '../../../http/contract/validation.js';
import { PLATFORMS, type Platform } from '../../../kernel/money/platforms.js';
import { DOCUMENT_TIME_ZONE } from '../../../kernel/money/receipts.js';
import { TRANSFER_STATUSES, type TransferStatus } from '../../../kernel/money/transfers.js';

/** Of names like America/Argentina/ComodRivadavia. */
const TIME_ZONE_MAX_LENGTH = 64;
/** A UTC day, or an instant with its time zone. */
const DATE_PATTERN =
  /^\d{4}-\d\d-\d\d(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d))?$/;

/** GET /transfers/total */
export class TransferFilterDto {
  /** Only transfers to this receiving platform. */
  @IsOptional()
  @IsIn(PLATFORMS)
  platform?: Platform;

  /** Only transfers in this state. */
  @IsOptional()
  @IsIn(TRANSFER_STATUSES)
  status?: TransferStatus;

  /** First instant or UTC day, inclusive. */
  @ApiProperty({ type: String, required: false, pattern: DATE_PATTERN.source, example: '2026-01-31' })
  @IsOptional()
  @IsISO8601({ strict: true }, { message: refusal('validation.date') })
  @Matches(DATE_PATTERN, { message: refusal('validation.date') })
  from?: string;

  /** Last instant or UTC day, inclusive. */
  @ApiProperty({ type: String, required: false, pattern: DATE_PATTERN.source, example: '2026-01-31' })
  @IsOptional()
  @IsISO8601({ strict: true }, { message: refusal('validation.date') })
  @Matches(DATE_PATTERN, { message: refusal('validation.date') })
  to?: string;
}

/** GET /transfers.csv */
export class ExportTransfersDto extends TransferFilterDto {
  /** The time zone of the times, like America/Chicago. */
  @ApiProperty({ type: String, required: false, format: 'time-zone', maxLength: TIME_ZONE_MAX_LENGTH })
  @IsOptional()
  @IsTimeZone()
  @Length(1, TIME_ZONE_MAX_LENGTH)
  tz = DOCUMENT_TIME_ZONE;
}

/** GET /transfers */
export class ListTransfersDto extends TransferFilterDto {
  /** Transfers per page, 1 to 200. */
  @PageLimit()
  limit = '20';

  /** `nextCursor` of the previous page. */
  @PageCursor()
  cursor?: string;
}
