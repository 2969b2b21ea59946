import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { refusal } from '../../http/validation.js';
import { AMOUNT_PATTERN } from '../../kernel/money.js';

/** GET /fees */
export class FeeAmountDto {
  /** Dollars without fees: "20", "20.5" or "20.00". */
  @ApiProperty({ pattern: AMOUNT_PATTERN.source, example: '20.00' })
  @Matches(AMOUNT_PATTERN, { message: refusal('validation.amount') })
  amount!: string;
}
