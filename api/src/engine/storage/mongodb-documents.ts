import type { Filter, FindOptions } from 'mongodb';
import { documentsOf, unlessThere, type Call, type StoredDocument } from './mongodb-connection.js';
import { storedString } from './mongodb-document.js';

/** The document with an id, null when there is none. */
export function findById(call: Call, collection: string, id: string): Promise<StoredDocument | null> {
  const filter = { _id: { $eq: storedString(id) } };
  return call((database, maxTimeMS) => documentsOf(database, collection).findOne(filter, { maxTimeMS }));
}

interface Read extends Pick<FindOptions, 'sort'> {
  readonly filter: Filter<StoredDocument>;
  readonly limit: number;
}

/** Up to `limit` documents, in one batch. */
export function findSome(
  call: Call,
  collection: string,
  { filter, ...options }: Read,
): Promise<StoredDocument[]> {
  return call((database, maxTimeMS) =>
    documentsOf(database, collection)
      .find(filter, { ...options, batchSize: options.limit, maxTimeMS })
      .toArray(),
  );
}

/**
 * Inserts a document, or replaces the one that is still as `expected`.
 * @returns false when there is one already, or another write was faster
 */
export function compareAndSet(
  call: Call,
  collection: string,
  change: {
    readonly id: string;
    readonly expected: Filter<StoredDocument> | null;
    readonly document: Readonly<Record<string, unknown>>;
  },
): Promise<boolean> {
  const { expected, document } = change;
  const _id = storedString(change.id);
  return call(async (database, maxTimeMS) => {
    const documents = documentsOf(database, collection);
    if (!expected) return unlessThere(documents.insertOne({ _id, ...document }, { maxTimeMS }));
    const filter = { _id: { $eq: _id }, ...expected };
    const { matchedCount } = await documents.replaceOne(filter, document, { maxTimeMS });
    return matchedCount === 1;
  });
}
