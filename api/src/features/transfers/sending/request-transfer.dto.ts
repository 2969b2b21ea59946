import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { TOTAL_PATTERN } from '../../../kernel/money/money.js';
import { refusal } from '../../../http/contract/validation.js';
import { CardChoiceDto } from './card-choice.dto.js';
import { TransferDraftDto } from './transfer-draft.dto.js';

/** POST /transfers; without a card the transfer waits for one. */
export class RequestTransferDto extends IntersectionType(TransferDraftDto, CardChoiceDto) {
  /** The total in dollars, including fees, that the sender agreed to. */
  @ApiProperty({ pattern: TOTAL_PATTERN.source, example: '21.90' })
  @Matches(TOTAL_PATTERN, { message: refusal('validation.amount') })
  total!: string;
}
