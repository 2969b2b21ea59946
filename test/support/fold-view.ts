import type { StreamEvent } from '../../api/src/event-sourcing/event.js';
import type { Projection } from '../../api/src/event-sourcing/projection.js';

/** The documents that a projection makes of events of its streams, by id; without those that were removed. */
export function foldView<Document extends object>(
  projection: Pick<Projection<Document>, 'prefixes' | 'keys' | 'evolve'>,
  events: readonly StreamEvent[],
  documents: ReadonlyMap<string, Document> = new Map(),
): Map<string, Document> {
  const folded = new Map(documents);
  for (const event of events) {
    if (!projection.prefixes.some((prefix) => event.stream.startsWith(prefix))) continue;
    for (const id of new Set(projection.keys(event))) {
      const next = projection.evolve(folded.get(id) ?? null, event, id);
      if (next) folded.set(id, next);
      else folded.delete(id);
    }
  }
  return folded;
}

/** The one document that they are about; null when it was removed or there is none. */
export function foldDocument<Document extends object>(
  projection: Pick<Projection<Document>, 'prefixes' | 'keys' | 'evolve'>,
  events: readonly StreamEvent[],
): Document | null {
  const [document = null, ...others] = foldView(projection, events).values();
  if (others.length > 0) throw new Error('they are about several documents');
  return document;
}
