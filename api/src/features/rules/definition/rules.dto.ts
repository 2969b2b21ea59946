import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
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
import {
  DURATION_PATTERN,
  RULE_MEASURES,
  RULE_NAME_MAX_LENGTH,
  RULE_REASON_MAX_LENGTH,
  type RuleAction,
  type RuleMeasure,
} from '../../../kernel/staff/rules.js';
import {
  CONDITIONS,
  RuleConditionsOnWire,
  type ConditionKind,
  type RuleBandOnWire,
} from '../../../kernel/staff/rule-conditions.js';
import type { DraftRuleRequest, RuleDefinitionOnWire } from '../../../kernel/staff/rule-views.js';

/** The highest that TOTAL_PATTERN takes. */
const TOTAL_MAX = 9_999_999.99;
const ACTIONS = ['flag', 'hold'] as const satisfies readonly RuleAction[];

function IsAmount(): PropertyDecorator {
  return Matches(AMOUNT_PATTERN, { message: refusal('validation.amount') });
}

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

/** Its fields are validated by the kind of each condition, and documented as those of responses with the limits of the kind. */
class RuleConditionsDto extends RuleConditionsOnWire {}

type Values = { readonly values: readonly string[] };

const FIELDS: Readonly<Record<ConditionKind, (condition: never) => readonly PropertyDecorator[]>> = {
  choice: ({ values }: Values) => [IsIn(values)],
  choices: ({ values }: Values) => [
    ApiProperty({
      enum: values,
      isArray: true,
      uniqueItems: true,
      minItems: 1,
      maxItems: values.length,
      required: false,
    }),
    IsArray(),
    ArrayUnique(),
    ArrayMinSize(1),
    ArrayMaxSize(values.length),
    IsString({ each: true }),
    Matches(new RegExp(`^(${values.join('|')})$`), { each: true }),
  ],
  flag: () => [ApiProperty({ type: Boolean, required: false, enum: [true] }), Equals(true)],
  duration: () => [
    ApiProperty({ type: String, pattern: DURATION_PATTERN.source, required: false }),
    Matches(DURATION_PATTERN),
  ],
  band: () => [
    ApiProperty({ type: () => RuleBandDto, required: false }),
    IsObject(),
    ValidateNested(),
    Type(() => RuleBandDto),
  ],
};

for (const condition of CONDITIONS)
  applyDecorators(WhenGiven(), ...FIELDS[condition.kind](condition as never))(
    RuleConditionsDto.prototype,
    condition.name,
  );

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

  /** A number of attempts or handles, or dollars; a JSON number counts as its text. */
  @ApiProperty({
    oneOf: [
      { type: 'string', pattern: TOTAL_PATTERN.source },
      { type: 'number', minimum: 0, maximum: TOTAL_MAX },
    ],
    example: '2',
  })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'number' ? String(value) : value))
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
