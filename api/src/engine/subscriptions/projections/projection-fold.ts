import type { RecordedEvent } from '../../../event-sourcing/event.js';
import type { LogEntry } from '../../event-store/codec.js';
import { BEGINNING, type EventPlace } from '../../event-store/event-store.port.js';
import type { AnyProjection } from '../../../event-sourcing/projection.js';
import type { HeldDocument, ParkedEvent, ViewWrite } from '../../view-store/view-store.port.js';

export interface FoldedBatch {
  /** Number of events that concern a document, also of those that it already contains. */
  readonly concerned: number;
  readonly writes: readonly ViewWrite[];
  readonly parked: readonly ParkedEvent[];
}

interface FoldSettings {
  /** Keys with parked events. */
  readonly blocked: ReadonlySet<string>;
  /** Reads documents of the generation that is being folded. */
  readonly read: (ids: readonly string[]) => Promise<ReadonlyMap<string, HeldDocument>>;
  /** Events that were parked come back: one that is older than its document's newest event cannot be applied. */
  readonly isRetry?: boolean;
}

/** The key under which events of one stream are parked when a document's key cannot be determined. */
export const streamKey = (stream: string): string => `stream:${stream}`;

/** What went wrong, short enough to keep. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.slice(0, PARKED_REASON_LIMIT);
}

const PARKED_REASON_LIMIT = 500;
/** Most documents that one event of a projection affects. */
const KEYS_LIMIT = 64;

/** Reason of an event that is itself valid. */
export const WAITS_BEHIND = 'waits behind an earlier event';
const SUPERSEDED = 'its document holds later events: only a rebuild can apply it';

const ABSENT: HeldDocument = { document: null, position: BEGINNING };

/** An event with the keys that define its order. With a reason, they cannot be determined, and it keeps its stream's order. */
type KeyedEvent = { readonly stored: EventPlace; readonly keys: readonly string[] } & (
  | { readonly event: RecordedEvent }
  | { readonly reason: string }
);

/** Finds the keys of an entry; null where it has none. */
export function keyed(
  entry: LogEntry,
  keysOf: (event: RecordedEvent) => readonly string[],
): KeyedEvent | null {
  const { stored } = entry;
  const unknown = (reason: string) => ({ stored, keys: [streamKey(stored.stream)], reason });
  if ('undecodable' in entry) return unknown(entry.undecodable);
  try {
    const keys = [...new Set(keysOf(entry.event))];
    if (keys.length > KEYS_LIMIT) return unknown(`${keys.length} documents are too many for one event`);
    return keys.length === 0 ? null : { stored, keys, event: entry.event };
  } catch (error) {
    return unknown(reasonOf(error));
  }
}

/**
 * Folds a batch in order into the documents of its keys; the last content of each key is what gets written.
 * An event that throws for one document changes none of its documents: it is parked, and so is every later one of any of
 * its keys, those in `blocked` and new ones.
 */
export async function foldBatch(
  projection: AnyProjection,
  entries: readonly LogEntry[],
  { blocked, read, isRetry = false }: FoldSettings,
): Promise<FoldedBatch> {
  const concerned = entries
    .map((entry) => keyed(entry, (event) => projection.keys(event)))
    .filter((one) => one !== null);
  const ids = new Set(concerned.flatMap((one) => ('event' in one ? one.keys : [])));
  const kept = ids.size > 0 ? await read([...ids]) : new Map<string, HeldDocument>();
  const changed = new Map<string, HeldDocument>();
  const parked: ParkedEvent[] = [];
  const waiting = new Set(blocked);
  const heldOf = (id: string): HeldDocument => changed.get(id) ?? kept.get(id) ?? ABSENT;
  /** Returns why the event has to be parked; null when it need not be. */
  const apply = (event: RecordedEvent, keys: readonly string[]): string | null => {
    if ([...keys, streamKey(event.stream)].some((key) => waiting.has(key))) return WAITS_BEHIND;
    // After a stop between writing documents, some of them already contain the event.
    const missing = keys.filter((id) => heldOf(id).position < event.position);
    if (isRetry && missing.length < keys.length) return SUPERSEDED;
    try {
      const next = missing.map((id) => [id, projection.evolve(heldOf(id).document, event, id)] as const);
      for (const [id, document] of next)
        if (document || heldOf(id) !== ABSENT) changed.set(id, { document, position: event.position });
      return null;
    } catch (error) {
      return reasonOf(error);
    }
  };
  for (const one of concerned) {
    const { keys, stored } = one;
    const reason = 'event' in one ? apply(one.event, keys) : one.reason;
    if (reason === null) continue;
    for (const key of keys) waiting.add(key);
    parked.push({ position: stored.position, stream: stored.stream, keys, reason });
  }
  const writes = [...changed].map(([id, { document, position }]) => ({
    id,
    document,
    position,
    was: kept.get(id)?.position ?? null,
  }));
  return { concerned: concerned.length, writes, parked };
}
