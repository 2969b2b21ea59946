import { streamId } from '../../../event-sourcing/event.js';
import { ofStream, type Projection } from '../../../event-sourcing/projection.js';
import type { CardFacts } from '../../../kernel/money/cards.js';
import { cardsDecider, cardsStream, noCards, type CardEvent, type CardsState } from './cards.decider.js';

/** A sender's cards as the decider folds them, and since when the processor has one to forget. */
export interface CardsDocument extends CardsState {
  readonly uid: string;
  readonly hasRemoved: boolean;
  /** Of the card removed first; '' without removed cards. */
  readonly removedAt: string;
  /** The month through which the default card is valid: "2027-04"; '' without one. */
  readonly defaultThrough: string;
}

/** Each sender's cards, by uid; those with removed cards by the time of the first removal. Those with a default card by its expiry. */
export const cardsProjection: Projection<CardsDocument, CardEvent> = {
  name: 'cards',
  version: 2,
  indexes: [
    { name: 'byRemoval', eq: ['hasRemoved'], sort: 'removedAt' },
    { name: 'byExpiry', eq: [], sort: 'defaultThrough' },
  ],
  prefixes: [cardsStream.prefix],
  keys: ofStream,
  evolve(document, event) {
    const state = cardsDecider.evolve(document ?? noCards, event);
    const [first] = state.removed;
    const usual = state.cards.find(({ cardId }) => cardId === state.defaultId);
    return {
      ...state,
      uid: streamId(event.stream),
      hasRemoved: first !== undefined,
      removedAt: first?.removedAt ?? '',
      defaultThrough: usual ? monthText(usual) : '',
    };
  },
};

/** "2027-04", in the order of the calendar. */
const monthText = ({ expMonth, expYear }: CardFacts): string =>
  `${String(expYear)}-${String(expMonth).padStart(2, '0')}`;
