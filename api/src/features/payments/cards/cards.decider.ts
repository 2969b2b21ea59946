import type { DecidedCommand, Decider } from '../../../event-sourcing/decider.js';
import { streamCategory, type DomainEvent, type StreamEvent } from '../../../event-sourcing/event.js';
import { evolveBy } from '../../../event-sourcing/evolve.js';
import { CARD_UNDO_MS, CARDS_LIMIT, cardStateAt, type CardFacts } from '../../../kernel/money/cards.js';
import { DomainError } from '../../../kernel/domain-error.js';

/** A saved card with the processor's reference to it. */
export interface CardRecord extends CardFacts {
  readonly cardId: string;
  readonly paymentMethodRef: string;
}

/** A removed card that the processor may still know. */
export interface RemovedCard extends CardRecord {
  readonly removedAt: string;
  /** It becomes the default again when it is restored. */
  readonly wasDefault: boolean;
}

type Named = { readonly cardId: string };
export type CustomerCreated = DomainEvent<'CustomerCreated', { readonly customerRef: string }>;
export type CardSaved = DomainEvent<'CardSaved', CardRecord>;
export type CardMadeDefault = DomainEvent<'CardMadeDefault', Named>;
export type CardRemoved = DomainEvent<'CardRemoved', Named>;
export type CardRestored = DomainEvent<'CardRestored', Named>;
export type CardDetached = DomainEvent<'CardDetached', Named>;
type RemovalEvent = CardRemoved | CardRestored | CardDetached;
export type CardEvent = CustomerCreated | CardSaved | CardMadeDefault | RemovalEvent;

interface RecordCustomer extends DecidedCommand {
  readonly type: 'RecordCustomer';
  readonly customerRef: string;
}

interface SaveCard extends DecidedCommand {
  readonly type: 'SaveCard';
  readonly card: CardRecord;
}

interface ChangeCard extends DecidedCommand {
  readonly type: 'MakeCardDefault' | 'RemoveCard' | 'RestoreCard' | 'RecordDetached';
  readonly cardId: string;
}

interface RemoveAllCards extends DecidedCommand {
  readonly type: 'RemoveAllCards';
}

export type CardCommand = RecordCustomer | SaveCard | ChangeCard | RemoveAllCards;
/** A command before the runner dates it. */
export type UndatedCardCommand =
  | Omit<RecordCustomer, 'at'>
  | Omit<SaveCard, 'at'>
  | Omit<ChangeCard, 'at'>
  | Omit<RemoveAllCards, 'at'>;

export interface CardsState {
  readonly customerRef: string | null;
  /** In the order in which they were saved. */
  readonly cards: readonly CardRecord[];
  /** Null without cards. */
  readonly defaultId: string | null;
  /** Until the processor has forgotten them. */
  readonly removed: readonly RemovedCard[];
}

export const cardsStream = streamCategory('cards-');

export const noCards: CardsState = { customerRef: null, cards: [], defaultId: null, removed: [] };

/** A sender's saved cards: one of them is the default, none is there twice. */
export const cardsDecider: Decider<CardsState, CardCommand, CardEvent> = {
  name: 'cards',
  initialState: () => noCards,
  decide(command, state) {
    switch (command.type) {
      case 'RecordCustomer':
        return recordCustomer(command, state);
      case 'SaveCard':
        return save(command, state);
      case 'MakeCardDefault':
        return makeDefault(command, state);
      case 'RemoveCard':
        return remove(command, state);
      case 'RestoreCard':
        return restore(command, state);
      case 'RemoveAllCards':
        return state.cards.map((card) => fact('CardRemoved', card));
      case 'RecordDetached':
        return has(state.removed, command.cardId) ? [fact('CardDetached', command)] : [];
    }
  },
  evolve: evolveBy<CardsState, CardEvent>({
    CustomerCreated: (state, { data: { customerRef } }) => ({ ...state, customerRef }),
    CardSaved: (state, { data: card }) => ({
      ...state,
      cards: [...state.cards, card],
      defaultId: state.defaultId ?? card.cardId,
    }),
    CardMadeDefault: (state, { data: { cardId } }) => ({
      ...state,
      defaultId: cardId,
      removed: state.removed.map((card) => ({ ...card, wasDefault: false })),
    }),
    CardRemoved: removedFrom,
    CardRestored: restoredIn,
    CardDetached: (state, { data }) => ({ ...state, removed: without(state.removed, data) }),
  }),
};

/** The saved card with these facts: the same number and expiry date are the same card. */
export function sameCard<Card extends CardFacts>(cards: readonly Card[], facts: CardFacts): Card | undefined {
  const text = identityOf(facts);
  return cards.find((card) => identityOf(card) === text);
}

/** Whether a removed card can be restored at an instant. */
export function canRestore({ removedAt }: RemovedCard, nowMs: number): boolean {
  return nowMs - Date.parse(removedAt) <= CARD_UNDO_MS;
}

/** The first customer remains: every saved card belongs to it. */
function recordCustomer({ customerRef }: RecordCustomer, state: CardsState): readonly CardEvent[] {
  return state.customerRef === null ? [{ type: 'CustomerCreated', data: { customerRef } }] : [];
}

/** A card that was just removed is restored. */
function save({ card, at }: SaveCard, { cards, removed }: CardsState): readonly CardEvent[] {
  if (sameCard(cards, card)) return [];
  const undone = sameCard(removed, card);
  if (undone && canRestore(undone, Date.parse(at))) return [fact('CardRestored', undone)];
  // The processor is about to forget this reference.
  if (has(removed, card.cardId)) throw new DomainError('card_not_found');
  requireRoom(cards);
  return [{ type: 'CardSaved', data: card }];
}

function makeDefault({ cardId, at }: ChangeCard, { cards, defaultId }: CardsState): readonly CardEvent[] {
  const card = cards.find((one) => one.cardId === cardId);
  if (!card) throw new DomainError('not_found');
  if (cardStateAt(card, Date.parse(at)) === 'expired') throw new DomainError('card_expired');
  return cardId === defaultId ? [] : [fact('CardMadeDefault', card)];
}

function remove(command: ChangeCard, { cards, removed }: CardsState): readonly CardEvent[] {
  if (has(removed, command.cardId)) return [];
  if (!has(cards, command.cardId)) throw new DomainError('not_found');
  return [fact('CardRemoved', command)];
}

function restore({ cardId, at }: ChangeCard, { cards, removed }: CardsState): readonly CardEvent[] {
  if (has(cards, cardId)) return [];
  const card = removed.find((one) => one.cardId === cardId);
  if (!card) throw new DomainError('not_found');
  if (!canRestore(card, Date.parse(at))) throw new DomainError('card_removed');
  requireRoom(cards);
  return [fact('CardRestored', card)];
}

function requireRoom(cards: readonly CardRecord[]): void {
  if (cards.length >= CARDS_LIMIT) throw new DomainError('too_many_cards', { max: CARDS_LIMIT });
}

/** The newest other card becomes the default. */
function removedFrom(state: CardsState, { data, metadata }: StreamEvent<CardRemoved>): CardsState {
  const card = state.cards.find(({ cardId }) => cardId === data.cardId);
  if (!card) return state;
  const cards = without(state.cards, data);
  const wasDefault = state.defaultId === data.cardId;
  return {
    ...state,
    cards,
    defaultId: wasDefault ? (cards.at(-1)?.cardId ?? null) : state.defaultId,
    removed: [...state.removed, { ...card, removedAt: metadata.at, wasDefault }],
  };
}

function restoredIn(state: CardsState, { data }: StreamEvent<CardRestored>): CardsState {
  const restored = state.removed.find(({ cardId }) => cardId === data.cardId);
  if (!restored) return state;
  const { removedAt: _, wasDefault, ...card } = restored;
  return {
    ...state,
    cards: [...state.cards, card],
    defaultId: wasDefault || state.defaultId === null ? card.cardId : state.defaultId,
    removed: without(state.removed, data),
  };
}

function fact<Type extends Exclude<CardEvent['type'], 'CustomerCreated' | 'CardSaved'>>(
  type: Type,
  { cardId }: Named,
): { readonly type: Type; readonly data: Named } {
  return { type, data: { cardId } };
}

const has = (cards: readonly Named[], cardId: string): boolean =>
  cards.some((card) => card.cardId === cardId);

const without = <Card extends Named>(cards: readonly Card[], { cardId }: Named): readonly Card[] =>
  cards.filter((card) => card.cardId !== cardId);

const identityOf = ({ brand, last4, expMonth, expYear }: CardFacts): string =>
  JSON.stringify([brand, last4, expMonth, expYear]);
