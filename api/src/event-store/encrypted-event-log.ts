import { setTimeout as sleep } from 'node:timers/promises';
import type { AnyEventDeclaration, Position, RecordedEvent } from '../event-sourcing/event.js';
import type { Codec, LogEntry, NewEvent } from './codec.js';
import { StoreUnavailable } from '../config/store-unavailable.js';
import {
  APPEND_DEADLINE_MS,
  OutcomeUnknown,
  type Appended,
  type EncodedEvent,
  type EventPlace,
  type EventStore,
  type FollowedPage,
  type FollowOptions,
  type ReadOptions,
  type StoredEvent,
} from './event-store.port.js';

/** Attempts to append the same events before the stream is read for them. */
export const APPEND_ATTEMPT_LIMIT = 4;
/** Events of a stream that are decoded at once. */
const READ_DECODE_LIMIT = 256;
/** Waits of a subscription while the vault is unavailable. */
const VAULT_WAIT_FIRST_MS = 100;
const VAULT_WAIT_LONGEST_MS = 5_000;

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

/** One append, repeated unchanged until its outcome is known. */
interface PendingAppend {
  readonly stream: string;
  readonly expected: bigint | 'no_stream';
  readonly events: readonly EncodedEvent[];
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
   * Encrypts once and appends; after an unknown outcome the same bytes are sent again, then the stream is read.
   * `deadlineAtMs` is on performance.now()'s scale, APPEND_DEADLINE_MS from now by default.
   * @throws RevisionConflict, EventTooLarge, StoreUnavailable (at the deadline, or when the vault is unavailable)
   */
  // eslint-disable-next-line max-params -- the port's parameters and a deadline
  async append(
    stream: string,
    expected: bigint | 'no_stream',
    events: readonly NewEvent[],
    deadlineAtMs: number = performance.now() + APPEND_DEADLINE_MS,
  ): Promise<Appended & { readonly recorded: readonly RecordedEvent[] }> {
    const encoded = await this.codec.encode(stream, events);
    const pending = { stream, expected, events: encoded.map((event) => event.encoded) };
    const appended = await this.appendSame(pending, deadlineAtMs);
    const first = appended.revision - BigInt(encoded.length - 1);
    const recorded = encoded.map(({ data, encoded: { id, type, metadata } }, index) => {
      const position = appended.positions[index] ?? appended.position;
      return { type, data, id, stream, revision: first + BigInt(index), position, metadata };
    });
    return { ...appended, recorded };
  }

  /** Decoded events of one stream. @throws Undecodable when one cannot be read, StoreUnavailable */
  async *read(stream: string, options?: ReadOptions): AsyncGenerator<RecordedEvent> {
    let batch: StoredEvent[] = [];
    for await (const stored of this.store.read(stream, options)) {
      batch.push(stored);
      if (batch.length < READ_DECODE_LIMIT) continue;
      yield* decodedOrThrow(await this.codec.decode(batch));
      batch = [];
    }
    yield* decodedOrThrow(await this.codec.decode(batch));
  }

  /** Like the store's follow, decoded; waits while the vault is unavailable. */
  async *follow(options: FollowOptions): AsyncGenerator<FollowedPage<LogEntry>> {
    for await (const page of this.store.follow(options)) {
      const events = await this.decodeWhenPossible(page.events, options.signal);
      if (!events) return;
      yield { ...page, events };
    }
  }

  head(): Promise<Position> {
    return this.store.head();
  }

  /** Repeats the same bytes while the outcome is unknown; each attempt gets half of the time left. */
  private async appendSame(pending: PendingAppend, deadlineAtMs: number): Promise<Appended> {
    const { stream, expected, events } = pending;
    for (let attempt = 1; attempt <= APPEND_ATTEMPT_LIMIT; attempt++) {
      const leftMs = deadlineAtMs - performance.now();
      if (leftMs <= 0) break;
      try {
        return await this.store.append(stream, expected, events, { deadlineMs: leftMs / 2 });
      } catch (error) {
        const outcomeKnown = attempt === 1 && error instanceof StoreUnavailable;
        if (outcomeKnown || !isUnknown(error)) throw error;
      }
    }
    return this.findStored(pending);
  }

  private async findStored({ stream, expected, events }: PendingAppend): Promise<Appended> {
    const from = expected === 'no_stream' ? 0n : expected + 1n;
    const found: StoredEvent[] = [];
    for await (const event of this.store.read(stream, { from, limit: events.length })) found.push(event);
    const last = found.at(-1);
    const same =
      found.length === events.length && found.every((event, index) => event.id === events[index]?.id);
    if (!last || !same)
      throw new StoreUnavailable('The event store did not say whether it stored the events');
    const positions = found.map((event) => event.position);
    return { revision: last.revision, position: last.position, positions };
  }

  /** null when the subscription ended meanwhile. */
  private async decodeWhenPossible(
    events: readonly StoredEvent[],
    signal: AbortSignal,
  ): Promise<LogEntry[] | null> {
    let waitMs = VAULT_WAIT_FIRST_MS;
    while (!signal.aborted) {
      try {
        return await this.codec.decode(events);
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        // Jitter keeps subscriptions from all querying a returning vault at once.
        await pause(waitMs * (0.5 + Math.random() / 2), signal);
        waitMs = Math.min(waitMs * 2, VAULT_WAIT_LONGEST_MS);
      }
    }
    return null;
  }
}

const isUnknown = (error: unknown) => error instanceof OutcomeUnknown || error instanceof StoreUnavailable;

async function pause(waitMs: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(waitMs, undefined, { signal });
  } catch {
    // Aborted: the caller checks the signal.
  }
}

function* decodedOrThrow(entries: readonly LogEntry[]): Generator<RecordedEvent> {
  for (const entry of entries) {
    if ('undecodable' in entry) throw new Undecodable(entry.undecodable, entry.stored);
    yield entry.event;
  }
}
