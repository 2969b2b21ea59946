import type { Position, RecordedEvent } from '../event-sourcing/event.js';
import type { LogEntry } from '../event-store/codec.js';
import type { AnyProjection } from '../event-sourcing/projection.js';
import type { HeldDocument, ParkedEvent, ViewWrite } from '../view-store/view-store.port.js';

export interface FoldedBatch {
  /** How many of its events concern a document. */
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

/** An event with its document's key, or the reason why that cannot be determined. */
type Routed =
  | { readonly event: RecordedEvent; readonly key: string }
  | { readonly entry: LogEntry; readonly reason: string };

/**
 * Folds a batch in order into the documents of its keys; the last content of each key is what gets written.
 * An event that throws twice is parked, and so is every later one of its key: those in `blocked`, and new ones.
 */
export async function foldBatch(
  projection: AnyProjection,
  entries: readonly LogEntry[],
  { blocked, read, isRetry = false }: FoldSettings,
): Promise<FoldedBatch> {
  const routed = entries.map((entry) => route(projection, entry)).filter((one) => one !== null);
  const keys = new Set(routed.flatMap((one) => ('key' in one ? [one.key] : [])));
  const kept = keys.size > 0 ? await read([...keys]) : new Map<string, HeldDocument>();
  const fold = new DocumentFold(projection, kept, { blocked, isRetry });
  for (const one of routed) {
    if ('key' in one) fold.apply(one.event, one.key);
    else fold.park(one.entry.stored, streamKey(one.entry.stored.stream), one.reason);
  }
  return { concerned: routed.length, ...fold.result() };
}

/** Which document an event concerns; null = none. */
function route(projection: AnyProjection, entry: LogEntry): Routed | null {
  if ('undecodable' in entry) return { entry, reason: entry.undecodable };
  try {
    const key = twice(() => projection.key(entry.event));
    return key === null ? null : { event: entry.event, key };
  } catch (error) {
    return { entry, reason: reasonOf(error) };
  }
}

/** Tries again once: a fold is pure, so what fails twice fails for good. */
export function twice<T>(work: () => T): T {
  try {
    return work();
  } catch {
    return work();
  }
}

class DocumentFold {
  private readonly changed = new Map<string, HeldDocument>();
  private readonly parked: ParkedEvent[] = [];
  private readonly blocked = new Set<string>();

  constructor(
    private readonly projection: AnyProjection,
    private readonly kept: ReadonlyMap<string, HeldDocument>,
    private readonly settings: Pick<FoldSettings, 'blocked' | 'isRetry'>,
  ) {}

  apply(event: RecordedEvent, key: string): void {
    if (this.isBlocked(key) || this.isBlocked(streamKey(event.stream))) {
      this.park(event, key, WAITS_BEHIND);
      return;
    }
    const before = this.changed.get(key) ?? this.kept.get(key);
    if (before && before.position >= event.position) {
      if (this.settings.isRetry) this.park(event, key, SUPERSEDED);
      return;
    }
    try {
      const document = twice(() => this.projection.apply(before?.document ?? null, event));
      if (before || document) this.changed.set(key, { document, position: event.position });
    } catch (error) {
      this.park(event, key, reasonOf(error));
    }
  }

  park(event: { readonly position: Position; readonly stream: string }, key: string, reason: string): void {
    this.blocked.add(key);
    this.parked.push({ position: event.position, stream: event.stream, key, reason });
  }

  result(): Omit<FoldedBatch, 'concerned'> {
    const writes = [...this.changed].map(([id, { document, position }]) => ({
      id,
      document,
      position,
      was: this.kept.get(id)?.position ?? null,
    }));
    return { writes, parked: this.parked };
  }

  private isBlocked(key: string): boolean {
    return this.blocked.has(key) || this.settings.blocked.has(key);
  }
}
