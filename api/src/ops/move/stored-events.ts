import type { Position } from '../../event-sourcing/event.js';
import type { EmbeddedEventStore } from '../../event-store/embedded/embedded-event-store.js';
import type { EventStore, FollowedPage, StoredEvent } from '../../event-store/event-store.port.js';
import type { DataKeys } from '../../event-store/data-keys.js';
import type { Vault } from '../../vault/vault.port.js';
import type { ViewStore } from '../../view-store/view-store.port.js';

/** The stores that are moved; views are made from the log on the other side. */
export interface MovedStores {
  readonly eventStore: EventStore;
  readonly viewStore: Pick<ViewStore, 'generations'>;
  readonly vault: Vault;
  /** Of this vault, opened with the secrets that are moved with it. */
  readonly keys: DataKeys;
  /** Checks the log against its hash chain; null where a server keeps the log. */
  readonly verifyChain: EmbeddedEventStore['verifyChain'] | null;
  /** How the names of the program's own streams begin. Whatever else a server keeps stays where it is. */
  readonly prefixes: readonly string[];
  /** Names of the projections that have views. */
  readonly projections: readonly string[];
}

/** Events of the program's own streams, and the names of the others that were passed over. */
export interface OwnPage extends FollowedPage {
  readonly foreign: readonly string[];
}

/** Every stream: what is not the program's own can be told and not left out in silence. */
export const ALL_STREAMS: readonly string[] = [''];
/** A server's own streams, which are nobody's facts. */
const SYSTEM_PREFIX = '$';

/** Pages of the log behind `after`, up to where it ends now, however busy others are; of the own streams, or of `followed`. */
export async function* eventsUntilNow(
  { eventStore, prefixes }: Pick<MovedStores, 'eventStore' | 'prefixes'>,
  after: Position,
  followed: readonly string[] = prefixes,
): AsyncGenerator<OwnPage> {
  const end = await eventStore.head();
  const isOwn = (stream: string) => prefixes.some((prefix) => stream.startsWith(prefix));
  const stop = new AbortController();
  try {
    for await (const page of eventStore.follow({ after, prefixes: followed, signal: stop.signal })) {
      const others = page.events.filter(({ stream }) => !isOwn(stream) && !stream.startsWith(SYSTEM_PREFIX));
      yield {
        ...page,
        events: page.events.filter(({ stream }) => isOwn(stream)),
        foreign: others.map(({ stream }) => stream),
      };
      if (page.live || page.through >= end) return;
    }
  } finally {
    stop.abort();
  }
}

/** `event 3 of sender-7f…`, as a refusal names it. */
export function toldEvent({ stream, revision }: Pick<StoredEvent, 'stream' | 'revision'>): string {
  return `event ${String(revision)} of ${stream}`;
}
