import { streamId, type StreamEvent } from '../../event-sourcing/event.js';
import { documentsBy, type Projection } from '../../event-sourcing/projection.js';
import type { SavedRecipient } from '../../kernel/people/recipients.js';
import {
  recipientsStream,
  type RecipientChanged,
  type RecipientEvent,
  type RecipientSaved,
} from './recipients.decider.js';

/** Each sender's saved recipients. */
export const recipientsProjection: Projection<SavedRecipient> = {
  name: 'recipients',
  version: 1,
  indexes: [{ name: 'bySender', eq: ['uid'], sort: 'createdAt' }],
  prefixes: [recipientsStream.prefix],
  ...documentsBy<SavedRecipient, RecipientEvent>(({ data }) => [data.recipientId], {
    RecipientSaved: saved,
    RecipientChanged: saved,
    RecipientRemoved: () => null,
  }),
};

function saved(
  document: SavedRecipient | null,
  { data, stream, metadata: { at } }: StreamEvent<RecipientSaved | RecipientChanged>,
): SavedRecipient {
  const { recipientId: id, name, platform, handle } = data;
  return {
    id,
    uid: streamId(stream),
    name,
    platform,
    handle,
    createdAt: document?.createdAt ?? at,
    updatedAt: at,
  };
}
