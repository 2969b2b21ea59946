import { isDeepStrictEqual } from 'node:util';
import type { Position } from '../../event-sourcing/event.js';
import { BEGINNING, type StoredEvent } from '../../engine/event-store/event-store.port.js';
import { CopyRefused } from '../../engine/stores/import-marker.js';
import { pagesUntilNow } from '../checks/log-pages.js';
import { AppendWindow, WINDOW_EVENTS, type AppendWindowSettings } from './append-window.js';
import type { MovedStores } from './export.js';
import type { ExportedEvent } from './format.js';

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
      while (!missing.has(stored.id) && missing.size < WINDOW_EVENTS) {
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

/** The remaining events of an export, in the order of its log. */
interface Rest {
  readonly events: AsyncIterable<ExportedEvent>;
  /** Positions that no event may be moved over. */
  readonly barriers: readonly Position[];
}

/**
 * Appends the rest of an export, many appends at once. The order within each stream is kept; events of different streams
 * can change places unless `keepsOrder`, but never over one of the barriers.
 */
export async function appendRemaining(rest: Rest, settings: AppendWindowSettings): Promise<void> {
  const window = new AppendWindow(settings);
  const barriers = [...rest.barriers].sort();
  let passed = 0;
  for await (const event of rest.events) {
    const before = passed;
    while ((barriers[passed] ?? event.position) < event.position) passed += 1;
    if (passed > before) await window.emptied();
    await window.add(event);
  }
  await window.emptied();
}

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

/** Positions are of two stores. */
function isSame(exported: ExportedEvent, stored: StoredEvent): boolean {
  return (
    exported.id === stored.id &&
    exported.type === stored.type &&
    exported.stream === stored.stream &&
    exported.revision === String(stored.revision) &&
    isDeepStrictEqual(exported.data, stored.data) &&
    isDeepStrictEqual(exported.metadata, stored.metadata)
  );
}
