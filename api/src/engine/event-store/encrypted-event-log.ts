import type {
  AnyEventDeclaration,
  DomainEvent,
  Position,
  RecordedEvent,
  StreamEvent,
} from '../../event-sourcing/event.js';
import type { Codec, LogEntry } from './codec.js';
import {
  APPEND_DEADLINE_MS,
  BEGINNING,
  type Appended,
  type EventPlace,
  type EventStore,
  type FollowedPage,
  type FollowOptions,
  type NewEvent,
  type ReadOptions,
  type StoredEvent,
} from './event-store.port.js';

/** A stored event that cannot be read: unknown, newer than this program, changed, or without its key. */
export class Undecodable extends Error {
  override readonly name = 'Undecodable';
  constructor(
    readonly reason: string,
    readonly stored: EventPlace,
  ) {
    super(`Event ${stored.position} of ${stored.stream} cannot be read: ${reason}`);
  }
}

/** The event store with encryption at its edge: callers see plain events, the store sees encrypted ones. */
export class EncryptedEventLog {
  constructor(
    readonly store: EventStore,
    private readonly codec: Codec,
  ) {}

  get declarations(): ReadonlyMap<string, AnyEventDeclaration> {
    return this.codec.declarations;
  }

  /**
   * Encrypts and appends; also returns the events as they will be read. `deadlineAtMs` is on performance.now()'s scale.
   * @throws RevisionConflict, OutcomeUnknown, EventTooLarge, StoreUnavailable (also when the vault is unavailable)
   */
  // oxlint-disable-next-line flip/max-params -- the port's parameters and a deadline
  async append(
    stream: string,
    expected: bigint | 'no_stream',
    events: readonly NewEvent[],
    deadlineAtMs: number = performance.now() + APPEND_DEADLINE_MS,
  ): Promise<Appended & { readonly recorded: readonly StreamEvent[] }> {
    const next = expected === 'no_stream' ? 0n : expected + 1n;
    const encoded = await this.codec.encode(stream, next, events);
    const stored = encoded.map((event) => event.stored);
    const deadlineMs = deadlineAtMs - performance.now();
    const appended = await this.store.append(stream, expected, stored, { deadlineMs });
    const first = appended.revision - BigInt(encoded.length - 1);
    const recorded = encoded.map(({ read }, index) => ({ ...read, stream, revision: first + BigInt(index) }));
    return { ...appended, recorded };
  }

  /**
   * Decoded events of one stream, which holds those of type `Event`. With `lazily`, for folding, personal fields are decrypted only when they are read.
   * @throws Undecodable when one cannot be read, StoreUnavailable
   */
  async *read<Event extends DomainEvent = DomainEvent>(
    stream: string,
    { lazily = false, ...options }: ReadOptions & { readonly lazily?: boolean } = {},
  ): AsyncGenerator<RecordedEvent<Event>> {
    for await (const entry of this.entries(stream, options, lazily)) {
      if ('undecodable' in entry) throw new Undecodable(entry.undecodable, entry.stored);
      yield entry.event as RecordedEvent<Event>;
    }
  }

  /** Like `read`, with the reason instead of each event that cannot be decoded. @throws StoreUnavailable */
  async *entries(stream: string, options: ReadOptions = {}, lazily = false): AsyncGenerator<LogEntry> {
    for await (const stored of this.store.read(stream, options))
      for (const entry of await this.codec.decode([stored], lazily)) yield entry;
  }

  /** Like the store's follow, decoded. @throws StoreUnavailable also when the vault is unavailable */
  async *follow(options: FollowOptions): AsyncGenerator<FollowedPage<LogEntry>> {
    for await (const page of this.store.follow(options))
      yield { ...page, events: await this.codec.decode(page.events) };
  }

  /**
   * Like the store's follow, for what is asked of many people at once: events come as they are stored, and
   * `decodeImpersonal` gives one without its personal fields.
   * @throws StoreUnavailable
   */
  followStored(options: FollowOptions): AsyncIterable<FollowedPage> {
    return this.store.follow(options);
  }

  /** Events that were kept as they are stored, decoded. @throws StoreUnavailable when the vault is unavailable */
  decode(stored: readonly StoredEvent[]): Promise<LogEntry[]> {
    return this.codec.decode(stored);
  }

  /** The event without its personal fields: nothing of them is decrypted. */
  decodeImpersonal(stored: StoredEvent): LogEntry {
    return this.codec.decodeImpersonal(stored);
  }

  /** As the store's, or the beginning. @throws StoreUnavailable */
  async positionBefore(atMs: number): Promise<Position> {
    return (await this.store.positionBefore?.(atMs)) ?? BEGINNING;
  }

  head(): Promise<Position> {
    return this.store.head();
  }
}
