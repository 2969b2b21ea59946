import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, Matches } from 'class-validator';
import { IsoInstant } from '../../../http/contract/iso-instant.js';
import { PageCursor, PageLimit } from '../../../http/contract/page-query.js';
import { IsIn, refusal, WhenGiven } from '../../../http/contract/validation.js';
import {
  CASE_LISTS,
  CASE_NUMBER_PATTERN,
  CASE_SORTS,
  type CaseList,
  type CaseSort,
  type FraudRuleId,
} from '../../../kernel/staff/compliance.js';
import { TOTAL_PATTERN } from '../../../kernel/money/money.js';
import { RULE_ID_PATTERN } from '../../../kernel/staff/rules.js';
import { UUID_PATTERN } from '../../../kernel/uuid.js';

/** GET /compliance/cases */
export class CasesQueryDto {
  /** Which list of the queue; without it, the cases by `reviewed`. */
  @WhenGiven()
  @IsIn(CASE_LISTS)
  status?: CaseList;

  /** true = only reviewed, false = only open; both when absent. */
  @IsOptional()
  @IsIn(['true', 'false'])
  reviewed?: 'true' | 'false';

  /** Only the case with this number, or those whose number begins with six or seven digits; other filters are ignored. */
  @ApiProperty({ pattern: CASE_NUMBER_PATTERN.source, example: 'C-5a7c1f0e' })
  @WhenGiven()
  @IsString()
  @Matches(CASE_NUMBER_PATTERN)
  number?: string;

  /** Only alerts of this rule. */
  @ApiProperty({ pattern: RULE_ID_PATTERN.source, example: 'structuring' })
  @WhenGiven()
  @IsString()
  @Matches(RULE_ID_PATTERN)
  rule?: FraudRuleId;

  /** Only cases that this person works on. */
  @ApiProperty({ format: 'uuid' })
  @WhenGiven()
  @IsString()
  @Matches(UUID_PATTERN)
  assignee?: string;

  /** Detected at or after this instant. */
  @ApiProperty({ format: 'date-time' })
  @IsoInstant()
  from?: string;

  /** Detected before this instant. */
  @ApiProperty({ format: 'date-time' })
  @IsoInstant()
  to?: string;

  /** At least this much at risk. */
  @ApiProperty({ pattern: TOTAL_PATTERN.source, example: '200.00' })
  @WhenGiven()
  @Matches(TOTAL_PATTERN, { message: refusal('validation.amount') })
  minAtRisk?: string;

  /** By due date, newest first, or the highest amount at risk first; reports always by due date. */
  @WhenGiven()
  @IsIn(CASE_SORTS)
  sort?: CaseSort;

  /** Cases per page, 1 to 200. */
  @PageLimit()
  limit = '20';

  /** `nextCursor` of the previous page. */
  @PageCursor()
  cursor?: string;
}
