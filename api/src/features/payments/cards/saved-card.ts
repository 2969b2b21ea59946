import { cardStateAt, type SavedCard } from '../../../kernel/cards.js';
import type { CardRecord, CardsState } from './cards.decider.js';

/** A saved card as its sender sees it at an instant, without the processor's references. */
export function savedCardOf(card: CardRecord, defaultId: string | null, nowMs: number): SavedCard {
  const { cardId: id, brand, last4, expMonth, expYear, funding } = card;
  const state = cardStateAt(card, nowMs);
  return { id, brand, last4, expMonth, expYear, funding, isDefault: id === defaultId, state };
}

/** The default first, then the newest. */
export function savedCardsOf({ cards, defaultId }: CardsState, nowMs: number): SavedCard[] {
  return cards
    .map((card) => savedCardOf(card, defaultId, nowMs))
    .reverse()
    .sort((one, other) => Number(other.isDefault) - Number(one.isDefault));
}
