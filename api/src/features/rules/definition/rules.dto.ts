import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  Equals,
  IsArray,
  IsInt,
  IsObject,
  IsString,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { CleanText, IsIn, refusal, WhenGiven } from '../../../http/contract/validation.js';
import { AMOUNT_PATTERN, TOTAL_PATTERN } from '../../../kernel/money/money.js';
import { PLATFORMS, type Platform } from '../../../kernel/money/platforms.js';
import {
  ATTEMPT_RESULTS,
  RULE_MEASURES,
  RULE_NAME_MAX_LENGTH,
  RULE_REASON_MAX_LENGTH,
  type AttemptResult,
  type RuleAction,
  type RuleMeasure,
} from '../../../kernel/staff/rules.js';
import type {
  DraftRuleRequest,
  RuleBandOnWire,
  RuleConditionsOnWire,
  RuleDefinitionOnWire,
} from '../../../kernel/staff/rule-views.js';
import type { Tier } from '../../../kernel/money/transfers.js';

const TIERS = ['unverified', 'verified'] as const satisfies readonly Tier[];
const ACTIONS = ['flag', 'hold'] as const satisfies readonly RuleAction[];
const DURATION_PATTERN = /^P(?=[\dT])(\d{1,5}D)?(T(?=\d)(\d{1,6}H)?(\d{1,8}M)?(\d{1,10}(\.\d{1,3})?S)?)?$/;

function IsAmount(): PropertyDecorator {
  return Matches(AMOUNT_PATTERN, { message: refusal('validation.amount') });
}

const PLATFORM_PATTERN = new RegExp(`^(${PLATFORMS.join('|')})$`);

class RuleBandDto implements RuleBandOnWire {
  /** At least this much. */
  @ApiProperty({ pattern: AMOUNT_PATTERN.source, example: '200.00', required: false })
  @WhenGiven()
  @IsAmount()
  from?: string;

  /** Less than this. */
  @ApiProperty({ pattern: AMOUNT_PATTERN.source, example: '250.00', required: false })
  @WhenGiven()
  @IsAmount()
  below?: string;
}

class RuleConditionsDto implements RuleConditionsOnWire {
  @WhenGiven()
  @IsIn(ATTEMPT_RESULTS)
  result?: AttemptResult;

  @WhenGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => RuleBandDto)
  amount?: RuleBandDto;

  @WhenGiven()
  @IsArray()
  @ArrayUnique()
  @ArrayMinSize(1)
  @ArrayMaxSize(PLATFORMS.length)
  @IsString({ each: true })
  @Matches(PLATFORM_PATTERN, { each: true })
  @ApiProperty({ enum: PLATFORMS, isArray: true, minItems: 1, maxItems: PLATFORMS.length, required: false })
  platforms?: Platform[];

  /** Of the sender, at the attempt. */
  @WhenGiven()
  @IsIn(TIERS)
  tier?: Tier;

  /** The sender never attempted to send to this handle before; only true. */
  @ApiProperty({ type: Boolean, required: false, enum: [true] })
  @WhenGiven()
  @Equals(true)
  firstToHandle?: true;

  /** ISO 8601. */
  @ApiProperty({ pattern: DURATION_PATTERN.source, example: 'P30D', required: false })
  @WhenGiven()
  @Matches(DURATION_PATTERN)
  accountYoungerThan?: string;
}

/** A definition of a rule in a request. */
export class RuleDefinitionDto implements RuleDefinitionOnWire {
  @CleanText(RULE_NAME_MAX_LENGTH)
  name!: string;

  @IsObject()
  @ValidateNested()
  @Type(() => RuleConditionsDto)
  where!: RuleConditionsDto;

  @IsIn(RULE_MEASURES)
  measure!: RuleMeasure;

  /** A number of attempts or handles, or dollars. */
  @ApiProperty({ pattern: TOTAL_PATTERN.source, example: '2' })
  @IsString()
  @Matches(TOTAL_PATTERN)
  atLeast!: string;

  /** ISO 8601; both edges included. PT0S is the one attempt alone. */
  @ApiProperty({ pattern: DURATION_PATTERN.source, example: 'P1D' })
  @IsString()
  @Matches(DURATION_PATTERN)
  within!: string;

  @IsIn(ACTIONS)
  action!: RuleAction;
}

/** POST /compliance/rules/:id/draft */
export class DraftRuleDto implements DraftRuleRequest {
  @IsObject()
  @ValidateNested()
  @Type(() => RuleDefinitionDto)
  definition!: RuleDefinitionDto;
}

/** POST /compliance/rules/:id/draft/return, /pause and /retire */
export class RuleReasonDto {
  /** Kept with the rule. */
  @CleanText(RULE_REASON_MAX_LENGTH, { lines: true })
  reason!: string;
}

/** POST /compliance/rules/:id/activate */
export class ActivateRuleDto {
  /** `draftRevision` of the rule as it was read. */
  @ApiProperty({ minimum: 0, maximum: 1_000_000 })
  @IsInt()
  @Min(0)
  @Max(1_000_000)
  draftRevision!: number;
}
