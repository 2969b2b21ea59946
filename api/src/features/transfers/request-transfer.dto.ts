import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, Matches } from 'class-validator';
import { TOTAL_PATTERN } from '../../kernel/money.js';
import { refusal, WhenGiven } from '../../http/validation.js';
import { CARD_ID_PATTERN } from './card-choice.dto.js';
import { TransferDraftDto } from './transfer-draft.dto.js';

/**
 * POST /transfers. The fields of a card are repeated: a mixed class loses the clean forms of its texts and handle in the
 * bundled server, which has another copy of class-transformer's storage.
 */
export class RequestTransferDto extends TransferDraftDto {
  /** The total in dollars, including fees, that the sender agreed to. */
  @ApiProperty({ pattern: TOTAL_PATTERN.source, example: '21.90' })
  @Matches(TOTAL_PATTERN, { message: refusal('validation.amount') })
  total!: string;

  /** A saved card that pays. Without a card the transfer waits for one. */
  @WhenGiven()
  @Matches(CARD_ID_PATTERN)
  cardId?: string;

  /** A card that the processor's frame has just taken, instead of a saved one. */
  @WhenGiven()
  @Matches(CARD_ID_PATTERN)
  cardToken?: string;

  /** Keep the card of `cardToken` for later. */
  @WhenGiven()
  @IsBoolean()
  saveCard?: boolean;
}
