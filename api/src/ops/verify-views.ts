import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Position } from '../event-sourcing/event.js';
import type { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { BEGINNING } from '../event-store/event-store.port.js';
import type { AnyProjection } from '../event-sourcing/projection.js';
import type { Progress } from '../subscriptions/progress-meter.js';
import { Refold } from './refold.js';
import { openEmbeddedViewStore } from '../view-store/embedded/embedded-view-store.js';
import type { ViewDocument, ViewStore } from '../view-store/view-store.port.js';

/** Documents compared at a time. */
const COMPARED_AT_ONCE_LIMIT = 500;
/** Faults told one by one; all of them are counted. */
export const FAULTS_LIMIT = 100;
/** Documents that may move on while they are being verified; what moves beyond is counted as unchecked. */
const MOVED_LIMIT = 50_000;

/**
 * `missing`: events of the document are in the log, the document is not in the view · `behind`: an event at or below
 * the checkpoint is missing from it · `differs`: its content is not the fold of its events · `unexpected`: no event
 * made it · `unreadable`: an event could not be folded and is not parked.
 */
export type FaultKind = 'missing' | 'behind' | 'differs' | 'unexpected' | 'unreadable';

export interface ViewFault {
  readonly kind: FaultKind;
  /** Of the document; of an unreadable event its stream. */
  readonly id: string;
  readonly position: Position;
}

/** What verifying one projection found. */
export interface ViewReport {
  readonly projection: string;
  /** Null when no generation has been promoted yet: there is nothing to verify. */
  readonly generation: number | null;
  readonly checkpoint: Position;
  readonly events: number;
  readonly documents: number;
  /** Events set aside; their absence is no fault of the view. */
  readonly parked: number;
  readonly unchecked: number;
  readonly faultCount: number;
  readonly faults: readonly ViewFault[];
}

export interface VerifiedStores {
  readonly log: EncryptedEventLog;
  readonly views: ViewStore;
  /** Where a scratch view may be kept meanwhile; it holds what the views hold and is removed at the end. */
  readonly scratchFolder: string;
}

/**
 * Refolds the log and compares every document of the live generation with its key's fold up to the document's own
 * position; a server may go on projecting meanwhile. Memory stays bounded: the refold lies in a scratch file.
 */
export async function verifyView(
  { log, views, scratchFolder }: VerifiedStores,
  projection: AnyProjection,
  progress?: Progress,
): Promise<ViewReport> {
  const { live } = await views.generations(projection.name);
  const found = new Findings(projection.name, live);
  if (live === null) return found.report();
  const checkpoint = (await views.checkpoint(projection.name, live)) ?? BEGINNING;
  const folder = await mkdtemp(join(scratchFolder, 'verify-'));
  const scratch = openEmbeddedViewStore(join(folder, 'views.db'));
  try {
    const refold = await Refold.begin({ log, views, scratch, projection, generation: live });
    await refold.upTo(checkpoint, (event) => found.add('unreadable', event.stream, event.position), progress);
    found.folded(checkpoint, refold);
    await compareFolded(refold, found);
    await compareKept(refold, found);
    await compareMoved(refold, found);
    return found.report();
  } finally {
    await scratch.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Each document of a generation as one line, in the store's order: equal generations give equal bytes. */
export async function* dumpGeneration(
  views: ViewStore,
  projection: string,
  generation: number,
): AsyncGenerator<string> {
  for await (const { id, document, position } of views.scan(projection, generation)) {
    yield `${JSON.stringify([id, position, document])}\n`;
  }
}

/** Everything that was folded has to be kept, at least as far. */
async function compareFolded(refold: Refold, found: Findings): Promise<void> {
  for await (const folded of inParts(refold.folded())) {
    const kept = await refold.keptOf(folded.map(({ id }) => id));
    for (const document of folded) found.compare(document, kept.get(document.id));
  }
}

/** Whatever is kept has to be folded from something. */
async function compareKept(refold: Refold, found: Findings): Promise<void> {
  for await (const kept of inParts(refold.kept())) {
    const folded = await refold.foldedOf(kept.map(({ id }) => id));
    for (const document of kept) {
      found.documents++;
      if (!folded.has(document.id)) found.appeared(document);
    }
  }
}

/** Documents that moved on since the checkpoint was read: their later events are folded on top. */
async function compareMoved(refold: Refold, found: Findings): Promise<void> {
  const { moved } = found;
  if (moved.size === 0) return;
  const until = [...moved.values()].reduce((last, { position }) => (position > last ? position : last), '');
  const bases = new Map(
    [...moved].map(([id, { base, position }]) => [id, { document: base, until: position }]),
  );
  const folded = await refold.onTop(bases, until);
  for (const [id, { position, document }] of moved) {
    if (textOf(folded.get(id) ?? null) !== textOf(document)) found.add('differs', id, position);
  }
}

interface Moved {
  readonly base: object | null;
  readonly document: object | null;
  readonly position: Position;
}

/** Collects what is found while verifying one view. */
class Findings {
  readonly moved = new Map<string, Moved>();
  documents = 0;
  private readonly faults: ViewFault[] = [];
  private faultCount = 0;
  private unchecked = 0;
  private events = 0;
  private parked = 0;
  private checkpoint: Position = BEGINNING;

  constructor(
    private readonly projection: string,
    private readonly generation: number | null,
  ) {}

  folded(
    checkpoint: Position,
    { events, parked }: { readonly events: number; readonly parked: number },
  ): void {
    this.checkpoint = checkpoint;
    this.events = events;
    this.parked = parked;
  }

  add(kind: FaultKind, id: string, position: Position): void {
    this.faultCount++;
    if (this.faults.length < FAULTS_LIMIT) this.faults.push({ kind, id, position });
  }

  compare(folded: ViewDocument, kept: Omit<ViewDocument, 'id'> | undefined): void {
    const { id, position } = folded;
    if (!kept) this.add('missing', id, position);
    else if (kept.position < position) this.add('behind', id, position);
    else if (kept.position > position) this.move(id, { ...kept, base: folded.document });
    else if (textOf(kept.document) !== textOf(folded.document)) this.add('differs', id, position);
  }

  /** A document that was not folded: made since, or by nothing. */
  appeared({ id, document, position }: ViewDocument): void {
    if (position <= this.checkpoint) this.add('unexpected', id, position);
    else this.move(id, { document, position, base: null });
  }

  report(): ViewReport {
    const { projection, generation, checkpoint, events, documents, parked, unchecked, faultCount, faults } =
      this;
    return { projection, generation, checkpoint, events, documents, parked, unchecked, faultCount, faults };
  }

  private move(id: string, moved: Moved): void {
    if (this.moved.size < MOVED_LIMIT) this.moved.set(id, moved);
    else this.unchecked++;
  }
}

const textOf = (document: object | null) => JSON.stringify(document);

async function* inParts(documents: AsyncIterable<ViewDocument>): AsyncGenerator<ViewDocument[]> {
  let part: ViewDocument[] = [];
  for await (const document of documents) {
    part.push(document);
    if (part.length < COMPARED_AT_ONCE_LIMIT) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
