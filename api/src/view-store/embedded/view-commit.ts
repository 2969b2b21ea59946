import type { Position } from '../../event-sourcing/event.js';
import type { BackgroundConnection, BackgroundDatabase } from '../../config/background-database.js';
import { storedText } from '../../config/stored-text.js';
import type { GenerationTable } from './generation-table.js';
import type { TableRow } from './table-row.js';
import { VIEW_COMMIT_LIMIT, type ParkedEvent, type ViewCommit } from '../view-store.port.js';

/** A commit with its rows made: what a table's generation takes in one transaction. */
export interface TableCommit {
  readonly projection: string;
  readonly generation: number;
  readonly table: GenerationTable;
  readonly expect: Position | null;
  readonly next: Position;
  readonly rows: readonly TableRow[];
  readonly parked: readonly ParkedEvent[];
  readonly unparked: readonly Position[];
}

/** Moves the checkpoint only in a generation that is read or built, and only from where the batch builds on. */
const MOVE_CHECKPOINT = `UPDATE generations SET checkpoint = ?3 WHERE projection = ?1 AND generation = ?2
  AND checkpoint IS ?4 AND EXISTS (SELECT 1 FROM projections WHERE name = ?1 AND (live = ?2 OR building = ?2))`;
const PARK = 'INSERT OR REPLACE INTO parked VALUES (?, ?, ?, ?, ?, ?)';
const UNPARK = 'DELETE FROM parked WHERE projection = ? AND generation = ? AND position = ?';

/** @throws Error for a batch that no runner may make */
export function checkBatch({ projection, expect, next, writes }: ViewCommit): void {
  if (writes.length > VIEW_COMMIT_LIMIT)
    throw new Error(`${projection}: more than ${VIEW_COMMIT_LIMIT} writes`);
  if (new Set(writes.map(({ id }) => id)).size < writes.length) {
    throw new Error(`${projection}: a batch writes each document once`);
  }
  if (expect !== null && next < expect) throw new Error(`${projection}: a checkpoint never goes back`);
}

/** @throws Error for a batch that no runner may make, or a document that an index of the table cannot take */
export function tableCommit(table: GenerationTable, batch: ViewCommit): TableCommit {
  const { projection, generation, expect, next, writes, parked, unparked = [] } = batch;
  checkBatch(batch);
  const rows = writes.map((write) => table.row(write));
  return { projection, generation, table, expect, next, rows, parked, unparked };
}

/** What becomes of the rows of a commit: statements, and how many rows they change when nobody else was there. */
export interface RowChange {
  readonly statements: Iterable<string>;
  readonly changes: number;
}

/** All of it, or nothing and 'stale'. */
export function commitToTable(writes: BackgroundDatabase, commit: TableCommit): Promise<'ok' | 'stale'> {
  const { table, rows } = commit;
  return commitRows(writes, commit, () => ({ statements: table.writes(rows), changes: rows.length }));
}

/**
 * All of it, or nothing and 'stale'. The rows are written on another thread than the event loop's. `change` is asked
 * once nobody else can write; null = stale.
 */
export function commitRows(
  writes: BackgroundDatabase,
  commit: TableCommit,
  change: () => RowChange | null,
): Promise<'ok' | 'stale'> {
  return writes.work(async (connection) => {
    await connection.exec('BEGIN IMMEDIATE');
    if (!(await changed(connection, commit, change()))) {
      await connection.exec('ROLLBACK');
      return 'stale';
    }
    await connection.exec('COMMIT');
    return 'ok';
  });
}

/** False when another process was faster. */
async function changed(
  connection: BackgroundConnection,
  commit: TableCommit,
  change: RowChange | null,
): Promise<boolean> {
  const { projection, generation, expect, next } = commit;
  const checkpoints = [storedText(next), expect === null ? null : storedText(expect)];
  const moved = await connection.run(MOVE_CHECKPOINT, [projection, generation, ...checkpoints]);
  if (!change || moved !== 1) return false;
  const before = await connection.totalChanges();
  for (const statement of change.statements) await connection.exec(statement);
  if ((await connection.totalChanges()) - before !== change.changes) return false;
  for (const { position, stream, key, reason } of commit.parked) {
    const columns = [position, stream, key, reason].map(storedText);
    await connection.run(PARK, [projection, generation, ...columns]);
  }
  for (const position of commit.unparked) {
    await connection.run(UNPARK, [projection, generation, storedText(position)]);
  }
  return true;
}
