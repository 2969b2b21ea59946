import { streamId, type RecordedEvent } from '../../../event-sourcing/event.js';
import type { Projection } from '../../../event-sourcing/projection.js';
import { cardsDecider, cardsStream, noCards, type CardEvent, type CardsState } from './cards.decider.js';

/** A sender's cards as the decider folds them, and since when the processor has one to forget. */
export interface CardsDocument extends CardsState {
  readonly uid: string;
  readonly hasRemoved: boolean;
  /** Of the card removed first; '' without removed cards. */
  readonly removedAt: string;
}

/** Each sender's cards, by uid; those with removed cards by the time of the first removal. */
export const cardsProjection: Projection<CardsDocument> = {
  name: 'cards',
  version: 1,
  indexes: [{ name: 'byRemoval', eq: ['hasRemoved'], sort: 'removedAt' }],
  prefixes: [cardsStream.prefix],
  key: ({ stream }) => streamId(stream),
  apply(document, event) {
    const state = cardsDecider.evolve(document ?? noCards, event as RecordedEvent<CardEvent>);
    const [first] = state.removed;
    return {
      ...state,
      uid: streamId(event.stream),
      hasRemoved: first !== undefined,
      removedAt: first?.removedAt ?? '',
    };
  },
};
