import type { SqliteDatabase } from '../../storage/sqlite.js';
import type { FollowedPage } from '../event-store.port.js';
import { EVENT_COLUMNS, positionText, storedEvent } from './schema.js';

/** Fewer positions are scanned faster than their streams are found by name. */
const SCANNED_POSITIONS = 10_000;
/** Most events of streams that count as rare. */
const RARE_LIMIT = 1_000;
/** Most events in a page. */
const PAGE_LIMIT = 250;

const POSITIONS = 'SELECT position FROM events WHERE stream > ? AND stream < ?';

/** A part of a log: after one position, up to another. */
interface Part {
  readonly after: number;
  readonly through: number;
}

/**
 * All events of a part in streams that begin with one of `prefixes`, where the log has few of them: found by the names of
 * their streams, so that a log of any length costs the same. Nothing where it has many, or the part is short.
 */
export function* rarePages(
  database: SqliteDatabase,
  part: Part,
  prefixes: readonly string[],
): Generator<FollowedPage> {
  const positions = rarePositions(database, part, prefixes);
  if (positions === null) return;
  for (let first = 0, live = false; !live; first += PAGE_LIMIT) {
    const here = positions.slice(first, first + PAGE_LIMIT);
    live = first + PAGE_LIMIT >= positions.length;
    const sql = `SELECT ${EVENT_COLUMNS} FROM events WHERE position IN (${here.join(',')}) ORDER BY position`;
    const events = database.all(sql, []).map(storedEvent);
    const through = live ? part.through : (here.at(-1) ?? part.through);
    yield { events, through: positionText(through), live };
  }
}

/** Null when there are many, or few to scan. */
function rarePositions(
  database: SqliteDatabase,
  { after, through }: Part,
  prefixes: readonly string[],
): readonly number[] | null {
  if (through - after < SCANNED_POSITIONS || prefixes.length === 0) return null;
  const sql = `${prefixes.map(() => POSITIONS).join(' UNION ALL ')} LIMIT ${RARE_LIMIT + 1}`;
  // Names of streams are printable ASCII.
  const ranges = prefixes.flatMap((prefix) => [prefix, `${prefix}\u007f`]);
  const rows = database.all(sql, ranges);
  if (rows.length > RARE_LIMIT) return null;
  const positions = new Set(rows.map(([position]) => Number(position)));
  return [...positions].filter((one) => one > after && one <= through).sort((one, other) => one - other);
}
