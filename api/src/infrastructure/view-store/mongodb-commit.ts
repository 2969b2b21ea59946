import { documentsOf, type Ask } from '../mongodb-connection.js';
import { generationOf, pointerTo } from './generation-entry.js';
import { changesParked, moveCheckpoint, parkedAfter, readEntry } from './mongodb-catalogue.js';
import { collectionName, replaceDocuments, replacement } from './mongodb-documents.js';
import { checkBatch } from './view-commit.js';
import type { ViewCommit } from './view-store.port.js';

/**
 * Documents first, in one bulkWrite, each only where it was read; then the checkpoint, only where the batch builds on.
 * Whoever meets documents of a batch that stopped in between folds again and finds their events done.
 */
export async function commitBatch(ask: Ask, batch: ViewCommit): Promise<'ok' | 'stale'> {
  checkBatch(batch);
  const { projection, generation, expect, writes } = batch;
  const name = collectionName(projection, generation);
  const entry = await readEntry(ask, projection, { withParked: changesParked(batch) });
  const held = generationOf(entry, generation);
  if (!held || !pointerTo(entry, generation) || held.checkpoint !== expect) return 'stale';
  // Refuses too many parked events before anything is written.
  parkedAfter(held.parked, batch);
  const replacements = writes.map((write) => replacement(held.indexes, write));
  const isWritten = await replaceDocuments(ask, name, replacements);
  if (isWritten && (await moveCheckpoint(ask, batch, entry))) return 'ok';
  await removeIfForgotten(ask, projection, generation);
  return 'stale';
}

/** What a stop while dropping, or a commit that came too late, left behind. */
export async function removeForgotten(ask: Ask, projection: string): Promise<void> {
  const entry = await readEntry(ask, projection);
  const prefix = collectionName(projection, 0).slice(0, -1);
  const collections = await ask((database, maxTimeMS) =>
    database.listCollections({}, { nameOnly: true, maxTimeMS }).toArray(),
  );
  for (const { name } of collections) {
    const number = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    if (!/^\d+$/.test(number) || Number(number) > (entry?.last ?? 0)) continue;
    if (!generationOf(entry, Number(number))) await removeCollection(ask, name);
  }
}

async function removeIfForgotten(ask: Ask, projection: string, generation: number): Promise<void> {
  const entry = await readEntry(ask, projection);
  if (entry && !generationOf(entry, generation)) {
    await removeCollection(ask, collectionName(projection, generation));
  }
}

/** One that is not there is as good as removed. */
export async function removeCollection(ask: Ask, name: string): Promise<void> {
  await ask((database, maxTimeMS) => documentsOf(database, name).drop({ maxTimeMS }));
}
