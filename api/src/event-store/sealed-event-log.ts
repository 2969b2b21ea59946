import { setTimeout as sleep } from 'node:timers/promises';
import type { AnyEventDeclaration, Position, RecordedEvent } from '../event-sourcing/event.js';
import type { EventLog, LogEntry, NewEvent } from './event-log.js';
import type { Codec } from './codec.js';
import { StoreUnavailable } from '../config/store-unavailable.js';
import {
  APPEND_DEADLINE_MS,
  OutcomeUnknown,
  type Appended,
  type EncodedEvent,
  type EventStore,
  type FollowedPage,
  type FollowOptions,
  type ReadOptions,
  type StoredEvent,
} from './event-store.port.js';
import { Undecodable } from './undecodable.js';

/** How often the same events are sent before the stream is read for them. */
export const APPEND_ATTEMPT_LIMIT = 4;
/** Events of a stream that are decoded at once. */
const READ_DECODE_LIMIT = 256;
/** Waits of a subscription while the vault does not answer. */
const VAULT_WAIT_FIRST_MS = 100;
const VAULT_WAIT_LONGEST_MS = 5_000;

/** What is sent until it is known to be stored. */
interface SentAppend {
  readonly stream: string;
  readonly expected: bigint | 'no_stream';
  readonly events: readonly EncodedEvent[];
}

/** The event store with the codec at its edge. */
export class SealedEventLog implements EventLog {
  constructor(
    readonly store: EventStore,
    private readonly codec: Codec,
  ) {}

  get declarations(): ReadonlyMap<string, AnyEventDeclaration> {
    return this.codec.declarations;
  }

  // The port's own parameters.
  // eslint-disable-next-line max-params
  async append(
    stream: string,
    expected: bigint | 'no_stream',
    events: readonly NewEvent[],
    deadlineAtMs: number = performance.now() + APPEND_DEADLINE_MS,
  ): Promise<Appended & { readonly recorded: readonly RecordedEvent[] }> {
    const sealed = await this.codec.encode(stream, events);
    const sent = { stream, expected, events: sealed.map((event) => event.encoded) };
    const answer = await this.appendSame(sent, deadlineAtMs);
    const first = answer.revision - BigInt(sealed.length - 1);
    const recorded = sealed.map(({ data, encoded: { id, type, metadata } }, index) => {
      const position = answer.positions[index] ?? answer.position;
      return { type, data, id, stream, revision: first + BigInt(index), position, metadata };
    });
    return { ...answer, recorded };
  }

  async *read(stream: string, options?: ReadOptions): AsyncGenerator<RecordedEvent> {
    let waiting: StoredEvent[] = [];
    for await (const stored of this.store.read(stream, options)) {
      waiting.push(stored);
      if (waiting.length < READ_DECODE_LIMIT) continue;
      yield* decodedOrThrow(await this.codec.decode(waiting));
      waiting = [];
    }
    yield* decodedOrThrow(await this.codec.decode(waiting));
  }

  async *follow(options: FollowOptions): AsyncGenerator<FollowedPage<LogEntry>> {
    for await (const page of this.store.follow(options)) {
      const events = await this.decodedWhenPossible(page.events, options.signal);
      if (!events) return;
      yield { ...page, events };
    }
  }

  head(): Promise<Position> {
    return this.store.head();
  }

  /** The same bytes again while nobody knows whether they are stored; each attempt gets half of the time left. */
  private async appendSame(sent: SentAppend, deadlineAtMs: number): Promise<Appended> {
    const { stream, expected, events } = sent;
    for (let attempt = 1; attempt <= APPEND_ATTEMPT_LIMIT; attempt++) {
      const leftMs = deadlineAtMs - performance.now();
      if (leftMs <= 0) break;
      try {
        return await this.store.append(stream, expected, events, { deadlineMs: leftMs / 2 });
      } catch (error) {
        const outcomeKnown = attempt === 1 && error instanceof StoreUnavailable;
        if (outcomeKnown || !isUnanswered(error)) throw error;
      }
    }
    return this.storedAlready(sent);
  }

  private async storedAlready({ stream, expected, events }: SentAppend): Promise<Appended> {
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

  /** null when the subscription was ended meanwhile. */
  private async decodedWhenPossible(
    events: readonly StoredEvent[],
    signal: AbortSignal,
  ): Promise<LogEntry[] | null> {
    let waitMs = VAULT_WAIT_FIRST_MS;
    while (!signal.aborted) {
      try {
        return await this.codec.decode(events);
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        // Jitter keeps several subscriptions from asking a returning vault in the same moment.
        await pause(waitMs * (0.5 + Math.random() / 2), signal);
        waitMs = Math.min(waitMs * 2, VAULT_WAIT_LONGEST_MS);
      }
    }
    return null;
  }
}

const isUnanswered = (error: unknown) => error instanceof OutcomeUnknown || error instanceof StoreUnavailable;

async function pause(waitMs: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(waitMs, undefined, { signal });
  } catch {
    // Ended early: the caller looks at the signal.
  }
}

function* decodedOrThrow(entries: readonly LogEntry[]): Generator<RecordedEvent> {
  for (const entry of entries) {
    if ('undecodable' in entry) throw new Undecodable(entry.undecodable, entry.stored);
    yield entry.event;
  }
}
