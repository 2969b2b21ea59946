import { compareTexts, storedText } from '../storage/stored-text.js';
import { StoreUnavailable } from '../storage/store-unavailable.js';
import { decodeCursor, type Place } from './cursor.js';
import type { TableIndex } from './view-declaration.js';
import { FIND_LIMIT, type ViewDeclaration, type ViewQuery } from './view-store.port.js';

/** A validated query of the live generation: everything in it can only be a value. */
export interface CheckedQuery {
  readonly index: TableIndex;
  /** A value for each `eq` field, in the index's order. */
  readonly equal: readonly (string | boolean)[];
  /** A cursor is valid only for a query with the same scope. */
  readonly scope: string;
  /** Inclusive; '' also excludes tombstones and documents that lack the sort field. */
  readonly from: string;
  /** Exclusive. */
  readonly to: string | undefined;
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
    const { by, desc = false, where, cursor, from = '', to, limit } = query;
    checkBounds(query);
    const index = this.named(view).indexes.find(({ name }) => name === by);
    if (!index) throw new Error(`${view} has no index ${by}`);
    const equal = equalValues(view, index, where);
    const scope = JSON.stringify([view, by, desc, ...equal]);
    const place = cursor === undefined ? undefined : decodeCursor(scope, cursor);
    const at = place && isInside(place, { from, to, desc }) ? place : undefined;
    return { index, equal, scope, from, to, desc, at, rows: limit + 1 };
  }
}

/** The live generation may have an older declaration; a query it has no index for waits for the next one. */
export function heldIndex(indexes: readonly TableIndex[], { name, eq, sort }: TableIndex): TableIndex {
  const held = indexes.find(
    (index) =>
      index.sort === sort && index.eq.length === eq.length && index.eq.every((field, i) => field === eq[i]),
  );
  if (!held) throw new StoreUnavailable(`the index ${name} is being built`);
  return held;
}

/** Whether a place is within the bound that a page in this direction would otherwise begin at. */
function isInside({ sort }: Place, { from, to, desc }: Pick<CheckedQuery, 'from' | 'to' | 'desc'>): boolean {
  const place = storedText(sort);
  if (desc) return to === undefined || compareTexts(place, storedText(to)) < 0;
  return compareTexts(place, storedText(from)) >= 0;
}

function checkBounds({ limit, from, to }: ViewQuery): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > FIND_LIMIT) {
    throw new RangeError(`a find returns 1 to ${FIND_LIMIT} documents, not ${limit}`);
  }
  for (const bound of [from, to] as unknown[]) {
    if (bound !== undefined && typeof bound !== 'string') throw new TypeError('a bound of a range is a text');
  }
}

function equalValues(
  view: string,
  { name, eq }: TableIndex,
  where: Readonly<Record<string, string | boolean>>,
): (string | boolean)[] {
  const values: unknown[] = eq.map((field) => (Object.hasOwn(where, field) ? where[field] : undefined));
  const known = values.filter((value) => typeof value === 'string' || typeof value === 'boolean');
  if (known.length !== eq.length || Object.keys(where).length !== eq.length) {
    throw new TypeError(`${view} by ${name} asks for a text or boolean of each of ${eq.join(', ')}`);
  }
  return known;
}
