import { streamId, type RecordedEvent } from '../../event-sourcing/event.js';
import type { Projection } from '../../event-sourcing/projection.js';
import type { SavedRecipient } from '../../kernel/recipients.js';
import { recipientsStream, type RecipientEvent } from './recipients.decider.js';

const concerned: ReadonlySet<string> = new Set<RecipientEvent['type']>([
  'RecipientSaved',
  'RecipientChanged',
  'RecipientRemoved',
]);

/** Each sender's saved recipients. */
export const recipientsProjection: Projection<SavedRecipient> = {
  name: 'recipients',
  version: 1,
  indexes: [{ name: 'bySender', eq: ['uid'], sort: 'createdAt' }],
  prefixes: [recipientsStream.prefix],
  key: (event) =>
    concerned.has(event.type) ? (event as RecordedEvent<RecipientEvent>).data.recipientId : null,
  apply(document, event) {
    const { type, data, stream, metadata } = event as RecordedEvent<RecipientEvent>;
    if (type === 'RecipientRemoved') return null;
    const { recipientId: id, name, platform, handle } = data;
    const createdAt = document?.createdAt ?? metadata.at;
    return { id, uid: streamId(stream), name, platform, handle, createdAt, updatedAt: metadata.at };
  },
};
