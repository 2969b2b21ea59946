import type { RecordedEvent } from '../../event-sourcing/event.js';
import type { LogEntry } from '../event-store/codec.js';
import { BEGINNING, type EventPlace } from '../event-store/event-store.port.js';
import type { AnyProjection } from '../../event-sourcing/projection.js';
import type { HeldDocument, ParkedEvent, ViewWrite } from '../view-store/view-store.port.js';

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
  /** Events that were parked come back: one whose document holds later events cannot be applied. */
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

/** Reason of an event that is itself valid. */
export const WAITS_BEHIND = 'waits behind an earlier event';
const SUPERSEDED = 'its document holds later events: only a rebuild can apply it';

const ABSENT: HeldDocument = { document: null, position: BEGINNING };

/** An event with the key whose order it keeps. With a reason, that key cannot be determined, and it keeps its stream's. */
type KeyedEvent = { readonly stored: EventPlace; readonly key: string } & (
  | { readonly event: RecordedEvent }
  | { readonly reason: string }
);

/** Finds the key of an entry; null where `keyOf` answers null. */
export function keyed(entry: LogEntry, keyOf: (event: RecordedEvent) => string | null): KeyedEvent | null {
  const { stored } = entry;
  if ('undecodable' in entry) return { stored, key: streamKey(stored.stream), reason: entry.undecodable };
  try {
    const key = keyOf(entry.event);
    return key === null ? null : { stored, key, event: entry.event };
  } catch (error) {
    return { stored, key: streamKey(stored.stream), reason: reasonOf(error) };
  }
}

/**
 * Folds a batch in order into the documents of its keys; the last content of each key is what gets written.
 * An event that throws is parked, and so is every later one of its key: those in `blocked`, and new ones.
 */
export async function foldBatch(
  projection: AnyProjection,
  entries: readonly LogEntry[],
  { blocked, read, isRetry = false }: FoldSettings,
): Promise<FoldedBatch> {
  const concerned = entries
    .map((entry) => keyed(entry, (event) => projection.key(event)))
    .filter((one) => one !== null);
  const keys = new Set(concerned.flatMap((one) => ('event' in one ? [one.key] : [])));
  const kept = keys.size > 0 ? await read([...keys]) : new Map<string, HeldDocument>();
  const changed = new Map<string, HeldDocument>();
  const parked: ParkedEvent[] = [];
  const waiting = new Set(blocked);
  /** Returns why the event has to be parked; null when it need not be. */
  const apply = (event: RecordedEvent, key: string): string | null => {
    if (waiting.has(key) || waiting.has(streamKey(event.stream))) return WAITS_BEHIND;
    const before = changed.get(key) ?? kept.get(key) ?? ABSENT;
    if (before.position >= event.position) return isRetry ? SUPERSEDED : null;
    try {
      const document = projection.apply(before.document, event);
      if (before !== ABSENT || document) changed.set(key, { document, position: event.position });
      return null;
    } catch (error) {
      return reasonOf(error);
    }
  };
  for (const one of concerned) {
    const { key, stored } = one;
    const reason = 'event' in one ? apply(one.event, key) : one.reason;
    if (reason === null) continue;
    waiting.add(key);
    parked.push({ position: stored.position, stream: stored.stream, key, reason });
  }
  const writes = [...changed].map(([id, { document, position }]) => ({
    id,
    document,
    position,
    was: kept.get(id)?.position ?? null,
  }));
  return { concerned: concerned.length, writes, parked };
}
