import { setTimeout as delay } from 'node:timers/promises';
import type { Document, Filter } from 'mongodb';
import { StoreUnavailable } from '../../config/store-unavailable.js';
import { documentsOf, unlessThere, type Ask, type StoredDocument } from '../../config/mongodb-connection.js';
import { originalFields, storedFields, storedString, storedValue } from '../../config/mongodb-document.js';
import { generationOf, pointerTo, type Generation, type ProjectionEntry } from './generation-entry.js';
import type { ParkedEvent, ViewCommit } from '../view-store.port.js';

/** Most parked events of one generation: with more the projection stops, for then it is itself at fault. */
export const PARKED_LIMIT = 5_000;

const COLLECTION = 'projections';
/** Attempts to change an entry that another process changed meanwhile. */
const CHANGE_ATTEMPT_LIMIT = 50;
const LONGEST_PAUSE_MS = 20;

const WHOLE_ENTRY = { _id: 0 };
/** Parked events are long lists that few reads need. */
const WITHOUT_PARKED = { ...WHOLE_ENTRY, 'live.parked': 0, 'building.parked': 0 };

type Change = (entry: ProjectionEntry | null) => ProjectionEntry | null;

/** The entry of a projection; null when none was declared. Parked events are omitted unless requested. */
export async function readEntry(
  ask: Ask,
  projection: string,
  { withParked = false } = {},
): Promise<ProjectionEntry | null> {
  const stored = await ask((database, maxTimeMS) => {
    const filter = { _id: { $eq: storedString(projection) } };
    const options = { projection: withParked ? WHOLE_ENTRY : WITHOUT_PARKED, maxTimeMS };
    return documentsOf(database, COLLECTION).findOne(filter, options);
  });
  return stored && entryOf(stored);
}

/** Applies `change`, again when another process changed the entry meanwhile. Returns the resulting entry. */
export async function changeEntry(
  ask: Ask,
  projection: string,
  change: Change,
): Promise<ProjectionEntry | null> {
  for (let attempt = 0; attempt < CHANGE_ATTEMPT_LIMIT; attempt += 1) {
    const before = await readEntry(ask, projection, { withParked: true });
    const after = change(before);
    if (after === before || after === null) return before;
    if (await replaceEntry(ask, projection, { before, after })) return after;
    await delay(Math.random() * LONGEST_PAUSE_MS);
  }
  throw new StoreUnavailable(`the generations of ${projection} change too fast`);
}

/**
 * The last step of a commit: checkpoint and parked events in one write, if the generation is still in use and at
 * the position that the batch builds on. `read` is the entry as the commit found it, with parked events if it changes any.
 */
export async function moveCheckpoint(
  ask: Ask,
  batch: ViewCommit,
  read: ProjectionEntry | null,
): Promise<boolean> {
  const { projection } = batch;
  let entry = read;
  for (let attempt = 0; attempt < CHANGE_ATTEMPT_LIMIT; attempt += 1) {
    const move = moveOf(entry, batch);
    if (!move) return false;
    const { matchedCount } = await ask((database, maxTimeMS) =>
      documentsOf(database, COLLECTION).updateOne(move.filter, move.update, { maxTimeMS }),
    );
    if (matchedCount === 1) return true;
    entry = await readEntry(ask, projection, { withParked: changesParked(batch) });
  }
  throw new StoreUnavailable(`the generations of ${projection} change too fast`);
}

/** Null for a stale batch. Retrying parked events leaves the checkpoint alone, so it may have moved. */
function moveOf(
  entry: ProjectionEntry | null,
  batch: ViewCommit,
): { readonly filter: Filter<StoredDocument>; readonly update: Document } | null {
  const { projection, generation, expect, next } = batch;
  const pointer = pointerTo(entry, generation);
  const held = generationOf(entry, generation);
  const isParking = changesParked(batch);
  const isMoving = next !== expect || !isParking;
  if (!pointer || !held || (isMoving && held.checkpoint !== expect)) return null;
  const filter = {
    _id: { $eq: storedString(projection) },
    [`${pointer}.generation`]: { $eq: generation },
    [`${pointer}.checkpoint`]: { $eq: storedValue(held.checkpoint) },
    [`${pointer}.parkedRevision`]: { $eq: held.parkedRevision },
  };
  const changed = {
    ...(isMoving && { [`${pointer}.checkpoint`]: storedString(next) }),
    ...(isParking && {
      [`${pointer}.parked`]: storedValue(parkedAfter(held.parked, batch)),
      [`${pointer}.parkedRevision`]: held.parkedRevision + 1,
    }),
  };
  return { filter, update: { $set: changed, $inc: { revision: 1 } } };
}

/** True for a batch that parks events or applies parked ones. */
export function changesParked({ parked, unparked = [] }: ViewCommit): boolean {
  return parked.length > 0 || unparked.length > 0;
}

/** Parked events in order, each position once. @throws Error beyond PARKED_LIMIT */
export function parkedAfter(before: readonly ParkedEvent[], batch: ViewCommit): readonly ParkedEvent[] {
  const parked = new Map([...before, ...batch.parked].map((event) => [event.position, event]));
  for (const position of batch.unparked ?? []) parked.delete(position);
  if (parked.size > PARKED_LIMIT)
    throw new Error(`${batch.projection}: more than ${PARKED_LIMIT} parked events`);
  return [...parked.values()].sort((left, right) => (left.position < right.position ? -1 : 1));
}

async function replaceEntry(
  ask: Ask,
  projection: string,
  { before, after }: { readonly before: ProjectionEntry | null; readonly after: ProjectionEntry },
): Promise<boolean> {
  const _id = storedString(projection);
  return ask(async (database, maxTimeMS) => {
    const entries = documentsOf(database, COLLECTION);
    if (!before) return unlessThere(entries.insertOne({ _id, ...storedFields(after) }, { maxTimeMS }));
    const filter = { _id: { $eq: _id }, revision: { $eq: before.revision } };
    const next = storedFields({ ...after, revision: before.revision + 1 });
    const { matchedCount } = await entries.replaceOne(filter, next, { maxTimeMS });
    return matchedCount === 1;
  });
}

function entryOf(stored: object): ProjectionEntry {
  const entry = originalFields(stored) as ProjectionEntry;
  return { ...entry, live: withParkedList(entry.live), building: withParkedList(entry.building) };
}

/** Empty where parked events were omitted. */
function withParkedList(generation: Partial<Generation> | null): Generation | null {
  return generation && ({ parked: [], ...generation } as Generation);
}
