import { setTimeout as delay } from 'node:timers/promises';
import { StoreUnavailable } from '../../config/store-unavailable.js';
import { documentsOf, unlessThere, type Call } from '../../config/mongodb-connection.js';
import { originalFields, storedFields, storedString } from '../../config/mongodb-document.js';
import type { ProjectionEntry } from '../generation-entry.js';

const COLLECTION = 'projections';
/** Attempts to change an entry that another process changed meanwhile. */
const CHANGE_ATTEMPT_LIMIT = 50;
const LONGEST_PAUSE_MS = 20;

type Change = (entry: ProjectionEntry | null) => ProjectionEntry | null;

/** The entry of a projection; null when none was declared. */
export async function readEntry(call: Call, projection: string): Promise<ProjectionEntry | null> {
  const stored = await call((database, maxTimeMS) => {
    const filter = { _id: { $eq: storedString(projection) } };
    return documentsOf(database, COLLECTION).findOne(filter, { projection: { _id: 0 }, maxTimeMS });
  });
  return stored && (originalFields(stored) as ProjectionEntry);
}

/**
 * Applies `change`, again when another process changed the entry meanwhile: first to the one that was `read`, if any.
 * Returns what `change` made of it.
 */
// oxlint-disable-next-line max-params -- the address of an entry is two of them
export async function changeEntry(
  call: Call,
  projection: string,
  change: Change,
  read?: ProjectionEntry,
): Promise<ProjectionEntry | null> {
  for (let attempt = 0; attempt < CHANGE_ATTEMPT_LIMIT; attempt += 1) {
    const before = (attempt === 0 && read) || (await readEntry(call, projection));
    const after = change(before);
    if (after === before || after === null) return after;
    if (await replaceEntry(call, projection, { before, after })) return after;
    await delay(Math.random() * LONGEST_PAUSE_MS);
  }
  throw new StoreUnavailable(`the generations of ${projection} change too fast`);
}

async function replaceEntry(
  call: Call,
  projection: string,
  { before, after }: { readonly before: ProjectionEntry | null; readonly after: ProjectionEntry },
): Promise<boolean> {
  const _id = storedString(projection);
  return call(async (database, maxTimeMS) => {
    const entries = documentsOf(database, COLLECTION);
    if (!before) return unlessThere(entries.insertOne({ _id, ...storedFields(after) }, { maxTimeMS }));
    const filter = { _id: { $eq: _id }, revision: { $eq: before.revision } };
    const next = storedFields({ ...after, revision: before.revision + 1 });
    const { matchedCount } = await entries.replaceOne(filter, next, { maxTimeMS });
    return matchedCount === 1;
  });
}
