import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { compareTexts, storedText } from '../config/stored-text.js';
import type { Position } from '../event-sourcing/event.js';
import type { AnyProjection } from '../event-sourcing/projection.js';
import type { LogEntry } from '../event-store/codec.js';
import type { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { BEGINNING, type FollowedPage } from '../event-store/event-store.port.js';
import { ProgressMeter, type Progress } from '../subscriptions/progress-meter.js';
import { openEmbeddedViewStore } from '../view-store/embedded/embedded-view-store.js';
import type { HeldDocument, ViewDocument, ViewStore } from '../view-store/view-store.port.js';

/** Most faults listed in a report; all of them are counted. */
export const FAULTS_LIMIT = 100;
/** Most documents that are checked although they changed during the verification; the rest count as unchecked. */
const MOVED_LIMIT = 50_000;

/**
 * `missing`: the log has events of the document, the view does not have it · `behind`: the document lacks an event at or
 * below the checkpoint · `differs`: its content is not the fold of its events · `unexpected`: it comes from no event ·
 * `unreadable`: an event could not be folded and is not parked · `ahead`: the view has processed events that the log
 * does not have.
 */
export type FaultKind = 'missing' | 'behind' | 'differs' | 'unexpected' | 'unreadable' | 'ahead';

interface ViewFault {
  readonly kind: FaultKind;
  /** The document; for an unreadable event its stream, for a view its name. */
  readonly id: string;
  readonly position: Position;
}

/** The result of verifying one view. */
export interface ViewReport {
  readonly events: number;
  readonly documents: number;
  /** Parked events; their absence is not a fault of the view. */
  readonly parked: number;
  readonly unchecked: number;
  readonly faultCount: number;
  readonly faults: readonly ViewFault[];
}

export interface VerifiedStores {
  readonly log: EncryptedEventLog;
  readonly views: ViewStore;
  /** Place for the refold, which holds the same data as the views and is removed at the end. */
  readonly scratchFolder: string;
}

/**
 * Refolds the log and compares every document of the live generation with the fold of its events up to the document's
 * position. A server may keep projecting. Memory stays bounded: the refold is stored in a scratch file.
 * @returns null when the view is not built yet
 */
export async function verifyView(
  { log, views, scratchFolder }: VerifiedStores,
  projection: AnyProjection,
  progress?: Progress,
): Promise<ViewReport | null> {
  const { name } = projection;
  const { live } = await views.generations(name);
  if (live === null) return null;
  const checkpoint = (await views.checkpoint(name, live)) ?? BEGINNING;
  const folder = await mkdtemp(join(scratchFolder, 'verify-'));
  const scratch = openEmbeddedViewStore(join(folder, 'views.db'));
  try {
    await scratch.declare([projection]);
    const generation = await scratch.begin(name);
    const verification = new Verification({ log, views, live, scratch, generation, projection });
    await verification.refold(checkpoint, progress);
    await verification.compareAll(checkpoint);
    await verification.compareMoved();
    return verification;
  } finally {
    await scratch.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Verified extends Omit<VerifiedStores, 'scratchFolder'> {
  readonly projection: AnyProjection;
  /** The generation that is verified. */
  readonly live: number;
  /** Stores the refold, in `generation`. */
  readonly scratch: ViewStore;
  readonly generation: number;
}

/** A document that changed after the checkpoint was read; `base` is its fold up to the checkpoint. */
interface Moved extends HeldDocument {
  readonly base: object | null;
}

/** Deliberately does not use the runners' fold, which is what it checks. */
class Verification implements ViewReport {
  events = 0;
  documents = 0;
  unchecked = 0;
  faultCount = 0;
  readonly faults: ViewFault[] = [];
  private readonly moved = new Map<string, Moved>();
  private through: Position = BEGINNING;
  private parkedAt: ReadonlySet<Position> = new Set();

  constructor(private readonly on: Verified) {}

  get parked(): number {
    return this.parkedAt.size;
  }

  /** Folds everything up to the checkpoint except parked events. */
  async refold(checkpoint: Position, progress?: Progress): Promise<void> {
    const { scratch, generation, projection } = this.on;
    const meter = new ProgressMeter(progress);
    if (checkpoint > (await this.on.log.head())) this.add('ahead', projection.name, checkpoint);
    await this.readParked();
    for await (const { events, through } of this.pages(checkpoint)) {
      const keys = [...new Set(events.map((entry) => this.keyOf(entry)).filter((key) => key !== null))];
      const before = await scratch.getMany(projection.name, generation, keys);
      const writes = new Map<string, HeldDocument>();
      for (const entry of events) this.fold(entry, before, writes);
      const outcome = await scratch.commit({
        projection: projection.name,
        generation,
        expect: this.through === BEGINNING ? null : this.through,
        next: through,
        writes: [...writes].map(([id, held]) => ({ id, ...held, was: before.get(id)?.position ?? null })),
        parked: [],
      });
      if (outcome === 'stale') throw new Error('Another process changed the scratch view');
      meter.passed(events.length, through, checkpoint);
    }
    this.events = meter.events;
    meter.end();
  }

  /** Walks through both generations in the order of their ids. */
  async compareAll(checkpoint: Position): Promise<void> {
    const { views, live, scratch, generation, projection } = this.on;
    const folds = scratch.scan(projection.name, generation)[Symbol.asyncIterator]();
    const documents = views.scan(projection.name, live)[Symbol.asyncIterator]();
    let fold = await next(folds);
    let document = await next(documents);
    while (fold ?? document) {
      const order = orderOf(fold, document);
      if (order <= 0 && fold) this.compare(fold, order === 0 ? document : null);
      if (order > 0 && document) this.compareUnfolded(document, checkpoint);
      if (order >= 0) {
        this.documents++;
        document = await next(documents);
      }
      if (order <= 0) fold = await next(folds);
    }
  }

  /** Folds later events of the moved documents on top, each up to its own position. */
  async compareMoved(): Promise<void> {
    const { moved } = this;
    const until = [...moved.values()].reduce((last, { position }) => (position > last ? position : last), '');
    const folded = new Map([...moved].map(([id, { base }]) => [id, base]));
    await this.readParked();
    for await (const { events } of this.pages(until))
      for (const entry of events) this.foldMoved(entry, folded);
    for (const [id, { document, position }] of moved)
      if (!isSame(folded.get(id) ?? null, document)) this.add('differs', id, position);
  }

  private foldMoved(entry: LogEntry, folded: Map<string, object | null>): void {
    const key = this.keyOf(entry);
    const moved = key === null ? undefined : this.moved.get(key);
    if (key === null || !moved || !('event' in entry) || entry.stored.position > moved.position) return;
    folded.set(key, this.on.projection.apply(folded.get(key) ?? null, entry.event));
  }

  private compare(fold: ViewDocument, document: ViewDocument | null): void {
    const { id, position } = fold;
    if (!document) this.add('missing', id, position);
    else if (document.position < position) this.add('behind', id, position);
    else if (document.position > position) this.move(id, { ...document, base: fold.document });
    else if (!isSame(document.document, fold.document)) this.add('differs', id, position);
  }

  private compareUnfolded(document: ViewDocument, checkpoint: Position): void {
    if (document.position <= checkpoint) this.add('unexpected', document.id, document.position);
    else this.move(document.id, { ...document, base: null });
  }

  private move(id: string, moved: Moved): void {
    if (this.moved.size < MOVED_LIMIT) this.moved.set(id, moved);
    else this.unchecked++;
  }

  private add(kind: FaultKind, id: string, position: Position): void {
    this.faultCount++;
    if (this.faults.length < FAULTS_LIMIT) this.faults.push({ kind, id, position });
  }

  private async readParked(): Promise<void> {
    const parked = await this.on.views.parked(this.on.projection.name, this.on.live);
    this.parkedAt = new Set(parked.map(({ position }) => position));
  }

  /** Pages after the last one that was read, up to `wanted` or the end of the log: waiting for more might never end. */
  private async *pages(wanted: Position): AsyncGenerator<FollowedPage<LogEntry>> {
    const { log, projection } = this.on;
    const head = await log.head();
    const until = wanted < head ? wanted : head;
    if (until <= this.through) return;
    const follow = {
      after: this.through,
      prefixes: projection.prefixes,
      signal: new AbortController().signal,
    };
    for await (const page of log.follow(follow)) {
      const events = page.events.filter(({ stored }) => stored.position <= until);
      const through = page.through < until ? page.through : until;
      yield { ...page, events, through };
      this.through = through;
      if (through >= until) return;
    }
  }

  /** Null for an event that changes no document, is parked or cannot be read. */
  private keyOf(entry: LogEntry): string | null {
    if (!('event' in entry) || this.parkedAt.has(entry.stored.position)) return null;
    try {
      return this.on.projection.key(entry.event);
    } catch {
      return null;
    }
  }

  private fold(
    entry: LogEntry,
    before: ReadonlyMap<string, HeldDocument>,
    writes: Map<string, HeldDocument>,
  ): void {
    const { stream, position } = entry.stored;
    if (this.parkedAt.has(position)) return;
    try {
      if (!('event' in entry)) throw new Error('The event cannot be decoded');
      const key = this.on.projection.key(entry.event);
      if (key === null) return;
      const known = writes.get(key) ?? before.get(key);
      const document = this.on.projection.apply(known?.document ?? null, entry.event);
      if (known || document) writes.set(key, { document, position });
    } catch {
      this.add('unreadable', stream, position);
    }
  }
}

/** Both view stores scan by the bytes of the stored id. */
function orderOf(fold: ViewDocument | null, document: ViewDocument | null): number {
  if (!fold) return 1;
  return document ? compareTexts(storedText(fold.id), storedText(document.id)) : -1;
}

async function next(documents: AsyncIterator<ViewDocument>): Promise<ViewDocument | null> {
  const step = await documents.next();
  return step.done === true ? null : step.value;
}

const isSame = (one: object | null, other: object | null) => JSON.stringify(one) === JSON.stringify(other);
