import { type RecordedEvent, streamId } from '../../event-sourcing/event.js';
import type { Announcement, LiveTopics } from '../../event-sourcing/live-topics.js';
import { topics } from '../../kernel/live.js';
import { isHiddenFromSender } from '../lifecycle/progress.rules.js';
import { transferStream } from '../lifecycle/lifecycle-events.rules.js';
import { isListed } from './transactions.projection.js';
import { senderStream } from './transfer.decider.js';

/** Changes to a sender's history, to one transfer and to the allowance; a refused attempt is not shown. */
export const transferTopics: LiveTopics = {
  name: 'transfer-topics',
  prefixes: [senderStream.prefix, transferStream.prefix],
  announce: (event) =>
    event.stream.startsWith(transferStream.prefix) ? ofItsLife(event) : ofTheSender(event),
};

function ofTheSender(event: RecordedEvent): Announcement | null {
  if (!isListed(event)) return null;
  const { data, stream } = event;
  return {
    to: { uid: streamId(stream) },
    topics: [topics.transfers, topics.transfer(data.transferId), topics.allowance],
  };
}

/** Every event of a transfer's own stream names its sender. */
function ofItsLife(event: RecordedEvent): Announcement | null {
  const { stream, data } = event;
  const { uid } = data as { readonly uid?: string };
  if (uid === undefined || isHiddenFromSender(event)) return null;
  return { to: { uid }, topics: [topics.transfers, topics.transfer(streamId(stream))] };
}
