import type { SqliteConnection, SqliteWriter } from '../../storage/sqlite.js';
import { committed, generationOf } from '../generation-entry.js';
import { replaceEntry, tableOf, type GenerationCatalogue } from './generation-catalogue.js';
import type { GenerationTable } from './generation-table.js';
import { checkBatch } from '../view-declaration.js';
import type { ViewCommit } from '../view-store.port.js';

/**
 * All of it, or nothing and 'stale'. The rows are written on another thread than the event loop's.
 * @throws Error for a batch that no runner may build, or a document that an index of the table cannot take
 */
export function commitToTable(
  writes: SqliteWriter,
  catalogue: GenerationCatalogue,
  batch: ViewCommit,
): Promise<'ok' | 'stale'> {
  checkBatch(batch);
  const { projection, generation, expect } = batch;
  return writes.work(async (connection) => {
    await connection.exec('BEGIN IMMEDIATE');
    // This is the only writer from here on.
    const before = catalogue.entry(projection);
    const after = before && committed(before, batch);
    const held = generationOf(before, generation);
    const isExpected = after && held?.checkpoint === expect;
    if (!isExpected || !(await writeDocuments(connection, tableOf(projection, held), batch))) {
      await connection.exec('ROLLBACK');
      return 'stale';
    }
    await replaceEntry(connection, projection, { before, after });
    await connection.exec('COMMIT');
    return 'ok';
  });
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
