import { streamId } from '../../../event-sourcing/event.js';
import { ofStream, type Projection } from '../../../event-sourcing/projection.js';
import { cardsDecider, cardsStream, noCards, type CardEvent, type CardsState } from './cards.decider.js';

/** A sender's cards as the decider folds them, and since when the processor has one to forget. */
export interface CardsDocument extends CardsState {
  readonly uid: string;
  readonly hasRemoved: boolean;
  /** Of the card removed first; '' without removed cards. */
  readonly removedAt: string;
}

/** Each sender's cards, by uid; those with removed cards by the time of the first removal. */
export const cardsProjection: Projection<CardsDocument, CardEvent> = {
  name: 'cards',
  version: 1,
  indexes: [{ name: 'byRemoval', eq: ['hasRemoved'], sort: 'removedAt' }],
  prefixes: [cardsStream.prefix],
  keys: ofStream,
  evolve(document, event) {
    const state = cardsDecider.evolve(document ?? noCards, event);
    const [first] = state.removed;
    return {
      ...state,
      uid: streamId(event.stream),
      hasRemoved: first !== undefined,
      removedAt: first?.removedAt ?? '',
    };
  },
};
