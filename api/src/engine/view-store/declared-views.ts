import { compareTexts, storedText } from '../storage/stored-text.js';
import { StoreUnavailable } from '../storage/store-unavailable.js';
import { decodeCursor, type Place } from './cursor.js';
import { indexesText, isIndexValue, type TableIndex } from './view-declaration.js';
import {
  FIND_LIMIT,
  InvalidCursor,
  type IndexValue,
  type SortValue,
  type ViewDeclaration,
  type ViewQuery,
} from './view-store.port.js';

/** A validated query of the live generation: everything in it can only be a value. */
export interface CheckedQuery {
  readonly index: TableIndex;
  /** A value for each `eq` field, in the index's order. */
  readonly equal: readonly IndexValue[];
  /** A cursor is valid only for a query with the same scope. */
  readonly scope: string;
  /** Inclusive. */
  readonly from: SortValue | undefined;
  /** Exclusive. */
  readonly to: SortValue | undefined;
  readonly desc: boolean;
  /** Where the page begins, inclusive; undefined where the range itself begins there. */
  readonly at: Place | undefined;
  /** One more than the page holds, to see whether there is a next one. */
  readonly rows: number;
}

/** The views that this process knows, each built by one projection. */
export class DeclaredViews {
  private readonly declarations = new Map<string, ViewDeclaration>();

  declare(declaration: ViewDeclaration): void {
    this.declarations.set(declaration.name, declaration);
  }

  /** @throws Error for a projection that was not declared */
  named(projection: string): ViewDeclaration {
    const declared = this.declarations.get(projection);
    if (!declared) throw new Error(`no projection ${projection} was declared`);
    return declared;
  }

  /** @throws InvalidCursor; TypeError, RangeError and Error for a query that no caller may make */
  check(view: string, query: ViewQuery): CheckedQuery {
    const { by, desc = false, where, cursor, from, to, limit } = query;
    const index = this.named(view).indexes.find(({ name }) => name === by);
    if (!index) throw new Error(`${view} has no index ${by}`);
    checkBounds(query, index);
    const equal = equalValues(view, index, where);
    const scope = JSON.stringify([view, by, desc, ...equal]);
    const place = cursor === undefined ? undefined : decodeCursor(scope, cursor);
    if (place && !isSortValue(place.sort, index)) throw new InvalidCursor();
    const at = place && isInside(place, { from, to, desc }) ? place : undefined;
    return { index, equal, scope, from, to, desc, at, rows: limit + 1 };
  }
}

/** The live generation may have an older declaration; a query it has no index for waits for the next one. */
export function heldIndex(indexes: readonly TableIndex[], wanted: TableIndex): TableIndex {
  const text = indexesText([{ ...wanted, name: '' }]);
  const held = indexes.find((index) => indexesText([{ ...index, name: '' }]) === text);
  if (!held) throw new StoreUnavailable(`the index ${wanted.name} is being built`);
  return held;
}

/** Whether a place is within the bound that a page in this direction would otherwise begin at. */
function isInside({ sort }: Place, { from, to, desc }: Pick<CheckedQuery, 'from' | 'to' | 'desc'>): boolean {
  if (desc) return to === undefined || compareValues(sort, to) < 0;
  return from === undefined || compareValues(sort, from) >= 0;
}

/** Order of two sort values of one index. */
export function compareValues(left: SortValue, right: SortValue): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return compareTexts(storedText(String(left)), storedText(String(right)));
}

/** Whether a value can be in the sort field of a document of the index. */
export function isSortValue(value: unknown, { numeric }: TableIndex): value is SortValue {
  return numeric ? Number.isSafeInteger(value) : typeof value === 'string';
}

function checkBounds({ limit, from, to }: ViewQuery, index: TableIndex): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > FIND_LIMIT) {
    throw new RangeError(`a find returns 1 to ${FIND_LIMIT} documents, not ${limit}`);
  }
  for (const bound of [from, to]) {
    if (bound !== undefined && !isSortValue(bound, index))
      throw new TypeError(`a bound of ${index.name} is a ${index.numeric ? 'whole number' : 'text'}`);
  }
}

function equalValues(view: string, { name, eq }: TableIndex, where: ViewQuery['where']): IndexValue[] {
  const values: unknown[] = eq.map((field) => (Object.hasOwn(where, field) ? where[field] : undefined));
  const known = values.filter(isIndexValue);
  if (known.length !== eq.length || Object.keys(where).length !== eq.length) {
    throw new TypeError(
      `${view} by ${name} asks for a text, whole number or boolean of each of ${eq.join(', ')}`,
    );
  }
  return known;
}
