import type { Position } from '../../event-sourcing/event.js';
import type { EventStore, FollowedPage, Json } from '../event-store/event-store.port.js';
import type { Vault } from '../vault/vault.port.js';

/** The stores that are moved; views are made from the log on the other side. */
export interface MovedStores {
  readonly eventStore: EventStore;
  readonly vault: Vault;
  /** How the names of the program's own streams begin. Whatever else a server keeps stays where it is. */
  readonly prefixes: readonly string[];
}

/** Events of the program's own streams, and the names of the others that were passed over. */
export interface OwnPage extends FollowedPage {
  readonly foreign: readonly string[];
}

/** Every stream: what is not the program's own is told and not left out in silence. */
const ALL_STREAMS = [''];
/** A server's own streams, which are nobody's facts. */
const SYSTEM_PREFIX = '$';

/** Pages of the log behind `after`, up to where it ends now. */
export async function* eventsUntilNow(
  { eventStore, prefixes }: Pick<MovedStores, 'eventStore' | 'prefixes'>,
  after: Position,
): AsyncGenerator<OwnPage> {
  const isOwn = (stream: string) => prefixes.some((prefix) => stream.startsWith(prefix));
  const stop = new AbortController();
  try {
    for await (const page of eventStore.follow({ after, prefixes: ALL_STREAMS, signal: stop.signal })) {
      const others = page.events.filter(({ stream }) => !isOwn(stream) && !stream.startsWith(SYSTEM_PREFIX));
      yield {
        ...page,
        events: page.events.filter(({ stream }) => isOwn(stream)),
        foreign: others.map(({ stream }) => stream),
      };
      if (page.live) return;
    }
  } finally {
    stop.abort();
  }
}

export function isJsonObject(value: unknown): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
