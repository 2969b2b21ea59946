import { streamId } from '../../event-sourcing/event.js';
import type { LiveTopics } from '../../event-sourcing/live-topics.js';
import { topics } from '../../kernel/live.js';
import { recipientsStream } from './recipients.decider.js';

/** A sender's saved recipients. */
export const recipientTopics: LiveTopics = {
  name: 'recipient-topics',
  prefixes: [recipientsStream.prefix],
  announce: ({ stream }) => ({ to: { uid: streamId(stream) }, topics: [topics.recipients] }),
};
