import type { Position } from '../../../event-sourcing/event.js';
import type { SqlValue } from '../../storage/sqlite.js';
import { sqlText } from '../../storage/stored-text.js';
import { BEGINNING, type StoredEvent } from '../event-store.port.js';

/** Write-ahead log, with a sync before every commit is acknowledged. */
export const EVENT_PRAGMAS = [
  'journal_mode = WAL',
  'synchronous = FULL',
  'cache_size = -32768',
  'wal_autocheckpoint = 16000',
];

/**
 * Format of the embedded stores' files, kept as `user_version` in the header of the log's file, where it can be read
 * without opening the database. Raise it when a folder of the previous format cannot be used.
 */
export const DATA_FORMAT = 3;
export const FORMAT_PRAGMA = `user_version = ${DATA_FORMAT}`;

export const EVENT_SCHEMA = `CREATE TABLE IF NOT EXISTS events (
  position INTEGER PRIMARY KEY,
  stream TEXT NOT NULL,
  revision INTEGER NOT NULL,
  id TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  data TEXT NOT NULL,
  metadata TEXT NOT NULL,
  chain TEXT NOT NULL,
  UNIQUE (stream, revision)
) STRICT;`;

export const EVENT_INSERT =
  'INSERT INTO events (position, stream, revision, id, type, data, metadata, chain) VALUES';

/** A row for EVENT_INSERT as SQL text, so that the insert runs on libsql's thread and not on the event loop. */
export function eventRow(values: readonly (string | number)[]): string {
  return `(${values.map((value) => (typeof value === 'number' ? value : sqlText(value))).join(',')})`;
}

/** Columns of an event in the order that storedEvent reads them. */
export const EVENT_COLUMNS = 'position, stream, revision, id, type, data, metadata';

/** Every digit a position may need, so that text order is number order. */
const POSITION_DIGITS = 20;

/** 1 → '00000000000000000001'; 0 is before the first event. */
export function positionText(position: number): Position {
  return position === 0 ? BEGINNING : String(position).padStart(POSITION_DIGITS, '0');
}

/** @throws TypeError when the text is not a position of this store */
export function positionNumber(position: Position): number {
  if (position === BEGINNING) return 0;
  const number = /^\d{20}$/.test(position) ? Number(position) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw new TypeError(`Not a position of the event log: ${position}`);
  return number;
}

/** A row of EVENT_COLUMNS as the port delivers it. */
export function storedEvent(row: readonly SqlValue[]): StoredEvent {
  return {
    id: String(row[3]),
    type: String(row[4]),
    stream: String(row[1]),
    revision: BigInt(row[2] as number),
    position: positionText(Number(row[0])),
    data: parsed(String(row[5])),
    metadata: parsed(String(row[6])),
  };
}

/** The JSON value of a stored text, or the text itself when it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
