import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EmbeddedDatabase, SqlValue } from '../../config/embedded-database.js';
import { CHAIN_START, chainHash, DamagedLog, type ChainProgress, type Tail } from './chain.js';
import { EVENT_COLUMNS, positionText, readTail } from './schema.js';

/** Events that are hashed between two turns of the event loop. */
const CHECK_PAGE_LIMIT = 1_000;
/** Newest events that are checked at every start, beside everything after the anchor. */
export const TAIL_CHECK_LIMIT = 1_000;

const CHAIN = 'SELECT chain FROM events WHERE position = ?';
const PAGE = `SELECT ${EVENT_COLUMNS}, chain FROM events WHERE position > ? ORDER BY position LIMIT ${CHECK_PAGE_LIMIT}`;

/** Hashes every event after `start` again; the last step tells of damage. */
export async function* verifyChain(database: EmbeddedDatabase, start: number): AsyncGenerator<ChainProgress> {
  const total = readTail(database).position - start;
  let trusted: Tail = { position: start, chain: chainAt(database, start) ?? '' };
  for (;;) {
    const rows = database.all(PAGE, [trusted.position]);
    const good = longestGoodRun(trusted, rows);
    trusted = good.at(-1) ?? trusted;
    const damaged = good.length < rows.length;
    yield {
      events: trusted.position - start,
      total,
      through: positionText(trusted.position),
      damage: damaged ? changedAfter(trusted) : null,
    };
    if (damaged || rows.length < CHECK_PAGE_LIMIT) return;
    await nextTurn();
  }
}

/**
 * Holds the log's end against its anchor and its own chain.
 * @throws DamagedLog naming the last position that can be trusted
 */
export async function checkedEnd(database: EmbeddedDatabase, anchor: Tail | null): Promise<Tail> {
  const tail = readTail(database);
  const apart = anchorDamage(database, anchor);
  const recent = Math.max(0, tail.position - TAIL_CHECK_LIMIT);
  // What does not agree with its anchor is searched from the beginning for the place where it went wrong.
  const start = apart ? 0 : Math.min(anchor?.position ?? 0, recent);
  for await (const { damage } of verifyChain(database, start)) if (damage) throw damage;
  if (apart) throw apart;
  return tail;
}

/** What the anchor says against the log, null when they agree. */
export function anchorDamage(database: EmbeddedDatabase, anchor: Tail | null): DamagedLog | null {
  if (!anchor || chainAt(database, anchor.position) === anchor.chain) return null;
  const { position } = readTail(database);
  return anchor.position > position
    ? new DamagedLog('its last events are missing', positionText(position))
    : new DamagedLog('it is not the log that its anchor was written for', positionText(0));
}

function longestGoodRun(trusted: Tail, rows: readonly (readonly SqlValue[])[]): Tail[] {
  const good: Tail[] = [];
  let last = trusted;
  for (const row of rows) {
    const position = Number(row[0]);
    const chain = chainOf(last.chain, row);
    if (position !== last.position + 1 || chain !== row[7]) return good;
    last = { position, chain };
    good.push(last);
  }
  return good;
}

function chainOf(previous: string, row: readonly SqlValue[]): string {
  const [position, stream, revision, id, type, data, metadata] = row;
  return chainHash(previous, {
    position: Number(position),
    stream: String(stream),
    revision: Number(revision),
    id: String(id),
    type: String(type),
    data: String(data),
    metadata: String(metadata),
  });
}

function changedAfter(trusted: Tail): DamagedLog {
  const next = positionText(trusted.position + 1);
  return new DamagedLog(`event ${next} is not what was written`, positionText(trusted.position));
}

function chainAt(database: EmbeddedDatabase, position: number): string | null {
  if (position === 0) return CHAIN_START;
  const row = database.first(CHAIN, [position]);
  return row ? String(row[0]) : null;
}
