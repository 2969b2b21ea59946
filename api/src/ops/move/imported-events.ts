import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { StoreUnavailable } from '../../config/store-unavailable.js';
import type { EventMetadata, Position } from '../../event-sourcing/event.js';
import {
  BEGINNING,
  OutcomeUnknown,
  RevisionConflict,
  type EventStore,
  type NewEvent,
  type StoredEvent,
} from '../../event-store/event-store.port.js';
import { CopyRefused } from '../../stores/import-marker.js';
import { eventsUntilNow, type MovedStores } from './export.js';
import type { ExportedEvent } from './format.js';

/** Adjacent events of one stream are appended together, up to this many. */
const BATCH_LIMIT = 64;
/** A server takes a megabyte in one append. */
const BATCH_LIMIT_BYTES = 512 * 1_024;
/** Most attempts of an append whose outcome is unknown. */
const ATTEMPT_LIMIT = 5;
const FIRST_PAUSE_MS = 200;

type OwnEvents = Pick<MovedStores, 'eventStore' | 'prefixes'>;

/**
 * Compares the stored events with the beginning of the export, and leaves `exported` at the first one that is not
 * stored; `matched` gets every pair. @returns the number of stored events
 * @throws CopyRefused when the store has anything else
 */
export async function matchStored(
  stores: OwnEvents,
  exported: AsyncGenerator<ExportedEvent>,
  matched: (exported: ExportedEvent, stored: StoredEvent) => void | Promise<void>,
): Promise<number> {
  let count = 0;
  for await (const { events } of eventsUntilNow(stores, BEGINNING)) {
    for (const stored of events) {
      const next = await exported.next();
      if (next.done === true || !isSame(next.value, stored)) throw otherEvent(stored);
      await matched(next.value, stored);
      count += 1;
    }
  }
  return count;
}

/** @throws CopyRefused when the log has events of our streams */
export async function refuseEvents(stores: OwnEvents): Promise<void> {
  for await (const { events } of eventsUntilNow(stores, BEGINNING))
    for (const stored of events) throw otherEvent(stored);
}

function otherEvent({ stream }: StoredEvent): CopyRefused {
  return new CopyRefused(`The log already holds events that are not of this export: ${stream}`);
}

/**
 * Appends the rest of the export, one append after the other: projections and sagas see the events in this order. The same
 * append again changes nothing.
 */
export async function appendRemaining(
  store: EventStore,
  exported: AsyncGenerator<ExportedEvent>,
  appended: (count: number) => void,
): Promise<void> {
  let batch: ExportedEvent[] = [];
  let bytes = 0;
  const flush = async () => {
    await appendOnce(store, batch);
    appended(batch.length);
    batch = [];
    bytes = 0;
  };
  for await (const event of exported) {
    const size = Buffer.byteLength(JSON.stringify([event.data, event.metadata]));
    const isFull = batch.length >= BATCH_LIMIT || bytes + size > BATCH_LIMIT_BYTES;
    if (isFull || !isNext(batch.at(-1), event)) await flush();
    batch.push(event);
    bytes += size;
  }
  await flush();
}

/** Maps positions of the old log to the new one: each to the last event at or before it. */
export class PositionMap {
  private readonly found = new Map<Position, Position>();
  private readonly wanted: readonly Position[];
  private next = 0;
  private last: Position = BEGINNING;

  constructor(wanted: readonly Position[]) {
    this.wanted = [...wanted].sort();
  }

  /** Called for every event in the order of the log. */
  see(from: Position, to: Position): void {
    for (let wanted = this.wanted[this.next]; wanted !== undefined && wanted < from;) {
      this.found.set(wanted, this.last);
      wanted = this.wanted[++this.next];
    }
    this.last = to;
  }

  /** One of the wanted positions, after every event was seen; a position past the end maps to the end. */
  of(position: Position): Position {
    return this.found.get(position) ?? this.last;
  }
}

function isNext(before: ExportedEvent | undefined, event: ExportedEvent): boolean {
  return before?.stream === event.stream && BigInt(before.revision) + 1n === BigInt(event.revision);
}

async function appendOnce(store: EventStore, batch: readonly ExportedEvent[]): Promise<void> {
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
      const isUncertain = error instanceof OutcomeUnknown || error instanceof StoreUnavailable;
      if (!isUncertain || attempt >= ATTEMPT_LIMIT) throw error;
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
