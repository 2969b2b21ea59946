import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, Matches } from 'class-validator';

/** 1 to 31. */
const DAYS_PATTERN = /^([1-9]|[12]\d|3[01])$/;

/** GET /compliance/ledger */
export class LedgerQueryDto {
  /** How many UTC days, today included: 1 to 31. */
  @ApiProperty({ type: String, required: false, pattern: DAYS_PATTERN.source })
  @IsOptional()
  @IsString()
  @Matches(DAYS_PATTERN)
  days = '7';
}
