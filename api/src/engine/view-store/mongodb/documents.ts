import { MongoBulkWriteError, type AnyBulkWriteOperation, type Filter } from 'mongodb';
import {
  DUPLICATE_KEY,
  documentsOf,
  type Call,
  type StoredDocument,
} from '../../storage/mongodb-connection.js';
import { findSome } from '../../storage/mongodb-documents.js';
import {
  originalFields,
  originalValue,
  storedFields,
  storedName,
  storedString,
  storedValue,
  textAfter,
} from '../../storage/mongodb-document.js';
import type { Place } from '../cursor.js';
import { checkName, indexFields, indexValue, type TableIndex } from '../view-declaration.js';
import type { CheckedQuery } from '../declared-views.js';
import type { ViewDocument, ViewWrite } from '../view-store.port.js';

/** The collection that holds the documents of a generation. @throws Error for a name that cannot be part of one */
export function collectionName(projection: string, generation: number): string {
  checkName(projection);
  return `view_${projection}_${generation}`;
}

/** Creates the declared indexes that are missing. A document's id decides between equal sort values. */
export async function ensureIndexes(call: Call, name: string, indexes: readonly TableIndex[]): Promise<void> {
  const specifications = new Map(
    indexes.map(({ eq, sort }) => {
      const key = [...eq.map((field) => [storedName(field), 1] as const), [storedName(sort), -1] as const];
      return [key.join(), { key: new Map([...key, ['_id', -1] as const]) }];
    }),
  );
  if (specifications.size === 0) return;
  await call((database, maxTimeMS) =>
    documentsOf(database, name).createIndexes([...specifications.values()], { maxTimeMS }),
  );
}

/** Writes a document over the version that was read, or inserts it when none was. */
export function replacement(
  indexes: readonly TableIndex[],
  { id, document, position, was }: ViewWrite,
): AnyBulkWriteOperation<StoredDocument> {
  // Refuses values that no query can name.
  if (document) for (const field of indexFields(indexes)) indexValue(document, field);
  const fields = document ? storedFields(document) : { _gone: true };
  return {
    replaceOne: {
      filter: { _id: { $eq: storedString(id) }, _position: { $eq: was } },
      replacement: { _position: position, ...fields },
      // Where none was read, none may exist: an existing document is a duplicate key.
      upsert: was === null,
    },
  };
}

/** One bulkWrite; true when every document was at the position it was read at. */
export async function replaceDocuments(
  call: Call,
  name: string,
  replacements: readonly AnyBulkWriteOperation<StoredDocument>[],
): Promise<boolean> {
  if (replacements.length === 0) return true;
  return call(async (database, maxTimeMS) => {
    try {
      const options = { ordered: false, maxTimeMS };
      const result = await documentsOf(database, name).bulkWrite([...replacements], options);
      return result.matchedCount + result.upsertedCount === replacements.length;
    } catch (error) {
      if (isSuperseded(error)) return false;
      throw error;
    }
  });
}

/** The documents of an index between two places, in its order. */
export async function readRange(call: Call, name: string, query: CheckedQuery): Promise<StoredDocument[]> {
  const direction = query.desc ? -1 : 1;
  const sort = { [storedName(query.index.sort)]: direction, _id: direction } as const;
  const documents: StoredDocument[] = [];
  for (const filter of filters(query)) {
    const limit = query.rows - documents.length;
    if (limit === 0) break;
    documents.push(...(await findSome(call, name, { filter, sort, limit })));
  }
  return documents;
}

/** The document with its id and position. */
export function viewDocument({ _id, _position, _gone, ...fields }: StoredDocument): ViewDocument {
  return {
    id: String(originalValue(_id)),
    document: _gone === true ? null : originalFields(fields),
    position: String(_position),
  };
}

/** The place of a document in an index. */
export function placeOf(stored: StoredDocument, { sort, numeric }: TableIndex): Place {
  const value = originalValue(stored[storedName(sort)]);
  return { sort: numeric ? Number(value) : String(value), id: String(originalValue(stored._id)) };
}

/**
 * One filter for each stretch of the index: a page that begins at a place takes the rest of the equal sort values
 * first, then all beyond. Every value is under $eq, $gte or $lt, so none can be an operator.
 */
function filters({ index, equal, from, to, desc, at }: CheckedQuery): Filter<StoredDocument>[] {
  const sort = storedName(index.sort);
  const base = Object.fromEntries(
    index.eq.map((field, place) => [storedName(field), { $eq: storedValue(equal[place]) }]),
  );
  // A comparison finds only values of the same kind.
  const lower = storedValue(from ?? (index.numeric ? Number.MIN_SAFE_INTEGER : ''));
  const below = to === undefined ? {} : { $lt: storedValue(to) };
  if (!at) return [{ ...base, [sort]: { $gte: lower, ...below } }];
  const start = { sort: storedValue(at.sort), id: storedString(at.id) };
  const equalSort = { $eq: start.sort, $gte: lower, ...below };
  return desc
    ? [
        { ...base, [sort]: equalSort, _id: { $lt: textAfter(start.id) } },
        { ...base, [sort]: { $gte: lower, $lt: start.sort } },
      ]
    : [
        { ...base, [sort]: equalSort, _id: { $gte: start.id } },
        { ...base, [sort]: { $gt: start.sort, ...below } },
      ];
}

function isSuperseded(error: unknown): boolean {
  if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError()) return false;
  const errors = [error.writeErrors].flat();
  return errors.length > 0 && errors.every(({ code }) => code === DUPLICATE_KEY);
}
