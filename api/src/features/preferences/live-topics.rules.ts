import { streamId } from '../../event-sourcing/event.js';
import type { LiveTopics } from '../../event-sourcing/live-topics.js';
import { topics } from '../../kernel/live.js';
import { preferencesStream } from './preferences.decider.js';

/** The name that is shown everywhere comes with the signed-in user. */
export const preferencesTopics: LiveTopics = {
  name: 'preferences-topics',
  prefixes: [preferencesStream.prefix],
  announce: ({ stream }) => ({
    to: { uid: streamId(stream) },
    topics: [topics.preferences, topics.me],
  }),
};
