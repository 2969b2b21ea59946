import type { RecordedEvent } from '../../event-sourcing/event.js';
import type { Saga } from '../../event-sourcing/saga.js';
import type { LifecycleEvent, PaymentCard } from '../lifecycle/lifecycle-events.rules.js';
import { transferStream } from '../lifecycle/lifecycle-events.rules.js';

/** A card that the sender chose to save when paying. */
export interface KeptCard {
  readonly type: 'KeepCard';
  readonly uid: string;
  readonly card: PaymentCard;
}

/** Saves the card of a payment once it was accepted. */
export const keepCardSaga: Saga<{ readonly card: PaymentCard | null }, KeptCard> = {
  name: 'keep-card',
  startAt: 'beginning',
  prefixes: [transferStream.prefix],
  stateStream: ({ type, stream }) => (type === 'PaymentAuthorized' ? stream : null),
  initialState: () => ({ card: null }),
  evolve(state, event) {
    const { type, data } = event as RecordedEvent<LifecycleEvent>;
    return type === 'PaymentRequested' ? { card: data.card } : state;
  },
  react(event, { card }) {
    const { data } = event as RecordedEvent<LifecycleEvent>;
    if (!card?.saveCard) return [];
    return [{ commandIdParts: [event.id], command: { type: 'KeepCard', uid: data.uid, card } }];
  },
};
