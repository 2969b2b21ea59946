import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, Length, Matches } from 'class-validator';
import { IsIn, WhenGiven } from '../../http/validation.js';
import { CHECK_LISTS, type CheckList } from '../../kernel/identity-checks.js';

/** 1 to 100. */
const LIMIT_PATTERN = /^([1-9]\d?|100)$/;

/** GET /compliance/verifications */
export class ChecksQueryDto {
  /** Which list of the board; without it, all checks. */
  @WhenGiven()
  @IsIn(CHECK_LISTS)
  status?: CheckList;

  /** Checks per page, 1 to 100. */
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
