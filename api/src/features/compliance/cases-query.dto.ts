import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, Length, Matches } from 'class-validator';
import { IsIn, WhenGiven } from '../../http/validation.js';
import { UUID_PATTERN } from '../../kernel/uuid.js';

/** 1 to 100. */
const LIMIT_PATTERN = /^([1-9]\d?|100)$/;

/** GET /compliance/senders/:uid/replay */
export class ReplayQueryDto {
  /** The case that is the reason for the access, recorded with it. Without one: the newest about the sender. */
  @ApiProperty({ format: 'uuid' })
  @WhenGiven()
  @IsString()
  @Matches(UUID_PATTERN)
  caseId?: string;
}

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
