import type { ViewIndex } from '../../event-sourcing/projection.js';
import {
  VIEW_COMMIT_LIMIT,
  type IndexValue,
  type ViewCommit,
  type ViewDeclaration,
} from './view-store.port.js';

/** An index as it was declared when its generation began. */
export type TableIndex = ViewIndex<never>;

/** Names that can be part of the name of a table or collection. */
const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,62}$/;

/** @throws Error for a name that no table or collection can have */
export function checkName(projection: string): void {
  if (!NAME.test(projection)) throw new Error(`${projection} cannot be the name of a projection`);
}

/** False when a raised version, or other indexes at the same version, require a new generation. */
export function isEnough(
  held: Pick<ViewDeclaration, 'version' | 'indexes'>,
  { version, indexes }: ViewDeclaration,
): boolean {
  if (held.version !== version) return held.version > version;
  return indexesText(held.indexes) === indexesText(indexes);
}

/** Only what is declared. */
export function declaredIndex({ name, eq, sort, numeric }: TableIndex): TableIndex {
  return { name, eq, sort, ...(numeric && { numeric }) };
}

/** The indexes of a declaration as one text: equal texts, equal indexes. */
export function indexesText(indexes: readonly TableIndex[]): string {
  return JSON.stringify(indexes.map(declaredIndex));
}

/** The fields of indexes, each once. */
export function indexFields(indexes: readonly TableIndex[]): string[] {
  return [...new Set(indexes.flatMap(({ eq, sort }) => [...eq, sort]))];
}

/**
 * The value of a field of an index; null in a document that lacks it.
 * @throws Error for one that is neither text, whole number nor boolean: fractions are not the same in every store
 */
export function indexValue(document: object, field: string): IndexValue | null {
  const value = Object.hasOwn(document, field) ? (document as Record<string, unknown>)[field] : null;
  if (value === null || value === undefined) return null;
  if (isIndexValue(value)) return value;
  throw new Error(`index field ${field} must be text, whole number or boolean`);
}

/** Whether documents can be found by it. */
export function isIndexValue(value: unknown): value is IndexValue {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value);
}

/** @throws Error for a batch that no runner may build */
export function checkBatch({ projection, expect, next, writes }: ViewCommit): void {
  if (writes.length > VIEW_COMMIT_LIMIT)
    throw new Error(`${projection}: more than ${VIEW_COMMIT_LIMIT} writes`);
  if (new Set(writes.map(({ id }) => id)).size < writes.length) {
    throw new Error(`${projection}: a batch writes each document once`);
  }
  if (expect !== null && next < expect) throw new Error(`${projection}: a checkpoint never goes back`);
}
