import { documentsOf, type Call } from '../../storage/mongodb-connection.js';
import { committed, generationOf, type ProjectionEntry } from '../generation-entry.js';
import { changeEntry, readEntry } from './catalogue.js';
import { collectionName, replaceDocuments, replacement } from './documents.js';
import { checkBatch } from '../view-declaration.js';
import type { ViewCommit } from '../view-store.port.js';

/**
 * Documents first, in one bulkWrite, each only at the position it was read at; then the checkpoint, only at the position
 * the batch builds on. After a stop before that, folding again skips the events that the documents already contain.
 */
export async function commitBatch(call: Call, batch: ViewCommit): Promise<'ok' | 'stale'> {
  checkBatch(batch);
  const { projection, generation, expect, writes } = batch;
  const name = collectionName(projection, generation);
  const entry = await readEntry(call, projection);
  const held = generationOf(entry, generation);
  // Also refuses too many parked events before anything is written.
  if (!entry || held?.checkpoint !== expect || !committed(entry, batch)) return 'stale';
  const replacements = writes.map((write) => replacement(held.indexes, write));
  const isWritten = await replaceDocuments(call, name, replacements);
  const change = (now: ProjectionEntry | null) => now && committed(now, batch);
  if (isWritten && (await changeEntry(call, projection, change, entry))) return 'ok';
  const collections = await collectionNames(call);
  await removeForgotten(call, projection, { entry: await readEntry(call, projection), collections });
  return 'stale';
}

/** Removes collections left by a stop while dropping, or by a late commit: those listed before the entry was read. */
export async function removeForgotten(
  call: Call,
  projection: string,
  { entry, collections }: { readonly entry: ProjectionEntry | null; readonly collections: readonly string[] },
): Promise<void> {
  for (const number of usedNumbers(collections, projection)) {
    // A higher one is of an entry that was lost.
    if (number > (entry?.last ?? 0) || generationOf(entry, number)) continue;
    await removeCollection(call, collectionName(projection, number));
  }
}

export async function collectionNames(call: Call): Promise<string[]> {
  const collections = await call((database, maxTimeMS) =>
    database.listCollections({}, { nameOnly: true, maxTimeMS }).toArray(),
  );
  return collections.map(({ name }) => name);
}

/** Numbers of generations that have a collection, known or not. */
export function usedNumbers(collections: readonly string[], projection: string): number[] {
  const prefix = collectionName(projection, 0).slice(0, -1);
  const numbers = collections
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));
  return numbers.filter((number) => /^\d+$/.test(number)).map(Number);
}

/** A missing collection counts as removed. */
export async function removeCollection(call: Call, name: string): Promise<void> {
  await call((database, maxTimeMS) => documentsOf(database, name).drop({ maxTimeMS }));
}
