import type { RecordedEvent } from '../../event-sourcing/event.js';
import type { AnyProjection, View } from '../../event-sourcing/projection.js';

interface Reader {
  readonly projection: AnyProjection;
  readonly documents: Map<string, object>;
}

/** The documents that projections make of some events, by view and id, as their subscriptions would. */
export class FoldedViews {
  private readonly readers: readonly Reader[];
  /** By category of streams. */
  private readonly readersOf = new Map<string, readonly Reader[]>();

  /** With `from`, what others have folded so far. */
  constructor(projections: readonly AnyProjection[], from?: FoldedViews) {
    this.readers = projections.map((projection) => ({
      projection,
      documents: new Map(from?.of(projection)),
    }));
  }

  /** @throws what a projection throws at an event that it cannot follow; no view has changed then */
  apply(event: RecordedEvent): void {
    const changes: { documents: Map<string, object>; id: string; next: object | null }[] = [];
    for (const { projection, documents } of this.readersFor(event.stream))
      for (const id of new Set(projection.keys(event)))
        changes.push({ documents, id, next: projection.evolve(documents.get(id) ?? null, event, id) });
    for (const { documents, id, next } of changes)
      if (next) documents.set(id, next);
      else documents.delete(id);
  }

  /** A document keeps its place in the map when it changes. */
  of<Document extends object>({
    name,
  }: Pick<View<Document>, 'name' | 'evolve'>): ReadonlyMap<string, Document> {
    const reader = this.readers.find(({ projection }) => projection.name === name);
    return (reader?.documents ?? new Map()) as ReadonlyMap<string, Document>;
  }

  /** Takes a document out of a view. */
  remove({ name }: Pick<View, 'name'>, id: string): void {
    this.readers.find(({ projection }) => projection.name === name)?.documents.delete(id);
  }

  private readersFor(stream: string): readonly Reader[] {
    const prefix = stream.slice(0, stream.indexOf('-') + 1);
    const known = this.readersOf.get(prefix);
    if (known) return known;
    const found = this.readers.filter(({ projection }) => projection.prefixes.includes(prefix));
    this.readersOf.set(prefix, found);
    return found;
  }
}
