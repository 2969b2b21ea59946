import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, Matches } from 'class-validator';
import { DomainError } from '../../../kernel/domain-error.js';
import type { CardChoice } from '../../../kernel/money/cards.js';
import { WhenGiven } from '../../../http/contract/validation.js';

/** Ids of cards, ours or the processor's. */
export const CARD_ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

/** POST /transfers/:id/payment: a saved card, or one that the processor's frame has just taken. */
export class CardChoiceDto {
  /** A saved card that pays. */
  @ApiProperty({ pattern: CARD_ID_PATTERN.source, example: '5f0c9a1e-6d0b-4a7e-9f3e-2b1c8d7e6f50' })
  @WhenGiven()
  @Matches(CARD_ID_PATTERN)
  cardId?: string;

  /** A card that the processor's frame has just taken, instead of a saved one. */
  @ApiProperty({ pattern: CARD_ID_PATTERN.source, example: 'pm_1SimulatedCard' })
  @WhenGiven()
  @Matches(CARD_ID_PATTERN)
  cardToken?: string;

  /** Keep the card of `cardToken` for later. */
  @WhenGiven()
  @IsBoolean()
  saveCard?: boolean;
}

/** The card a request names; a saved one comes first. Null without a card. */
export function cardChoiceOf({ cardId, cardToken, saveCard = false }: CardChoiceDto): CardChoice | null {
  if (cardId !== undefined) return { cardId };
  return cardToken === undefined ? null : { cardToken, saveCard };
}

/** @throws card_not_found without a card */
export function requiredCardChoiceOf(body: CardChoiceDto): CardChoice {
  const choice = cardChoiceOf(body);
  if (!choice) throw new DomainError('card_not_found');
  return choice;
}
