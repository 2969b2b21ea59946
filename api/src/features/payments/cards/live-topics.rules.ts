import { streamId } from '../../../event-sourcing/event.js';
import type { LiveTopics } from '../../../event-sourcing/live-topics.js';
import { topics } from '../../../kernel/live.js';
import { cardsStream, type CardEvent } from './cards.decider.js';

/** Events about the processor that no page shows. */
const NOT_SHOWN: readonly string[] = ['CustomerCreated', 'CardDetached'] satisfies CardEvent['type'][];

/** A sender's saved cards, also one that was kept with a payment. */
export const cardTopics: LiveTopics = {
  name: 'card-topics',
  prefixes: [cardsStream.prefix],
  announce: ({ stream, type }) =>
    NOT_SHOWN.includes(type) ? null : { to: { uid: streamId(stream) }, topics: [topics.cards] },
};
