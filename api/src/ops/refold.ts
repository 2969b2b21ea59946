import type { Position, RecordedEvent } from '../event-sourcing/event.js';
import type { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import type { LogEntry } from '../event-store/codec.js';
import { BEGINNING, type EventPlace, type FollowedPage } from '../event-store/event-store.port.js';
import type { AnyProjection } from '../event-sourcing/projection.js';
import { ProgressMeter, type Progress } from '../subscriptions/progress-meter.js';
import type { ViewDocument, ViewStore } from '../view-store/view-store.port.js';

interface Refolded {
  readonly log: EncryptedEventLog;
  /** The views that are being verified. */
  readonly views: ViewStore;
  /** Where the fold is kept. */
  readonly scratch: ViewStore;
  readonly projection: AnyProjection;
  readonly generation: number;
}

interface Kept {
  readonly document: object | null;
  readonly position: Position;
}

/**
 * A projection folded anew, event by event, leaving out what the live generation has parked. On purpose not the
 * runners' fold: it is what that is held against.
 */
export class Refold {
  events = 0;
  private through: Position = BEGINNING;
  private parkedAt: ReadonlySet<Position> = new Set();

  private constructor(
    private readonly on: Refolded,
    private readonly scratchGeneration: number,
  ) {}

  static async begin(on: Refolded): Promise<Refold> {
    await on.scratch.declare([on.projection]);
    return new Refold(on, await on.scratch.begin(on.projection.name));
  }

  get parked(): number {
    return this.parkedAt.size;
  }

  /** Folds everything up to `checkpoint`; events that throw and are not parked are told. */
  async upTo(
    checkpoint: Position,
    unreadable: (event: EventPlace) => void,
    progress?: Progress,
  ): Promise<void> {
    await this.readParked();
    const meter = new ProgressMeter(progress);
    for await (const page of this.pages(checkpoint)) {
      const documents = await this.foldedOf(this.keysOf(page.events));
      const writes = new Map<string, Kept>();
      for (const entry of page.events) {
        if (!this.fold(entry, documents, writes)) unreadable(entry.stored);
      }
      await this.keep(page.through, documents, writes);
      meter.passed(page.events.length, page.through, checkpoint);
    }
    this.events = meter.events;
    meter.end();
  }

  /** Folds later events of a few documents on top of what they were, each up to its own position. */
  async onTop(
    bases: ReadonlyMap<string, { readonly document: object | null; readonly until: Position }>,
    until: Position,
  ): Promise<Map<string, object | null>> {
    await this.readParked();
    const documents = new Map([...bases].map(([id, { document }]) => [id, document]));
    for await (const { events } of this.pages(until)) {
      for (const entry of events) {
        const key = this.keyOf(entry);
        const base = key === null ? undefined : bases.get(key);
        if (!('event' in entry) || key === null || !base || entry.event.position > base.until) continue;
        documents.set(key, this.applied(documents.get(key) ?? null, entry.event));
      }
    }
    return documents;
  }

  folded(): AsyncIterable<ViewDocument> {
    return this.on.scratch.scan(this.on.projection.name, this.scratchGeneration);
  }

  foldedOf(ids: readonly string[]): Promise<Map<string, Kept>> {
    return this.on.scratch.getMany(this.on.projection.name, this.scratchGeneration, ids);
  }

  kept(): AsyncIterable<ViewDocument> {
    return this.on.views.scan(this.on.projection.name, this.on.generation);
  }

  keptOf(ids: readonly string[]): Promise<Map<string, Kept>> {
    return this.on.views.getMany(this.on.projection.name, this.on.generation, ids);
  }

  private async readParked(): Promise<void> {
    const parked = await this.on.views.parked(this.on.projection.name, this.on.generation);
    this.parkedAt = new Set(parked.map(({ position }) => position));
  }

  /** Pages from where the fold stands up to `until`, cut there. */
  private async *pages(until: Position): AsyncGenerator<FollowedPage<LogEntry>> {
    if (until <= this.through) return;
    const { log, projection } = this.on;
    const stop = new AbortController();
    const follow = { after: this.through, prefixes: projection.prefixes, signal: stop.signal };
    for await (const page of log.follow(follow)) {
      const events = page.events.filter(({ stored }) => stored.position <= until);
      const through = page.through < until ? page.through : until;
      yield { ...page, events, through };
      this.through = through;
      if (through >= until) return;
    }
  }

  private keysOf(entries: readonly LogEntry[]): string[] {
    return [...new Set(entries.map((entry) => this.keyOf(entry)).filter((key) => key !== null))];
  }

  /** Null for what concerns no document, is parked, or cannot be read. */
  private keyOf(entry: LogEntry): string | null {
    if (!('event' in entry) || this.parkedAt.has(entry.stored.position)) return null;
    try {
      return this.on.projection.key(entry.event);
    } catch {
      return null;
    }
  }

  /** False when the event cannot be folded and nobody has set it aside. */
  private fold(entry: LogEntry, before: ReadonlyMap<string, Kept>, writes: Map<string, Kept>): boolean {
    if (this.parkedAt.has(entry.stored.position)) return true;
    if (!('event' in entry)) return false;
    try {
      const key = this.on.projection.key(entry.event);
      if (key === null) return true;
      const known = writes.get(key) ?? before.get(key);
      const document = this.applied(known?.document ?? null, entry.event);
      if (known || document) writes.set(key, { document, position: entry.event.position });
      return true;
    } catch {
      return false;
    }
  }

  private applied(document: object | null, event: RecordedEvent): object | null {
    return this.on.projection.apply(document, event);
  }

  private async keep(
    next: Position,
    before: ReadonlyMap<string, Kept>,
    writes: ReadonlyMap<string, Kept>,
  ): Promise<void> {
    const outcome = await this.on.scratch.commit({
      projection: this.on.projection.name,
      generation: this.scratchGeneration,
      expect: this.through === BEGINNING ? null : this.through,
      next,
      writes: [...writes].map(([id, kept]) => ({ id, ...kept, was: before.get(id)?.position ?? null })),
      parked: [],
    });
    if (outcome === 'stale') throw new Error('the scratch view was changed by somebody else');
  }
}
