import type { SqliteConnection, SqliteWriter } from '../../config/sqlite.js';
import { storedText } from '../../config/stored-text.js';
import type { GenerationTable } from './generation-table.js';
import { checkBatch } from '../view-declaration.js';
import type { ViewCommit } from '../view-store.port.js';

/** Moves the checkpoint only in a generation that is live or building, and only from where the batch builds on. */
const MOVE_CHECKPOINT = `UPDATE generations SET checkpoint = ?3 WHERE projection = ?1 AND generation = ?2
  AND checkpoint IS ?4 AND EXISTS (SELECT 1 FROM projections WHERE name = ?1 AND (live = ?2 OR building = ?2))`;
const PARK = 'INSERT OR REPLACE INTO parked VALUES (?, ?, ?, ?, ?, ?)';
const UNPARK = 'DELETE FROM parked WHERE projection = ? AND generation = ? AND position = ?';

/**
 * All of it, or nothing and 'stale'. The rows are written on another thread than the event loop's.
 * @throws Error for a batch that no runner may build, or a document that an index of the table cannot take
 */
export async function commitToTable(
  writes: SqliteWriter,
  table: GenerationTable,
  batch: ViewCommit,
): Promise<'ok' | 'stale'> {
  checkBatch(batch);
  return writes.work(async (connection) => {
    await connection.exec('BEGIN IMMEDIATE');
    const isApplied =
      (await moveCheckpoint(connection, batch)) && (await writeDocuments(connection, table, batch));
    if (!isApplied) {
      await connection.exec('ROLLBACK');
      return 'stale';
    }
    await moveParked(connection, batch);
    await connection.exec('COMMIT');
    return 'ok';
  });
}

/** False when the generation is at another checkpoint or neither live nor building. */
async function moveCheckpoint(
  connection: SqliteConnection,
  { projection, generation, expect, next }: ViewCommit,
): Promise<boolean> {
  const checkpoints = [storedText(next), expect === null ? null : storedText(expect)];
  return (await connection.run(MOVE_CHECKPOINT, [projection, generation, ...checkpoints])) === 1;
}

/** False when a document is at another position than it was read at. */
async function writeDocuments(
  connection: SqliteConnection,
  table: GenerationTable,
  { writes }: ViewCommit,
): Promise<boolean> {
  const before = await connection.totalChanges();
  for (const statement of table.writes(writes)) await connection.exec(statement);
  return (await connection.totalChanges()) - before === writes.length;
}

async function moveParked(
  connection: SqliteConnection,
  { projection, generation, parked, unparked = [] }: ViewCommit,
): Promise<void> {
  for (const { position, stream, key, reason } of parked) {
    const columns = [position, stream, key, reason].map(storedText);
    await connection.run(PARK, [projection, generation, ...columns]);
  }
  for (const position of unparked) {
    await connection.run(UNPARK, [projection, generation, storedText(position)]);
  }
}
