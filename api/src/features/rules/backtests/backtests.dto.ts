import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, IsString, Matches, ValidateBy, ValidateNested } from 'class-validator';
import { isInstant, RequiredInstant } from '../../../http/contract/iso-instant.js';
import { refusal, WhenGiven } from '../../../http/contract/validation.js';
import { BACKTEST_LONGEST_DAYS, type StartBacktestRequest } from '../../../kernel/staff/backtests.js';
import { RULE_ID_PATTERN } from '../../../kernel/staff/rules.js';
import { RuleDefinitionDto } from '../definition/rules.dto.js';

const DAY_MS = 24 * 60 * 60_000;

/** After `from`, and not too long after it; a `from` that is no instant is refused by itself. */
function EndsPeriod(): PropertyDecorator {
  return ValidateBy({
    name: 'endsPeriod',
    validator: {
      validate: (to, args) => {
        const { from } = args?.object as StartBacktestDto;
        const days = (Date.parse(String(to)) - Date.parse(from)) / DAY_MS;
        return !isInstant(from) || !isInstant(to) || (days > 0 && days <= BACKTEST_LONGEST_DAYS);
      },
      defaultMessage: () => refusal('validation.period', { days: BACKTEST_LONGEST_DAYS }),
    },
  });
}

const Instant = () => applyDecorators(ApiProperty({ type: String, format: 'date-time' }), RequiredInstant());

/** POST /compliance/backtests */
export class StartBacktestDto implements StartBacktestRequest {
  @IsObject()
  @ValidateNested()
  @Type(() => RuleDefinitionDto)
  definition!: RuleDefinitionDto;

  /** The first instant of the period. */
  @Instant()
  from!: string;

  /** The first instant after it. */
  @Instant()
  @EndsPeriod()
  to!: string;

  /** Compares with the version of this rule that is in force. */
  @ApiProperty({ type: String, required: false, pattern: RULE_ID_PATTERN.source, example: 'structuring' })
  @WhenGiven()
  @IsString()
  @Matches(RULE_ID_PATTERN)
  against?: string;
}
