import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { TOTAL_PATTERN } from '../kernel/money.js';
import { refusal, WhenGiven } from '../http/validation.js';
import { TransferDraftDto } from './transfer-draft.dto.js';

const CARD_ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

/** POST /transfers */
export class RequestTransferDto extends TransferDraftDto {
  /** The total in dollars, including fees, that the sender agreed to. */
  @ApiProperty({ pattern: TOTAL_PATTERN.source, example: '21.90' })
  @Matches(TOTAL_PATTERN, { message: refusal('validation.amount') })
  total!: string;

  /** A saved card. Ignored while `cardPayments` of /config is "none". */
  @WhenGiven()
  @Matches(CARD_ID_PATTERN)
  cardId?: string;
}
