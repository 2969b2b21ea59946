import type { RecordedEvent } from '../../event-sourcing/event.js';
import type { AnyProjection, View } from '../../event-sourcing/projection.js';

/** The documents that projections make of some events, by view and id, as their subscriptions would. */
export class FoldedViews {
  private readonly documents: ReadonlyMap<string, Map<string, object>>;

  constructor(private readonly projections: readonly AnyProjection[]) {
    this.documents = new Map(projections.map(({ name }) => [name, new Map()]));
  }

  /** @throws what a projection throws at an event that it cannot follow; no view has changed then */
  apply(event: RecordedEvent): void {
    const changes = this.projections.flatMap((projection) => this.changesOf(projection, event));
    for (const { view, id, next } of changes)
      if (next) view.set(id, next);
      else view.delete(id);
  }

  /** A document keeps its place in the map when it changes. */
  of<Document extends object>({ name }: View<Document>): ReadonlyMap<string, Document> {
    const documents: ReadonlyMap<string, object> = this.documents.get(name) ?? new Map();
    return documents as ReadonlyMap<string, Document>;
  }

  private changesOf(projection: AnyProjection, event: RecordedEvent) {
    const view = this.documents.get(projection.name);
    const isRead = projection.prefixes.some((prefix) => event.stream.startsWith(prefix));
    if (!view || !isRead) return [];
    return [...new Set(projection.keys(event))].map((id) => ({
      ...{ view, id },
      next: projection.evolve(view.get(id) ?? null, event, id),
    }));
  }
}
