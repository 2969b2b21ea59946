import { setTimeout } from 'node:timers/promises';
import type { BackgroundDatabase } from '../../config/background-database.js';
import type { EmbeddedDatabase } from '../../config/embedded-database.js';
import type { GenerationCatalogue } from './generation-catalogue.js';

/** Rows of one transaction: commits of other generations get their turn in between, and the log stays short. */
const PIECE_ROWS = 5_000;

/** How often, and after what pause, the log is cut again while another process reads it. */
const TRUNCATE_ATTEMPT_LIMIT = 20;
const TRUNCATE_PAUSE_MS = 250;

const KEY_COLUMNS = `SELECT group_concat(name, ', ') FROM
  (SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk)`;
const OWN_INDEXES = `SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL`;

/** Removes what is left of dropped generations: afterwards nothing of their documents is in the store's files. */
export async function emptyDroppedTables(
  catalogue: GenerationCatalogue,
  reads: EmbeddedDatabase,
  writes: BackgroundDatabase,
): Promise<void> {
  const names = catalogue.droppedTables();
  for (const name of names) {
    for (const [index] of reads.all(OWN_INDEXES, [name])) {
      await writes.transaction(({ exec }) => exec(`DROP INDEX IF EXISTS "${String(index)}"`));
    }
    const isThere = () => catalogue.droppedTables().includes(name);
    const key = String(reads.first(KEY_COLUMNS, [name])?.[0]);
    while ((await removePiece(writes, { name, key, isThere })) === PIECE_ROWS);
    await writes.transaction(({ exec }) => exec(`DROP TABLE IF EXISTS "${name}"`));
  }
  if (names.length === 0) return;
  for (let attempt = 0; attempt < TRUNCATE_ATTEMPT_LIMIT; attempt += 1) {
    if (await writes.work(({ truncateLog }) => truncateLog())) return;
    await setTimeout(TRUNCATE_PAUSE_MS);
  }
}

interface DroppedTable {
  readonly name: string;
  readonly key: string;
  /** False once another process has removed it. */
  readonly isThere: () => boolean;
}

/** In the order the rows lie in, so that each page is gone through once. Answers how many rows it removed. */
function removePiece(writes: BackgroundDatabase, { name, key, isThere }: DroppedTable): Promise<number> {
  return writes.transaction(async ({ exec, totalChanges }) => {
    if (!isThere()) return 0;
    const before = await totalChanges();
    await exec(`DELETE FROM "${name}" WHERE (${key}) <=
      (SELECT ${key} FROM "${name}" ORDER BY ${key} LIMIT 1 OFFSET ${PIECE_ROWS - 1})`);
    return (await totalChanges()) - before;
  });
}
