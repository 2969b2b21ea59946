import type {
  DomainEvent,
  AnyEventDeclaration,
  EventMetadata,
  Position,
  RecordedEvent,
} from '../event-sourcing/event.js';
import type {
  Appended,
  EventPlace,
  EventStore,
  FollowedPage,
  FollowOptions,
  ReadOptions,
} from './event-store.port.js';

/** An event before it has a place: the codec seals it and checks it against its declaration. */
export interface NewEvent<E extends DomainEvent = DomainEvent> {
  readonly id: string;
  readonly event: E;
  readonly metadata: Omit<EventMetadata, 'schemaVersion'>;
}

/** What a subscription hands over: a decoded event, or one that could not be decoded, with the reason. */
export type LogEntry =
  | { readonly event: RecordedEvent; readonly stored: EventPlace }
  | { readonly undecodable: string; readonly stored: EventPlace };

/** The event store with the codec at its edge: plain facts inside, sealed ones outside. */
export interface EventLog {
  /**
   * Seals once and appends; an unknown outcome is asked again with the same bytes, then read back.
   * `deadlineAtMs` counts on performance.now()'s scale, APPEND_DEADLINE_MS from now when it is not given.
   * @throws RevisionConflict, EventTooLarge, StoreUnavailable (at the deadline, or when the vault does not answer)
   */
  append(
    stream: string,
    expected: bigint | 'no_stream',
    events: readonly NewEvent[],
    deadlineAtMs?: number,
  ): Promise<Appended & { readonly recorded: readonly RecordedEvent[] }>;
  /** Decoded events of one stream. @throws Undecodable when one cannot be read, StoreUnavailable */
  read(stream: string, options?: ReadOptions): AsyncIterable<RecordedEvent>;
  /** Like the store's, decoded; while the vault does not answer it waits. */
  follow(options: FollowOptions): AsyncIterable<FollowedPage<LogEntry>>;
  head(): Promise<Position>;
  readonly store: EventStore;
  readonly declarations: ReadonlyMap<string, AnyEventDeclaration>;
}
