import { streamId, type DomainEvent, type StreamEvent } from './event.js';
import { resultOf, type ByEvent } from './evolve.js';

/**
 * An index of a view: equality on `eq` (texts, whole numbers, booleans), then range, order and cursor over (`sort`, id). A document
 * in which one of its fields is null or missing is not in it.
 */
export interface ViewIndex<Document> {
  readonly name: string;
  readonly eq: readonly (keyof Document & string)[];
  readonly sort: keyof Document & string;
  /** The sort field is a whole number and sorts as one; otherwise it is a text. */
  readonly numeric?: true;
}

/** A read model as a pure fold of the events of its streams. Raising `version` forces a new generation. */
export interface Projection<Document extends object = object, Event extends DomainEvent = DomainEvent> {
  /** Also names its view: the documents that it builds. */
  readonly name: string;
  readonly version: number;
  readonly indexes: readonly ViewIndex<Document>[];
  /** Stream name prefixes it reads, with the dash: `sender-`. */
  readonly prefixes: readonly string[];
  /** The ids of the documents that an event affects; one that is there twice counts once. */
  keys(event: StreamEvent<Event>): readonly string[];
  /** The next content of one of them, null = removed. */
  evolve(document: Document | null, event: StreamEvent<Event>, id: string): Document | null;
}

/** The declaration by which a view is read: queries name the projection itself, and get its documents' type from it. */
export type View<Document extends object = object> = Pick<Projection<Document>, 'name' | 'evolve'>;

/** A projection of any document type, for lists and runners. */
export type AnyProjection = Omit<Projection, 'indexes'> & { readonly indexes: readonly ViewIndex<never>[] };

/** `keys` where each stream has one document, which has the stream's id. */
export const ofStream = ({ stream }: StreamEvent): readonly string[] => [streamId(stream)];

/** `keys` and `evolve` from a table: an event that is not in it affects no document. */
export function documentsBy<Document extends object, Event extends DomainEvent>(
  keys: (event: StreamEvent<Event>) => readonly string[],
  table: ByEvent<Document | null, Event>,
): Pick<Projection<Document, Event>, 'keys' | 'evolve'> {
  return {
    keys: (event) => (Object.hasOwn(table, event.type) ? keys(event) : []),
    evolve: (document, event) => resultOf(table, document, event) ?? null,
  };
}
