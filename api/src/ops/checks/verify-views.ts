import type { SqliteDatabase } from '../../engine/storage/sqlite.js';
import { StoreUnavailable } from '../../engine/storage/store-unavailable.js';
import { originalText, storedText } from '../../engine/storage/stored-text.js';
import type { Position, RecordedEvent } from '../../event-sourcing/event.js';
import type { AnyProjection } from '../../event-sourcing/projection.js';
import type { LogEntry } from '../../engine/event-store/codec.js';
import type { EncryptedEventLog } from '../../engine/event-store/encrypted-event-log.js';
import { BEGINNING } from '../../engine/event-store/event-store.port.js';
import { ProgressMeter, type Progress } from '../../engine/subscriptions/progress-meter.js';
import { pagesUntilNow } from './log-pages.js';
import { withScratch } from '../stores/scratch.js';
import type { ViewStore } from '../../engine/view-store/view-store.port.js';

/** Most faults listed in a report; all of them are counted. */
const FAULTS_LIMIT = 100;

/**
 * `missing`: the log has events of the document, the view does not have it · `behind`: the document lacks an event at or
 * below the checkpoint · `differs`: its content is not the fold of its events · `unexpected`: it comes from no event ·
 * `unreadable`: an event could not be folded and is not parked · `ahead`: the view has processed events that the log
 * does not have.
 */
type FaultKind = 'missing' | 'behind' | 'differs' | 'unexpected' | 'unreadable' | 'ahead';

interface ViewFault {
  readonly kind: FaultKind;
  /** The document; for an unreadable event its stream, for a view its name. */
  readonly id: string;
  readonly position: Position;
}

/** The result of verifying one view. */
export interface ViewReport {
  readonly events: number;
  readonly documents: number;
  /** Parked events; their absence is not a fault of the view. */
  readonly parked: number;
  readonly faultCount: number;
  /** The first of them. */
  readonly faults: readonly ViewFault[];
}

export interface VerifiedStores {
  readonly log: EncryptedEventLog;
  readonly views: ViewStore;
  /** Place for a file with the view's documents and their refold; it has no name there, so a kill leaves none. */
  readonly scratchFolder: string;
}

/** Every document as the view has it and as its events make it: JSON texts with the position of the last event. */
const SCHEMA = `CREATE TABLE documents (
    id TEXT PRIMARY KEY, viewed_at TEXT, viewed TEXT, folded_at TEXT, folded TEXT
  ) WITHOUT ROWID;
  CREATE TABLE faults (kind TEXT, id TEXT, position TEXT);`;
const ADD_VIEWED = 'INSERT INTO documents (id, viewed_at, viewed) VALUES (?, ?, ?)';
const READ = 'SELECT viewed_at, folded FROM documents WHERE id = ?';
const PUT_FOLDED = `INSERT INTO documents (id, folded_at, folded) VALUES (?, ?, ?)
  ON CONFLICT DO UPDATE SET folded_at = excluded.folded_at, folded = excluded.folded`;
const ADD_FAULT = 'INSERT INTO faults VALUES (?, ?, ?)';
const ADD_DIFFERENCES = `INSERT INTO faults SELECT
  CASE WHEN viewed_at IS NULL THEN 'missing' WHEN folded_at IS NULL THEN 'unexpected'
    WHEN viewed_at < folded_at THEN 'behind' ELSE 'differs' END,
  id, ifnull(folded_at, viewed_at)
  FROM documents WHERE viewed_at IS NOT folded_at OR viewed IS NOT folded ORDER BY id`;
const COUNTS = 'SELECT (SELECT count(viewed_at) FROM documents), (SELECT count(*) FROM faults)';
const FIRST_FAULTS = `SELECT kind, id, position FROM faults ORDER BY rowid LIMIT ${FAULTS_LIMIT}`;

/**
 * Copies the live generation, then refolds the log and compares each document with the fold of its events up to the
 * document's position. A server may keep projecting. Memory stays bounded: both are in a scratch file. Deliberately does
 * not use the runners' fold, which is what it checks.
 * @returns null when the view is not built yet
 */
export async function verifyView(
  { log, views, scratchFolder }: VerifiedStores,
  projection: AnyProjection,
  progress?: Progress,
): Promise<ViewReport | null> {
  const { name, prefixes } = projection;
  const { live } = await views.generations(name);
  if (live === null) return null;
  const checkpoint = (await views.checkpoint(name, live)) ?? BEGINNING;
  const parked = new Set((await views.parked(name, live)).map(({ position }) => position));
  return withScratch(scratchFolder, SCHEMA, async (scratch) => {
    for await (const { id, document, position } of views.scan(name, live))
      scratch.run(ADD_VIEWED, [storedText(id), position, JSON.stringify(document)]);
    const head = await log.head();
    if (checkpoint > head) scratch.run(ADD_FAULT, ['ahead', name, checkpoint]);
    const meter = new ProgressMeter(progress);
    for await (const { events, through } of pagesUntilNow(log, { after: BEGINNING, prefixes })) {
      for (const entry of events)
        if (!parked.has(entry.stored.position)) foldEntry(entry, { projection, scratch, checkpoint });
      meter.passed(events.length, through, head);
    }
    meter.end();
    return { events: meter.events, parked: parked.size, ...compared(scratch) };
  });
}

interface Refold {
  readonly projection: AnyProjection;
  readonly scratch: SqliteDatabase;
  readonly checkpoint: Position;
}

function foldEntry(entry: LogEntry, refold: Refold): void {
  try {
    if (!('event' in entry)) throw new Error(entry.undecodable);
    foldEvent(entry.event, refold);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    const { stream, position } = entry.stored;
    if (position <= refold.checkpoint)
      refold.scratch.run(ADD_FAULT, ['unreadable', storedText(stream), position]);
  }
}

/** Events beyond the checkpoint count only as far as the document has them. */
function foldEvent(event: RecordedEvent, { projection, scratch, checkpoint }: Refold): void {
  const { position } = event;
  for (const key of new Set(projection.keys(event))) {
    const id = storedText(key);
    const [viewedAt, folded = null] = scratch.first(READ, [id]) ?? [];
    if (position > checkpoint && position > String(viewedAt ?? BEGINNING)) continue;
    const document = projection.evolve(JSON.parse(String(folded)) as object | null, event, key);
    if (document || folded !== null) scratch.run(PUT_FOLDED, [id, position, JSON.stringify(document)]);
  }
}

function compared(scratch: SqliteDatabase): Pick<ViewReport, 'documents' | 'faultCount' | 'faults'> {
  scratch.run(ADD_DIFFERENCES, []);
  const [documents = 0, faultCount = 0] = (scratch.first(COUNTS, []) ?? []).map(Number);
  const faults = scratch.all(FIRST_FAULTS, []).map(([kind, id, position]) => ({
    kind: kind as FaultKind,
    id: originalText(String(id)),
    position: String(position),
  }));
  return { documents, faultCount, faults };
}
