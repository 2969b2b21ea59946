import { cardStateAt, EXPIRING_MS } from '../../../kernel/money/cards.js';
import { isCardNeed } from '../../../kernel/people/needs.js';
import type { ViewQuery } from '../../../engine/view-store/view-store.port.js';
import type { CardRecord } from '../../payments/cards/cards.decider.js';
import type { CardsDocument } from '../../payments/cards/cards.projection.js';

/** The card in the mail about its expiry, by the dashboard's rule; null for one that has expired already. */
export function expiringCardOf({ cards, defaultId }: CardsDocument, nowMs: number): CardRecord | null {
  const isExpiring = (card: CardRecord): boolean => {
    const state = cardStateAt(card, nowMs);
    return state === 'expiring' && isCardNeed({ state, isDefault: card.cardId === defaultId });
  };
  return cards.find(isExpiring) ?? null;
}

/** Senders who may have such a card: its last month is one of the next ones. */
export function mayExpireBefore(nowMs: number): Pick<ViewQuery, 'by' | 'where' | 'from' | 'to'> {
  const from = monthAt(nowMs);
  // Exclusive: the month after the last one that counts.
  const to = monthAt(nowMs + EXPIRING_MS + MONTH_MS);
  return { by: 'byExpiry', where: {}, from, to };
}

const MONTH_MS = 31 * 86_400_000;

const monthAt = (ms: number): string => new Date(ms).toISOString().slice(0, 7);
