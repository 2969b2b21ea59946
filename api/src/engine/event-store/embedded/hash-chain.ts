import { setImmediate as nextTurn } from 'node:timers/promises';
import { keyIdIn, type Mac } from '../../vault/mac.js';
import type { SqliteDatabase, SqlValue } from '../../storage/sqlite.js';
import type { Position } from '../../../event-sourcing/event.js';
import { EVENT_COLUMNS, positionText } from './schema.js';

/** Events hashed in one turn of the event loop. */
const CHECK_PAGE_LIMIT = 1_000;
/** Newest events checked at every start, in addition to everything after the anchor. */
export const TAIL_CHECK_LIMIT = 1_000;

const COLUMN_COUNT = EVENT_COLUMNS.split(',').length;
const CHAIN = 'SELECT chain FROM events WHERE position = ?';
const PAGE = `SELECT ${EVENT_COLUMNS}, chain FROM events WHERE position > ? ORDER BY position LIMIT ${CHECK_PAGE_LIMIT}`;

/** The file of the log, and the MAC that chains its events. */
export interface ChainedLog {
  readonly database: SqliteDatabase;
  readonly mac: Mac;
}

/** Position of the last event, and the MAC over the whole log. */
export interface Tail {
  readonly position: number;
  readonly chain: string;
}

/** Before the first event. */
export const CHAIN_START = '';

/** MAC over the event, in the order of EVENT_COLUMNS, and the MAC before it, and so over all earlier events. */
export function chainMac(mac: Mac, previous: string, row: readonly SqlValue[]): string {
  return mac.of(chainText(previous, row));
}

/** The lengths separate the fields. */
function chainText(previous: string, row: readonly SqlValue[]): string {
  const [position = '', stream = '', revision = '', ...others] = row.slice(0, COLUMN_COUNT).map(String);
  const texts = [stream, ...others];
  const lengths = texts.map(({ length }) => length).join(',');
  return `${previous}|${position}|${revision}|${lengths}|${texts.join('')}`;
}

/** The log was changed: nothing after `lastGood` can be trusted. */
export class DamagedLog extends Error {
  override readonly name = 'DamagedLog';
  /** `lastGood` is null when the damage is in another file than the log. */
  constructor(
    file: string,
    reason: string,
    readonly lastGood: Position | null,
  ) {
    const through = lastGood === null ? '' : `. Last good position: ${lastGood || 'none'}`;
    super(`${file} is damaged: ${reason}${through}`);
  }
}

/** One step of a verification of the whole chain; `damage` is set on the last step when something is wrong. */
export interface ChainProgress {
  readonly events: number;
  readonly total: number;
  readonly through: Position;
  readonly damage: DamagedLog | null;
}

/** Position and MAC of the last event. */
export function readTail(database: SqliteDatabase): Tail {
  const row = database.first('SELECT position, chain FROM events ORDER BY position DESC LIMIT 1', []);
  return row ? { position: Number(row[0]), chain: String(row[1]) } : { position: 0, chain: CHAIN_START };
}

/** Checks every event after `start`; the last step reports damage, also what the anchor shows. */
export async function* verifyChain(
  { database, mac }: ChainedLog,
  start: number,
  anchor: Tail | null,
): AsyncGenerator<ChainProgress> {
  const total = readTail(database).position - start;
  let trusted: Tail = { position: start, chain: chainAt(database, start) ?? '' };
  for (;;) {
    const rows = database.all(PAGE, [trusted.position]);
    const good = longestGoodRun(mac, trusted, rows);
    trusted = good.at(-1) ?? trusted;
    const changed = good.length < rows.length ? changedAfter(database, trusted) : null;
    const isLast = changed !== null || rows.length < CHECK_PAGE_LIMIT;
    yield {
      events: trusted.position - start,
      total,
      through: positionText(trusted.position),
      damage: isLast ? (changed ?? anchorDamage(database, anchor)) : null,
    };
    if (isLast) return;
    await nextTurn();
  }
}

/**
 * Compares the end of the log with its anchor and its own chain.
 * @throws DamagedLog naming the last position that can be trusted
 */
export async function checkedEnd(log: ChainedLog, anchor: Tail | null): Promise<Tail> {
  const { database } = log;
  const tail = readTail(database);
  requireAnchor(database, anchor);
  const recent = Math.max(0, tail.position - TAIL_CHECK_LIMIT);
  // A log that disagrees with its anchor is checked from its beginning, to find the first wrong event.
  const start = anchorDamage(database, anchor) ? 0 : Math.min(anchor?.position ?? 0, recent);
  for await (const { damage } of verifyChain(log, start, anchor)) if (damage) throw damage;
  return tail;
}

/** @throws DamagedLog when a log with events has no anchor: every log has one before its first event */
export function requireAnchor(database: SqliteDatabase, anchor: Tail | null): void {
  if (!anchor && readTail(database).position > 0)
    throw new DamagedLog(`${database.file}.anchor`, 'it is missing, so the log may have lost its end', null);
}

/** Damage that the anchor shows, null when the log agrees with it. */
function anchorDamage(database: SqliteDatabase, anchor: Tail | null): DamagedLog | null {
  if (!anchor || chainAt(database, anchor.position) === anchor.chain) return null;
  const { position } = readTail(database);
  return anchor.position > position
    ? new DamagedLog(database.file, 'its last events are missing', positionText(position))
    : new DamagedLog(database.file, 'it is not the log that its anchor was written for', positionText(0));
}

function longestGoodRun(mac: Mac, trusted: Tail, rows: readonly (readonly SqlValue[])[]): Tail[] {
  const good: Tail[] = [];
  let last = trusted;
  for (const row of rows) {
    const position = Number(row[0]);
    const chain = String(row.at(-1));
    const isNext = position === last.position + 1 && keyNumber(chain) >= keyNumber(last.chain);
    if (!isNext || !mac.isOf(chain, chainText(last.chain, row))) return good;
    last = { position, chain };
    good.push(last);
  }
  return good;
}

/** Keys are numbered: after a rotation, a holder of only an earlier key cannot continue the chain. */
const keyNumber = (chain: string): number => Number(keyIdIn(chain));

function changedAfter({ file }: SqliteDatabase, trusted: Tail): DamagedLog {
  const next = positionText(trusted.position + 1);
  return new DamagedLog(file, `event ${next} is not what was written`, positionText(trusted.position));
}

function chainAt(database: SqliteDatabase, position: number): string | null {
  if (position === 0) return CHAIN_START;
  const row = database.first(CHAIN, [position]);
  return row ? String(row[0]) : null;
}
