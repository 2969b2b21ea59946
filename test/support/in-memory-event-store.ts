import type { Position } from '../../api/src/event-sourcing/event.js';
import { StoreUnavailable } from '../../api/src/engine/storage/store-unavailable.js';
import {
  BEGINNING,
  checkedAppend,
  recordedAtMs,
  RevisionConflict,
  type Appended,
  type NewEvent,
  type EventStore,
  type FollowedPage,
  type ReadOptions,
  type StoredEvent,
} from '../../api/src/engine/event-store/event-store.port.js';

const POSITION_DIGITS = 20;

/** All events in store order, and the waiting followers. Outlives the stores opened on it. */
export class InMemoryLog {
  readonly events: StoredEvent[] = [];
  private readonly streams = new Map<string, StoredEvent[]>();
  private readonly waiting = new Set<() => void>();

  stream(name: string): readonly StoredEvent[] {
    return this.streams.get(name) ?? [];
  }

  head(): Position {
    return this.events.at(-1)?.position ?? BEGINNING;
  }

  add(stream: string, { id, type, data, metadata }: NewEvent): void {
    const revision = BigInt(this.stream(stream).length);
    const position = String(this.events.length + 1).padStart(POSITION_DIGITS, '0');
    const event: StoredEvent = {
      id,
      type,
      data: copyOf(data),
      metadata: copyOf(metadata),
      stream,
      revision,
      position,
    };
    this.events.push(event);
    const events = this.streams.get(stream);
    if (events) events.push(event);
    else this.streams.set(stream, [event]);
  }

  wake(): void {
    for (const wake of this.waiting) wake();
    this.waiting.clear();
  }

  /** Resolves when there are more events or the signal aborts. */
  async more(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      this.waiting.add(resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}

/** Reference implementation of the port over a list, which adapters are compared with. */
export function openInMemoryEventStore(log: InMemoryLog): EventStore {
  return new InMemoryEventStore(log);
}

class InMemoryEventStore implements EventStore {
  private readonly closing = new AbortController();

  constructor(private readonly log: InMemoryLog) {}

  append(stream: string, expected: bigint | 'no_stream', events: readonly NewEvent[]): Promise<Appended> {
    return this.whenOpen(() => {
      checkedAppend(stream, events);
      const before = this.log.stream(stream);
      const place = expected === 'no_stream' ? 0 : Number(expected) + 1;
      const isRepeat =
        before.length > place && haveSameIds(before.slice(place).slice(0, events.length), events);
      if (!isRepeat) {
        if (before.length !== place) throw new RevisionConflict(stream, revisionOf(before));
        for (const event of events) this.log.add(stream, event);
        this.log.wake();
      }
      return appended(this.log.stream(stream).slice(place).slice(0, events.length));
    });
  }

  async *read(stream: string, options: ReadOptions = {}): AsyncGenerator<StoredEvent> {
    const { from, backwards = false, limit } = options;
    const events = await this.whenOpen(() => this.log.stream(stream));
    const inOrder = backwards ? [...events].reverse() : events;
    const matching = inOrder.filter(
      ({ revision }) => from === undefined || (backwards ? revision <= from : revision >= from),
    );
    yield* matching.slice(0, limit);
  }

  async *follow(options: {
    readonly after: Position;
    readonly prefixes: readonly string[];
    readonly signal: AbortSignal;
  }): AsyncGenerator<FollowedPage> {
    const signal = AbortSignal.any([options.signal, this.closing.signal]);
    let through = options.after;
    let isFirst = true;
    while (!signal.aborted) {
      const next = this.log.events.filter(({ position }) => position > through);
      if (next.length > 0 || isFirst) {
        isFirst = false;
        through = next.at(-1)?.position ?? through;
        const matches = ({ stream }: StoredEvent) =>
          options.prefixes.some((prefix) => stream.startsWith(prefix));
        yield { events: next.filter(matches), through, live: true };
      } else await this.log.more(signal);
    }
  }

  head(): Promise<Position> {
    return this.whenOpen(() => this.log.head());
  }

  newestAtMs(): Promise<number | null> {
    return this.whenOpen(() => recordedAtMs(this.log.events.at(-1)?.metadata));
  }

  ready(): Promise<void> {
    return this.whenOpen(() => undefined);
  }

  close(): Promise<void> {
    this.closing.abort();
    return Promise.resolve();
  }

  private whenOpen<T>(work: () => T): Promise<T> {
    return new Promise((resolve) => {
      if (this.closing.signal.aborted) throw new StoreUnavailable('The event store is closed');
      resolve(work());
    });
  }
}

function revisionOf(stream: readonly StoredEvent[]): bigint | 'no_stream' {
  return stream.at(-1)?.revision ?? 'no_stream';
}

function haveSameIds(stored: readonly StoredEvent[], events: readonly NewEvent[]): boolean {
  return stored.length === events.length && stored.every(({ id }, place) => id === events[place]?.id);
}

function appended(events: readonly StoredEvent[]): Appended {
  const last = events.at(-1);
  if (!last) throw new Error('An append has an event');
  return { revision: last.revision, position: last.position };
}

function copyOf(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
