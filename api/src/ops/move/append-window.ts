import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '../../engine/storage/store-unavailable.js';
import type { EventMetadata } from '../../event-sourcing/event.js';
import {
  APPEND_BATCH_LIMIT,
  ORDER_WINDOW_EVENTS,
  OutcomeUnknown,
  RevisionConflict,
  type EventStore,
  type NewEvent,
} from '../../engine/event-store/event-store.port.js';
import { CopyRefused } from '../../engine/stores/import-marker.js';
import type { ExportedEvent } from './format.js';

/** Most events that are read and not stored yet: as many can be missing before a stored one when an import is cut off. */
export const WINDOW_EVENTS = ORDER_WINDOW_EVENTS;
/** Most bytes of them. */
const WINDOW_LIMIT_BYTES = 64 * 1_024 * 1_024;
/** A server takes a megabyte in one append. */
const BATCH_LIMIT_BYTES = 512 * 1_024;
/** Appends in progress, one per stream. */
const APPENDS_AT_ONCE = 128;
const APPEND_DEADLINE_MS = 30_000;
/** Most attempts of an append with an unknown outcome. */
const ATTEMPT_LIMIT = 5;
const FIRST_PAUSE_MS = 200;

/** Consecutive events of one stream, in one append. */
interface Batch {
  readonly stream: string;
  readonly events: ExportedEvent[];
  readonly keys: Set<string>;
  bytes: number;
}

export interface AppendWindowSettings {
  readonly store: EventStore;
  /** Keep the order of the whole log, not only that of each person: then only adjacent events share an append. */
  readonly keepsOrder: boolean;
  /** Called with the number of events of each append that is done. */
  readonly appended: (count: number) => void;
}

/**
 * The events that were read from an export and are not stored yet: many appends in progress, each of one stream, and
 * batches that grow while they wait. Events of one key, a stream or a person, are stored in the order of the log: a view can
 * be folded from several streams of one person, such as a request and the payment that follows it.
 */
export class AppendWindow {
  /** Batches of each key that are not stored yet, in the order of the log; the first may be in progress. */
  private readonly batches = new Map<string, Batch[]>();
  /** Batches to start next: to keep the order of the whole log all that wait, else those first for each of their keys. */
  private readonly queue: Batch[] = [];
  /** The newest batch of all. */
  private newest: Batch | undefined;
  private readonly started = new Set<Batch>();
  private inProgress = 0;
  private events = 0;
  private bytes = 0;
  private failure: { readonly reason: unknown } | undefined;
  private ended: () => void = () => undefined;

  constructor(private readonly settings: AppendWindowSettings) {}

  /** Resolves when the window is not full. @throws CopyRefused when a stream has something else, StoreUnavailable */
  async add(event: ExportedEvent): Promise<void> {
    const batch = this.growing(event) ?? this.begun(event);
    for (const key of keysOf(event)) this.enter(batch, key);
    if (batch.events.push(event) === 1) this.offer(batch);
    batch.bytes += event.bytes;
    this.events += 1;
    this.bytes += event.bytes;
    while (this.events >= WINDOW_EVENTS || this.bytes >= WINDOW_LIMIT_BYTES) await this.progress();
  }

  /** Resolves when everything is stored. @throws CopyRefused, StoreUnavailable */
  async emptied(): Promise<void> {
    while (this.events > 0) await this.progress();
  }

  /** The waiting batch of the event's stream, unless it is full or something that has to come before the event follows it. */
  private growing(event: ExportedEvent): Batch | undefined {
    const batch = this.batches.get(event.stream)?.at(-1);
    if (batch?.stream !== event.stream || batch.events.length >= APPEND_BATCH_LIMIT) return undefined;
    if (batch.bytes + event.bytes > BATCH_LIMIT_BYTES || this.started.has(batch)) return undefined;
    const isNewest = (key: string) => [undefined, batch].includes(this.batches.get(key)?.at(-1));
    const joins = this.settings.keepsOrder ? this.newest === batch : keysOf(event).every(isNewest);
    return joins ? batch : undefined;
  }

  private begun({ stream }: ExportedEvent): Batch {
    const batch: Batch = { stream, events: [], keys: new Set(), bytes: 0 };
    this.newest = batch;
    return batch;
  }

  private enter(batch: Batch, key: string): void {
    if (batch.keys.has(key)) return;
    batch.keys.add(key);
    const queue = this.batches.get(key);
    if (queue) queue.push(batch);
    else this.batches.set(key, [batch]);
  }

  private offer(batch: Batch): void {
    if (this.settings.keepsOrder || this.isFirst(batch)) this.queue.push(batch);
  }

  private isFirst(batch: Batch): boolean {
    return [...batch.keys].every((key) => this.batches.get(key)?.[0] === batch);
  }

  /** Starts what can be started, and waits for the end of an append. After a failure nothing is left in progress. */
  private async progress(): Promise<void> {
    if (!this.failure) this.start();
    if (this.inProgress > 0) await new Promise<void>((resolve) => (this.ended = resolve));
    if (this.failure && this.inProgress === 0) throw this.failure.reason;
  }

  private start(): void {
    while (this.inProgress < APPENDS_AT_ONCE) {
      const [batch] = this.queue;
      if (!batch || !this.isFirst(batch)) return;
      this.queue.shift();
      this.started.add(batch);
      this.inProgress += 1;
      void this.store(batch);
    }
  }

  private async store(batch: Batch): Promise<void> {
    try {
      await appendUntilKnown(this.settings.store, batch.events);
      this.settings.appended(batch.events.length);
    } catch (reason) {
      this.failure ??= { reason };
    }
    this.inProgress -= 1;
    this.events -= batch.events.length;
    this.bytes -= batch.bytes;
    this.leave(batch);
    this.ended();
  }

  /** Batches that waited for this one under any of its keys can be next. */
  private leave(batch: Batch): void {
    this.started.delete(batch);
    const followers = new Set<Batch>();
    for (const key of batch.keys) {
      const [, follower] = this.batches.get(key) ?? [];
      if (follower) followers.add(follower);
      if (follower) this.batches.get(key)?.shift();
      else this.batches.delete(key);
    }
    if (this.settings.keepsOrder) return;
    for (const follower of followers) if (this.isFirst(follower)) this.queue.push(follower);
  }
}

/** The event's stream, the id in its name, and the person that its data names. */
function keysOf({ stream, data }: ExportedEvent): readonly string[] {
  const { uid } = data;
  return [stream, stream.slice(stream.indexOf('-') + 1), ...(typeof uid === 'string' ? [uid] : [])];
}

/** Sent again while the outcome is unknown: the same append again changes nothing. @throws CopyRefused when the stream has something else */
async function appendUntilKnown(store: EventStore, batch: readonly ExportedEvent[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await append(store, batch);
      return;
    } catch (error) {
      if (error instanceof RevisionConflict)
        throw new CopyRefused(`Something else writes into the log: ${error.message}`, { cause: error });
      if (attempt >= ATTEMPT_LIMIT || !isUncertain(error)) throw error;
    }
    await sleep(FIRST_PAUSE_MS * attempt);
  }
}

function isUncertain(error: unknown): boolean {
  return error instanceof OutcomeUnknown || error instanceof StoreUnavailable;
}

async function append(store: EventStore, batch: readonly ExportedEvent[]): Promise<void> {
  const [first] = batch;
  if (!first) return;
  const expected = first.revision === '0' ? 'no_stream' : BigInt(first.revision) - 1n;
  await store.append(first.stream, expected, batch.map(encoded), { deadlineMs: APPEND_DEADLINE_MS });
}

function encoded({ id, type, data, metadata }: ExportedEvent): NewEvent {
  return { id, type, data, metadata: metadata as unknown as EventMetadata };
}
