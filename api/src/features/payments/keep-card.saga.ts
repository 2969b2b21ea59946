import { evolveBy } from '../../event-sourcing/evolve.js';
import type { Saga } from '../../event-sourcing/saga.js';
import type {
  LifecycleEvent,
  PaymentCard,
  PaymentRequested,
} from '../lifecycle/state/lifecycle-events.rules.js';
import { transferStream } from '../lifecycle/state/lifecycle-events.rules.js';

/** A card that the sender chose to save when paying. */
export interface KeptCard {
  readonly type: 'KeepCard';
  readonly uid: string;
  readonly card: PaymentCard;
}

type KeptCardState = { readonly card: PaymentCard | null };

/** Saves the card of a payment once it was accepted. */
export const keepCardSaga: Saga<KeptCardState, KeptCard, LifecycleEvent> = {
  name: 'keep-card',
  startAt: 'beginning',
  prefixes: [transferStream.prefix],
  needsState: ({ type }) => type === 'PaymentAuthorized',
  initialState: () => ({ card: null }),
  evolve: evolveBy<KeptCardState, PaymentRequested>({
    PaymentRequested: (_, { data: { card } }) => ({ card }),
  }),
  react({ id, data }, { card }) {
    if (!card?.saveCard) return [];
    return [{ commandIdParts: [id], command: { type: 'KeepCard', uid: data.uid, card } }];
  },
};
