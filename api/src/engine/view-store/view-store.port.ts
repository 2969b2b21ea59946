import type { Position } from '../../event-sourcing/event.js';
import type { AnyProjection, View } from '../../event-sourcing/projection.js';

/** The part of a projection that the view store needs to store its documents. */
export type ViewDeclaration = Pick<AnyProjection, 'name' | 'version' | 'indexes'>;

/** A value by which documents are in order; a number is whole, as cents and counts are. */
export type SortValue = string | number;
/** A value by which documents are found. */
export type IndexValue = SortValue | boolean;

/**
 * One query of a view: an index by name, a value for each of its `eq` fields, a range over its `sort` field.
 * Texts sort by code point, numbers by size, equal ones by id. A document that lacks a field of an index, or has another kind
 * of value in its sort field, is not in that index.
 */
export interface ViewQuery {
  readonly by: string;
  readonly where: Readonly<Record<string, IndexValue>>;
  /** Inclusive lower bound of the sort field: a number for a numeric index. */
  readonly from?: SortValue;
  /** Exclusive upper bound of the sort field. */
  readonly to?: SortValue;
  readonly desc?: boolean;
  /** 1 to FIND_LIMIT. */
  readonly limit: number;
  /** `nextCursor` of the page before; anything else throws InvalidCursor. */
  readonly cursor?: string;
}

/** The result of a find. */
export interface ViewPage<D extends object = object> {
  readonly items: D[];
  /** Where the next page begins; null after the last document. */
  readonly nextCursor: string | null;
}

/** Most documents one find returns. */
export const FIND_LIMIT = 2_000;

/** A cursor that this store did not create. The response is 400 naming `cursor`. */
export class InvalidCursor extends Error {
  override readonly name = 'InvalidCursor';
}

/** Most documents one commit writes. */
export const VIEW_COMMIT_LIMIT = 50_000;

/** A stored document, null = tombstone, with the position of its last event. */
export interface HeldDocument<D extends object = object> {
  readonly document: D | null;
  readonly position: Position;
}

/** A stored document with its id. */
export interface ViewDocument extends HeldDocument {
  readonly id: string;
}

/** One changed document, at most once in a batch; `document` null leaves a tombstone. */
export interface ViewWrite extends ViewDocument {
  /** The position it had when it was read, null = none. */
  readonly was: Position | null;
}

/** An event parked because its projection or codec threw; later events of its keys wait behind it. */
export interface ParkedEvent {
  readonly position: Position;
  readonly stream: string;
  /** The documents it affects, or `stream:{name}` where they cannot be known. */
  readonly keys: readonly string[];
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
  /** Positions of parked events that have now been applied. */
  readonly unparked?: readonly Position[];
}

/** Generations of a projection: the one that readers see, null before the first promote, and the one that is catching up. */
export interface Generations {
  readonly live: number | null;
  readonly building: number | null;
}

/**
 * Read models as documents with declared indexes (architecture §4): no operators, no query language.
 * Fields of an index are text, whole number or boolean, its sort field text or, where it says so, number.
 */
export abstract class ViewStore {
  /**
   * Begins a new generation when there is none, a version was raised or its indexes changed; removes generations that
   * are neither live nor building. A lower version changes nothing.
   */
  abstract declare(projections: readonly ViewDeclaration[]): Promise<void>;
  /**
   * From the live generation; null when missing or a tombstone.
   * @throws StoreUnavailable before the first promote, as find does: not yet built is not empty
   */
  abstract get<D extends object>(view: View<D>, id: string): Promise<D | null>;
  abstract find<D extends object>(view: View<D>, query: ViewQuery): Promise<ViewPage<D>>;
  /** The same page as find, as the text of one JSON object {items, nextCursor}, without parsing the documents. */
  abstract findJson(view: View, query: ViewQuery): Promise<string>;
  /** null = tombstone; ids never written are absent from the map. */
  abstract getMany<D extends object>(
    projection: string,
    generation: number,
    ids: readonly string[],
  ): Promise<Map<string, HeldDocument<D>>>;
  /**
   * All or nothing in the embedded store; position-guarded on MongoDB. `stale` = reload and fold again.
   * Views may fall behind the log: a crash can lose batches that were `ok`, always together with their checkpoints.
   */
  abstract commit(batch: ViewCommit): Promise<'ok' | 'stale'>;
  abstract generations(projection: string): Promise<Generations>;
  /** Begins a new generation next to the live one, or returns the one already building. */
  abstract begin(projection: string): Promise<number>;
  abstract checkpoint(projection: string, generation: number): Promise<Position | null>;
  abstract parked(projection: string, generation: number): Promise<readonly ParkedEvent[]>;
  /** Makes the generation live with one write of the pointer; its indexes exist by then. */
  abstract promote(projection: string, generation: number): Promise<void>;
  /** Removes a generation that is neither live nor building, with every trace of its documents. */
  abstract drop(projection: string, generation: number): Promise<void>;
  /**
   * Leaves no trace of what was dropped or replaced before in the file of embedded views; database servers have their own tools
   * for that (docs/operations.md). @throws StoreUnavailable
   */
  abstract shred(): Promise<void>;
  /** Every document of a generation in id order, tombstones too; for verification. */
  abstract scan(projection: string, generation: number): AsyncIterable<ViewDocument>;
  abstract ready(): Promise<void>;
  abstract close(): Promise<void>;
}
