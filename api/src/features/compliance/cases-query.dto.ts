import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, Length, Matches } from 'class-validator';
import { IsIn } from '../../http/validation.js';

/** 1 to 100. */
const LIMIT_PATTERN = /^([1-9]\d?|100)$/;

/** GET /compliance/cases */
export class CasesQueryDto {
  /** true = only reviewed, false = only open; both when absent. */
  @IsOptional()
  @IsIn(['true', 'false'])
  reviewed?: 'true' | 'false';

  /** Cases per page, 1 to 100. */
  @ApiProperty({ type: String, required: false, pattern: LIMIT_PATTERN.source })
  @IsOptional()
  @IsString()
  @Matches(LIMIT_PATTERN)
  limit = '20';

  /** `nextCursor` of the previous page. */
  @IsOptional()
  @IsString()
  @Length(1, 1_000)
  cursor?: string;
}
