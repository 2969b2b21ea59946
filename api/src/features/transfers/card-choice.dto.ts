import { IsBoolean, Matches } from 'class-validator';
import { DomainError } from '../../kernel/domain-error.js';
import type { CardChoice } from '../../kernel/cards.js';
import { WhenGiven } from '../../http/validation.js';

/** Ids of cards, ours or the processor's. */
export const CARD_ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

/** POST /transfers/:id/payment: a saved card, or one that the processor's frame has just taken. */
export class CardChoiceDto {
  /** A saved card that pays. */
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
