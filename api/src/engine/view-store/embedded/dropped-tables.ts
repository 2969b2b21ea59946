import { emptyLog } from '../../storage/shredded.js';
import type { SqliteDatabase, SqliteWriter } from '../../storage/sqlite.js';
import type { GenerationCatalogue } from './generation-catalogue.js';

/** Rows per transaction, so that commits of other generations can run and the write-ahead log stays short. */
const PIECE_ROWS = 5_000;

const OWN_INDEXES = `SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL`;

/** Removes dropped generations: afterwards no trace of their documents is in the store's files. */
export async function emptyDroppedTables(
  catalogue: GenerationCatalogue,
  reads: SqliteDatabase,
  writes: SqliteWriter,
): Promise<void> {
  const names = catalogue.droppedTables();
  for (const name of names) {
    for (const [index] of reads.all(OWN_INDEXES, [name])) {
      await writes.transaction(({ exec }) => exec(`DROP INDEX IF EXISTS "${String(index)}"`));
    }
    const isThere = () => catalogue.droppedTables().includes(name);
    while ((await removePiece(writes, name, isThere)) === PIECE_ROWS);
    await writes.transaction(({ exec }) => exec(`DROP TABLE IF EXISTS "${name}"`));
  }
  if (names.length > 0) await emptyLog(writes);
}

/** Returns the number of rows removed. `isThere` is false once another process has removed the table. */
function removePiece(writes: SqliteWriter, name: string, isThere: () => boolean): Promise<number> {
  return writes.transaction(async ({ exec, totalChanges }) => {
    if (!isThere()) return 0;
    const before = await totalChanges();
    await exec(
      `DELETE FROM "${name}" WHERE rowid IN (SELECT rowid FROM "${name}" ORDER BY rowid LIMIT ${PIECE_ROWS})`,
    );
    return (await totalChanges()) - before;
  });
}
