import type { Position } from '../../event-sourcing/event.js';
import { declaredIndex, isEnough, type TableIndex } from './view-declaration.js';
import type { Generations, ParkedEvent, ViewCommit, ViewDeclaration } from './view-store.port.js';

/** Most parked events of one generation: with more the projection stops, for then it is itself at fault. */
const PARKED_LIMIT = 5_000;

/** One generation as it began, and its progress. */
export interface Generation {
  readonly generation: number;
  readonly version: number;
  readonly indexes: readonly TableIndex[];
  readonly checkpoint: Position | null;
  readonly parked: readonly ParkedEvent[];
}

/** The state of a projection's generations in one document, so that it changes atomically. */
export interface ProjectionEntry {
  /** Counts the changes of the entry, where it is replaced by comparing. */
  readonly revision: number;
  /** The highest generation number ever used. */
  readonly last: number;
  /** The one that readers see. */
  readonly live: Generation | null;
  /** The one that is catching up. */
  readonly building: Generation | null;
  /** Superseded generations with documents that are not yet removed. */
  readonly left: readonly Generation[];
}

/** The entry of a projection that has no generation yet. `last` may nevertheless be in use. */
export function emptyEntry(last: number): ProjectionEntry {
  return { revision: 0, last, live: null, building: null, left: [] };
}

/** The entry after a declaration; the same one when nothing new is needed. */
export function declared(entry: ProjectionEntry, declaration: ViewDeclaration): ProjectionEntry {
  const newest = entry.building ?? entry.live;
  return newest && isEnough(newest, declaration) ? entry : begun(entry, declaration);
}

/** The entry with a new generation being built, which supersedes one that was being built. */
export function begun(entry: ProjectionEntry, declaration: ViewDeclaration): ProjectionEntry {
  const { version, indexes } = declaration;
  const { building, left } = entry;
  const generation = entry.last + 1;
  return {
    ...entry,
    last: generation,
    building: {
      generation,
      version,
      indexes: indexes.map(declaredIndex),
      checkpoint: null,
      parked: [],
    },
    left: withLeft(left, building),
  };
}

/** The entry with the live pointer moved. @throws Error for a generation that is not being built */
export function promoted(entry: ProjectionEntry, generation: number): ProjectionEntry {
  const { live, building, left } = entry;
  if (live?.generation === generation) return entry;
  if (building?.generation !== generation) throw new Error(`generation ${generation} is not being built`);
  return { ...entry, live: building, building: null, left: withLeft(left, live) };
}

/** The entry without a generation. @throws Error for one that is live or building */
export function dropped(entry: ProjectionEntry, generation: number): ProjectionEntry {
  const { live, building, left } = entry;
  if (live?.generation === generation || building?.generation === generation) {
    throw new Error(`generation ${generation} is in use`);
  }
  if (!left.some((one) => one.generation === generation)) return entry;
  return { ...entry, left: left.filter((one) => one.generation !== generation) };
}

/** The entry with the checkpoint and parked events of a batch; null for a stale one. @throws Error beyond PARKED_LIMIT */
export function committed(entry: ProjectionEntry, batch: ViewCommit): ProjectionEntry | null {
  const { generation, expect, next } = batch;
  const pointer = entry.live?.generation === generation ? 'live' : 'building';
  const held = entry[pointer];
  // Applying parked events leaves the checkpoint alone, so another process may have moved it.
  const isMoving = next !== expect;
  if (held?.generation !== generation || (isMoving && held.checkpoint !== expect)) return null;
  const checkpoint = isMoving ? next : held.checkpoint;
  return { ...entry, [pointer]: { ...held, checkpoint, parked: parkedAfter(held.parked, batch) } };
}

/** In order, each position once. */
function parkedAfter(before: readonly ParkedEvent[], batch: ViewCommit): readonly ParkedEvent[] {
  const parked = new Map([...before, ...batch.parked].map((event) => [event.position, event]));
  for (const position of batch.unparked ?? []) parked.delete(position);
  if (parked.size > PARKED_LIMIT)
    throw new Error(`${batch.projection}: more than ${PARKED_LIMIT} parked events`);
  return [...parked.values()].sort((left, right) => (left.position < right.position ? -1 : 1));
}

/** A generation by its number; null once it was dropped. */
export function generationOf(entry: ProjectionEntry | null, generation: number): Generation | null {
  return generationsIn(entry).find((one) => one.generation === generation) ?? null;
}

/** All that have documents. */
export function generationsIn(entry: ProjectionEntry | null): readonly Generation[] {
  return entry ? [entry.live, entry.building, ...entry.left].filter((one) => one !== null) : [];
}

/** Which ones readers see and writers fill. */
export function pointersOf(entry: ProjectionEntry | null): Generations {
  return { live: entry?.live?.generation ?? null, building: entry?.building?.generation ?? null };
}

/** Its parked events are not needed. */
function withLeft(left: readonly Generation[], generation: Generation | null): readonly Generation[] {
  return generation ? [...left, { ...generation, parked: [] }] : left;
}
