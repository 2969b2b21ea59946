import { streamId } from '../../../event-sourcing/event.js';
import { documentsBy, type Projection } from '../../../event-sourcing/projection.js';
import { cardholderStream, type CardUsed } from './cardholder.decider.js';

/** A card that an unverified account asked to charge for a transfer, of the view card_uses. The index is blind. */
export interface CardUse {
  readonly id: string;
  readonly cardIndex: string;
  readonly uid: string;
  readonly transferId: string;
  readonly at: string;
}

/** Who has used the same card: one document per card and transfer. */
export const cardUsesProjection: Projection<CardUse, CardUsed> = {
  name: 'card_uses',
  version: 1,
  indexes: [
    { name: 'byCard', eq: ['cardIndex'], sort: 'at' },
    { name: 'bySender', eq: ['uid'], sort: 'at' },
  ],
  prefixes: [cardholderStream.prefix],
  ...documentsBy<CardUse, CardUsed>(({ stream, data }) => [`${streamId(stream)} ${data.transferId}`], {
    CardUsed: (_, { stream, data: { uid, transferId }, metadata: { at } }) => {
      const cardIndex = streamId(stream);
      return { id: `${cardIndex} ${transferId}`, cardIndex, uid, transferId, at };
    },
  }),
};
