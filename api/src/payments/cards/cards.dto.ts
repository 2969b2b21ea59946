import { ApiProperty } from '@nestjs/swagger';
import { Equals, Matches } from 'class-validator';
import { refusal } from '../../http/validation.js';
import { CARD_TOKEN_PATTERN, type CardFunding, type SavedCard, type SavedCards } from '../../kernel/cards.js';

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

/** A saved card. */
export class SavedCardDto implements SavedCard {
  id!: string;

  /** The network in lower case. @example "visa" */
  brand!: string;

  /** @example "5556" */
  last4!: string;

  @ApiProperty({ minimum: 1, maximum: 12 })
  expMonth!: number;

  /** @example 2028 */
  expYear!: number;

  funding!: CardFunding;

  /** The card that is offered first. */
  isDefault!: boolean;

  /** `expiring` from 60 days before its last day on. */
  state!: SavedCard['state'];
}

/** Response of GET /cards */
export class SavedCardsDto implements SavedCards {
  items!: SavedCardDto[];
}
