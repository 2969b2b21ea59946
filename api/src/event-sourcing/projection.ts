import type { RecordedEvent } from './event.js';

/** An index of a view: equality on `eq`, then range, order and cursor over (`sort`, id). */
export interface ViewIndex<Document> {
  readonly name: string;
  readonly eq: readonly (keyof Document & string)[];
  readonly sort: keyof Document & string;
}

/** A read model as a pure fold. Raising `version` forces a new generation. */
export interface Projection<Document extends object = object> {
  /** Also names its view: the documents that it builds. */
  readonly name: string;
  readonly version: number;
  readonly indexes: readonly ViewIndex<Document>[];
  /** Stream name prefixes it reads, with the dash: `sender-`. */
  readonly prefixes: readonly string[];
  /** The id of the document that an event affects, null = none. */
  key(event: RecordedEvent): string | null;
  /** The document's next content, null = removed. */
  apply(document: Document | null, event: RecordedEvent): Document | null;
}

/** The declaration by which a view is read: queries name the projection itself, and get its documents' type from it. */
export type View<Document extends object = object> = Pick<Projection<Document>, 'name' | 'apply'>;

/** A projection of any document type, for lists and runners. */
export type AnyProjection = Omit<Projection, 'indexes'> & { readonly indexes: readonly ViewIndex<never>[] };
