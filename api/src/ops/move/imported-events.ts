import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { EventMetadata, Position } from '../../event-sourcing/event.js';
import { StoreUnavailable } from '../../config/store-unavailable.js';
import {
  BEGINNING,
  OutcomeUnknown,
  RevisionConflict,
  type NewEvent,
  type EventStore,
  type StoredEvent,
} from '../../event-store/event-store.port.js';
import { CopyRefused } from '../../config/copy-refused.js';
import type { ExportedEvent } from './export-format.js';
import { eventsUntilNow, type MovedStores } from './stored-events.js';

/** Events of one stream that stand side by side go in one append, as many as a batch of commands may be. */
const BATCH_LIMIT = 64;
/** A server takes a megabyte in one append. */
const BATCH_LIMIT_BYTES = 512 * 1_024;
/** How often the same append is sent while the store does not answer for it. */
const ATTEMPT_LIMIT = 5;
const FIRST_PAUSE_MS = 200;

/** Is shown each event of the export with the event of the store that it has become. */
export type Seen = (exported: ExportedEvent, stored: StoredEvent) => void | Promise<void>;

/**
 * Holds what the store has against the beginning of the export, and leaves `exported` at the first event that the
 * store has not. @returns how many it has
 * @throws CopyRefused when the store has anything else
 */
export async function matchStored(
  stores: Pick<MovedStores, 'eventStore' | 'prefixes'>,
  exported: AsyncGenerator<ExportedEvent>,
  seen: Seen,
): Promise<number> {
  let count = 0;
  for await (const { events } of eventsUntilNow(stores, BEGINNING)) {
    for (const stored of events) {
      const next = await exported.next();
      if (next.done === true || !isSame(next.value, stored))
        throw new CopyRefused(`The log already holds events that are not of this export: ${stored.stream}`);
      await seen(next.value, stored);
      count += 1;
    }
  }
  return count;
}

/**
 * Appends what is left of the export, one append after the other: the order of the log is the order that projections
 * and sagas see. The same append again changes nothing.
 */
export async function appendLeft(
  store: EventStore,
  exported: AsyncGenerator<ExportedEvent>,
  appended: (count: number) => void,
): Promise<void> {
  let batch: ExportedEvent[] = [];
  let bytes = 0;
  for await (const event of exported) {
    const size = sizeOf(event);
    const isFull = batch.length >= BATCH_LIMIT || bytes + size > BATCH_LIMIT_BYTES;
    if (isFull || !isNext(batch.at(-1), event)) {
      await appendSurely(store, batch);
      appended(batch.length);
      batch = [];
      bytes = 0;
    }
    batch.push(event);
    bytes += size;
  }
  await appendSurely(store, batch);
  appended(batch.length);
}

/** Maps positions of the old log to the new one: each to the last event at or before it. */
export class PositionMap {
  private readonly found = new Map<Position, Position>();
  private readonly wanted: readonly Position[];
  private next = 0;
  private last: Position = BEGINNING;

  constructor(wanted: Iterable<Position>) {
    this.wanted = [...new Set(wanted)].sort();
  }

  /** Called for every event in the order of the log. */
  see(from: Position, to: Position): void {
    this.settle((wanted) => wanted < from);
    this.last = to;
  }

  /** Called behind the last event: what lies beyond the end stands at the end. */
  end(): void {
    this.settle(() => true);
  }

  of(position: Position): Position {
    const mapped = this.found.get(position);
    if (mapped === undefined) throw new Error(`Position ${position} was not asked for`);
    return mapped;
  }

  private settle(isBehind: (wanted: Position) => boolean): void {
    for (; ; this.next += 1) {
      const wanted = this.wanted[this.next];
      if (wanted === undefined || !isBehind(wanted)) return;
      this.found.set(wanted, this.last);
    }
  }
}

function sizeOf({ data, metadata }: ExportedEvent): number {
  return Buffer.byteLength(JSON.stringify(data)) + Buffer.byteLength(JSON.stringify(metadata));
}

function isNext(before: ExportedEvent | undefined, event: ExportedEvent): boolean {
  return before?.stream === event.stream && BigInt(before.revision) + 1n === BigInt(event.revision);
}

async function appendSurely(store: EventStore, batch: readonly ExportedEvent[]): Promise<void> {
  const [first] = batch;
  if (!first) return;
  const expected = first.revision === '0' ? 'no_stream' : BigInt(first.revision) - 1n;
  for (let attempt = 1; ; attempt++) {
    try {
      await store.append(first.stream, expected, batch.map(encoded));
      return;
    } catch (error) {
      if (error instanceof RevisionConflict)
        throw new CopyRefused(`Something else writes into the log: ${error.message}`, { cause: error });
      const isUnanswered = error instanceof OutcomeUnknown || error instanceof StoreUnavailable;
      if (!isUnanswered || attempt >= ATTEMPT_LIMIT) throw error;
      await sleep(FIRST_PAUSE_MS * attempt);
    }
  }
}

function encoded({ id, type, data, metadata }: ExportedEvent): NewEvent {
  return { id, type, data, metadata: metadata as unknown as EventMetadata };
}

function isSame(exported: ExportedEvent, stored: StoredEvent): boolean {
  const { id, type, stream, revision, data, metadata } = stored;
  return (
    exported.id === id &&
    exported.type === type &&
    exported.stream === stream &&
    exported.revision === String(revision) &&
    isDeepStrictEqual(exported.data, data) &&
    isDeepStrictEqual(exported.metadata, metadata)
  );
}
