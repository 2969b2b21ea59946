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
import { pagesUntilNow } from '../log-pages.js';
import type { MovedStores } from './export.js';
import type { ExportedEvent } from './format.js';

/** Adjacent events of one stream are appended together, up to this many. */
const BATCH_LIMIT = 64;
/** A server takes a megabyte in one append. */
const BATCH_LIMIT_BYTES = 512 * 1_024;
/** Appends sent at once. */
const WINDOW_BATCHES = 128;
/** Events can be out of place by as many as were sent at once. */
const DISPLACED_LIMIT = WINDOW_BATCHES * BATCH_LIMIT;
/** A window's appends to one stream wait for each other. */
const WINDOW_DEADLINE_MS = 30_000;
/** Most attempts of a window in which the outcome of an append is unknown. */
const ATTEMPT_LIMIT = 5;
const FIRST_PAUSE_MS = 200;

type OwnEvents = Pick<MovedStores, 'eventStore' | 'prefixes'>;

/**
 * Pairs the stored events with those of the export, and leaves `exported` behind the last of them; `matched` gets every
 * pair, in the order of the store. @returns the number of stored events, and those of the export that come before one of
 * them and are not stored
 * @throws CopyRefused when the store has anything else
 */
export async function matchStored(
  { eventStore, prefixes }: OwnEvents,
  exported: AsyncGenerator<ExportedEvent>,
  matched: (exported: ExportedEvent, stored: StoredEvent) => void | Promise<void>,
): Promise<{ readonly count: number; readonly missing: readonly ExportedEvent[] }> {
  const missing = new Map<string, ExportedEvent>();
  let count = 0;
  for await (const { events } of pagesUntilNow(eventStore, { after: BEGINNING, prefixes })) {
    for (const stored of events) {
      while (!missing.has(stored.id) && missing.size < DISPLACED_LIMIT) {
        const next = await exported.next();
        if (next.done === true) break;
        missing.set(next.value.id, next.value);
      }
      const same = missing.get(stored.id);
      if (!same || !isSame(same, stored)) throw otherEvent(stored);
      missing.delete(stored.id);
      await matched(same, stored);
      count += 1;
    }
  }
  return { count, missing: [...missing.values()] };
}

/** @throws CopyRefused when the log has events of our streams */
export async function refuseEvents({ eventStore, prefixes }: OwnEvents): Promise<void> {
  for await (const { events } of pagesUntilNow(eventStore, { after: BEGINNING, prefixes }))
    for (const stored of events) throw otherEvent(stored);
}

function otherEvent({ stream }: StoredEvent): CopyRefused {
  return new CopyRefused(`The log already holds events that are not of this export: ${stream}`);
}

/**
 * Appends the rest of the export, many appends at once. The order within each stream is kept; events of different streams
 * can change places on a server, but never over one of the `barriers`. The same append again changes nothing.
 */
export async function appendRemaining(
  store: EventStore,
  rest: { readonly events: AsyncIterable<ExportedEvent>; readonly barriers: readonly Position[] },
  appended: (count: number) => void,
): Promise<void> {
  for await (const window of windowsOf(rest.events, [...rest.barriers].sort())) {
    await appendWindow(store, window);
    appended(window.flat().length);
  }
}

/** Batches of adjacent events of one stream, and the batches that may be appended at once. */
async function* windowsOf(
  events: AsyncIterable<ExportedEvent>,
  barriers: readonly Position[],
): AsyncGenerator<ExportedEvent[][]> {
  let window: ExportedEvent[][] = [];
  let bytes = 0;
  let passed = 0;
  for await (const event of events) {
    const size = Buffer.byteLength(JSON.stringify([event.data, event.metadata]));
    const before = passed;
    while ((barriers[passed] ?? event.position) < event.position) passed += 1;
    const batch = before === passed && bytes + size <= BATCH_LIMIT_BYTES ? window.at(-1) : undefined;
    if (batch && continues(batch, event)) {
      batch.push(event);
      bytes += size;
      continue;
    }
    if (before !== passed || window.length >= WINDOW_BATCHES) {
      yield window;
      window = [];
    }
    window.push([event]);
    bytes = size;
  }
  yield window;
}

/**
 * Adapters keep the order of appends to one stream. All are sent again while the outcome of any is unknown: what was
 * stored does not change. @throws CopyRefused when a stream has something else
 */
async function appendWindow(store: EventStore, window: readonly ExportedEvent[][]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const outcomes = await Promise.allSettled(window.map((batch) => append(store, batch)));
    const errors = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
    const [error] = errors;
    if (!error) return;
    if (attempt >= ATTEMPT_LIMIT || !errors.some(isUncertain)) {
      if (!(error instanceof RevisionConflict)) throw error;
      throw new CopyRefused(`Something else writes into the log: ${error.message}`, { cause: error });
    }
    await sleep(FIRST_PAUSE_MS * attempt);
  }
}

const isUncertain = (error: Error) => error instanceof OutcomeUnknown || error instanceof StoreUnavailable;

/** Maps positions of the old log to the new one. No event was moved over a wanted position. */
export class PositionMap {
  private readonly ends = new Map<Position, Position>();
  private readonly own = new Map<Position, Position>();
  private readonly wanted: readonly Position[];
  private next = 0;
  private last: Position = BEGINNING;

  constructor(wanted: readonly Position[]) {
    this.wanted = [...wanted].sort();
  }

  /** Called for every event in the order of the new log. */
  see(from: Position, to: Position): void {
    for (let wanted = this.wanted[this.next]; wanted !== undefined && wanted < from;) {
      this.ends.set(wanted, this.last);
      wanted = this.wanted[++this.next];
    }
    if (this.wanted[this.next] === from) this.own.set(from, to);
    this.last = to;
  }

  /** Everything up to a wanted position, after every event was seen; one past the end maps to the end. */
  upTo(position: Position): Position {
    return this.ends.get(position) ?? this.last;
  }

  /** The event at a wanted position. */
  ofEvent(position: Position): Position {
    return this.own.get(position) ?? this.upTo(position);
  }
}

function continues(batch: readonly ExportedEvent[], { stream, revision }: ExportedEvent): boolean {
  const last = batch.at(-1);
  return (
    batch.length < BATCH_LIMIT && last?.stream === stream && BigInt(last.revision) + 1n === BigInt(revision)
  );
}

async function append(store: EventStore, batch: readonly ExportedEvent[]): Promise<void> {
  const [first] = batch;
  if (!first) return;
  const expected = first.revision === '0' ? 'no_stream' : BigInt(first.revision) - 1n;
  await store.append(first.stream, expected, batch.map(encoded), { deadlineMs: WINDOW_DEADLINE_MS });
}

function encoded({ id, type, data, metadata }: ExportedEvent): NewEvent {
  return { id, type, data, metadata: metadata as unknown as EventMetadata };
}

/** Positions are of two stores. */
function isSame(
  { position: _, ...exported }: ExportedEvent,
  { position: __, ...stored }: StoredEvent,
): boolean {
  return isDeepStrictEqual(exported, { ...stored, revision: String(stored.revision) });
}
