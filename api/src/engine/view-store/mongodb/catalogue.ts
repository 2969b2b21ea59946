import { setTimeout as delay } from 'node:timers/promises';
import { StoreUnavailable } from '../../storage/store-unavailable.js';
import type { Call } from '../../storage/mongodb-connection.js';
import { compareAndSet, findById } from '../../storage/mongodb-documents.js';
import { originalFields, storedFields } from '../../storage/mongodb-document.js';
import type { Generation, ProjectionEntry } from '../generation-entry.js';
import type { ParkedEvent } from '../view-store.port.js';

const COLLECTION = 'projections';
/** Attempts to change an entry that other processes change concurrently. */
const CHANGE_ATTEMPT_LIMIT = 50;
const LONGEST_PAUSE_MS = 20;

type Change = (entry: ProjectionEntry | null) => ProjectionEntry | null;

/** The entry of a projection; null when none was declared. */
export async function readEntry(call: Call, projection: string): Promise<ProjectionEntry | null> {
  const stored = await findById(call, COLLECTION, projection);
  if (!stored) return null;
  const { _id, ...fields } = stored;
  const entry = originalFields(fields) as ProjectionEntry;
  return { ...entry, live: withKeys(entry.live), building: withKeys(entry.building) };
}

/** Parked events named a single `key` before an event could affect several documents. */
function withKeys(held: Generation | null): Generation | null {
  const keysOf = (event: ParkedEvent & { readonly key?: string }) =>
    event.key === undefined ? event : { ...event, keys: [event.key] };
  return held && { ...held, parked: held.parked.map(keysOf) };
}

/**
 * Applies `change`, again when another process changed the entry first: first to the one that was `read`, if any.
 * Returns what `change` made of it.
 */
// oxlint-disable-next-line flip/max-params -- the address of an entry is two of them
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
    const document = storedFields({ ...after, revision: before ? before.revision + 1 : 0 });
    const expected = before && { revision: { $eq: before.revision } };
    if (await compareAndSet(call, COLLECTION, { id: projection, expected, document })) return after;
    await delay(Math.random() * LONGEST_PAUSE_MS);
  }
  throw new StoreUnavailable(`the generations of ${projection} change too fast`);
}
