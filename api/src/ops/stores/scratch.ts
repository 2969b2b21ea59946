import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { SqliteDatabase } from '../../engine/storage/sqlite.js';

/**
 * Most of the file that is kept in memory: 64 MiB. What changes a document comes within minutes, and is then written once.
 */
const CACHE_PRAGMA = 'cache_size = -65536';

/** Gives `work` a database in a file that loses its name at once, so that nothing of it remains however the process ends. */
export async function withScratch<Result>(
  folder: string,
  schema: string,
  work: (scratch: SqliteDatabase) => Promise<Result>,
): Promise<Result> {
  const file = join(folder, `verify-${randomUUID()}.db`);
  const scratch = new SqliteDatabase(file, ['journal_mode = OFF', 'synchronous = OFF', CACHE_PRAGMA]);
  try {
    scratch.exec(schema);
    rmSync(file);
    // One transaction that nothing ends: pages are written when the cache is full.
    scratch.exec('BEGIN');
    return await work(scratch);
  } finally {
    scratch.close();
  }
}
