import type { Position } from '../../event-sourcing/event.js';
import type { ViewIndex } from '../../event-sourcing/projection.js';

/** What the view store must know of a projection to keep its documents. */
export interface ViewDeclaration {
  readonly name: string;
  readonly version: number;
  readonly view: string;
  readonly indexes: readonly ViewIndex<never>[];
}

/** One question to a view: an index by name, a value for each of its `eq` fields, a range over its `sort` field. */
export interface ViewQuery {
  readonly by: string;
  readonly where: Readonly<Record<string, string | boolean>>;
  /** Inclusive lower bound of the sort field. */
  readonly from?: string;
  /** Exclusive upper bound of the sort field. */
  readonly to?: string;
  readonly desc?: boolean;
  /** 1 to FIND_LIMIT. */
  readonly limit: number;
  /** `nextCursor` of the page before; anything else throws InvalidCursor. */
  readonly cursor?: string;
}

/** Most documents one find returns. */
export const FIND_LIMIT = 2_000;

/** A cursor that this store did not make. Answered as 400 naming `cursor`. */
export class InvalidCursor extends Error {
  override readonly name = 'InvalidCursor';
}

/** One changed document; `document` null leaves a tombstone. `was` is the position it had when it was read, null = none. */
export interface ViewWrite {
  readonly id: string;
  readonly document: object | null;
  readonly position: Position;
  readonly was: Position | null;
}

/** Most documents one commit writes. */
export const VIEW_COMMIT_LIMIT = 50_000;

/** A document as the store keeps it, null = tombstone, with the position of its last event. */
export interface ViewDocument<D extends object = object> {
  readonly id: string;
  readonly document: D | null;
  readonly position: Position;
}

/** An event set aside because its projection or codec threw; everything later of its key waits behind it. */
export interface ParkedEvent {
  readonly position: Position;
  readonly stream: string;
  /** The document key it belongs to, or `stream:{name}` where the key cannot be known. */
  readonly key: string;
  readonly reason: string;
}

/** One batch of a projection: documents, checkpoint and parked events together. */
export interface ViewCommit {
  readonly projection: string;
  readonly generation: number;
  /** The checkpoint this batch builds on, null before the first. */
  readonly expect: Position | null;
  readonly next: Position;
  readonly writes: readonly ViewWrite[];
  readonly parked: readonly ParkedEvent[];
  /** Positions of parked events that were applied after all. */
  readonly unparked?: readonly Position[];
}

/** Read models as documents with declared indexes (architecture §4): no operators, no query language. */
export interface ViewStore {
  /** Makes sure tables and indexes exist. Counts a new generation when a version was raised or none is there. */
  declare(projections: readonly ViewDeclaration[]): Promise<void>;
  /** From the live generation; null when missing or a tombstone. `position` of the document's last event. */
  get<D extends object>(view: string, id: string): Promise<D | null>;
  find<D extends object>(
    view: string,
    query: ViewQuery,
  ): Promise<{ readonly items: readonly D[]; readonly nextCursor: string | null }>;
  /** The same page as find, as the text of one JSON object {items, nextCursor}, without parsing the documents. */
  findJson(view: string, query: ViewQuery): Promise<string>;
  /** null = tombstone; ids never written are absent from the map. */
  getMany<D extends object>(
    projection: string,
    generation: number,
    ids: readonly string[],
  ): Promise<Map<string, { readonly document: D | null; readonly position: Position }>>;
  /** All or nothing in the embedded store; position-guarded on MongoDB. `stale` = reload and fold again. */
  commit(batch: ViewCommit): Promise<'ok' | 'stale'>;
  /** Generations of a projection: `live` is what readers see (null before the first promote), `building` what is caught up. */
  generations(
    projection: string,
  ): Promise<{ readonly live: number | null; readonly building: number | null }>;
  /** Begins a new generation beside the live one, or answers the one already building. */
  begin(projection: string): Promise<number>;
  checkpoint(projection: string, generation: number): Promise<Position | null>;
  parked(projection: string, generation: number): Promise<readonly ParkedEvent[]>;
  /** One write of the live pointer. */
  promote(projection: string, generation: number): Promise<void>;
  /** Removes a generation that is neither live nor building. */
  drop(projection: string, generation: number): Promise<void>;
  /** Every document of a generation in id order, tombstones too; for verification. */
  scan(projection: string, generation: number): AsyncIterable<ViewDocument>;
  ready(): Promise<void>;
  close(): Promise<void>;
}
