import type {
  EventStore,
  FollowOptions,
  FollowedPage,
  StoredEvent,
} from '../../engine/event-store/event-store.port.js';

import { FORMAT_STREAM } from '../../engine/stores/server-format.js';

/** A log as it is stored, or decoded. */
interface Log<Event> extends Pick<EventStore, 'head'> {
  readonly follow: (options: FollowOptions) => AsyncIterable<FollowedPage<Event>>;
}

/** Pages of a log up to its present end, even if others keep writing: waiting for more might never end. */
export async function* pagesUntilNow<Event>(
  log: Log<Event>,
  from: Omit<FollowOptions, 'signal'>,
): AsyncGenerator<FollowedPage<Event>> {
  const end = await log.head();
  for await (const page of log.follow({ ...from, signal: new AbortController().signal })) {
    yield page;
    if (page.live || page.through >= end) return;
  }
}

/** "event 3 of sender-7f…", for messages. */
export function nameOf({ stream, revision }: Pick<StoredEvent, 'stream' | 'revision'>): string {
  return `event ${revision} of ${stream}`;
}

/** Whether an event is in an internal stream of a database server, or marks the format of the log on it. */
export function isOfSystem({ stream }: StoredEvent): boolean {
  return stream.startsWith('$') || stream === FORMAT_STREAM;
}
