import { ApiProperty } from '@nestjs/swagger';
import { Equals, Matches } from 'class-validator';
import { refusal } from '../../../http/contract/validation.js';
import { CARD_TOKEN_PATTERN } from '../../../kernel/money/cards.js';

/** POST /cards */
export class SaveCardDto {
  /** From the processor's card frame; the number itself never comes here. */
  @ApiProperty({ pattern: CARD_TOKEN_PATTERN.source })
  @Matches(CARD_TOKEN_PATTERN, { message: refusal('validation.format') })
  token!: string;
}

/** PATCH /cards/:id */
export class ChangeCardDto {
  /** Another card becomes the default by making that one the default. */
  @ApiProperty({ type: Boolean, enum: [true] })
  @Equals(true, { message: refusal('validation.choice', { values: 'true' }) })
  isDefault!: true;
}
