import { setTimeout as pause } from 'node:timers/promises';
import type { SqliteWriter } from './sqlite.js';
import { StoreUnavailable } from './store-unavailable.js';

/** Attempts to empty the write-ahead log while another process reads it, and the pause between them. */
const ATTEMPT_LIMIT = 20;
const PAUSE_MS = 250;

/** Moves the write-ahead log into the file. False while readers of another process have held it back for seconds. */
export async function emptyLog(writes: SqliteWriter): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    if (await writes.work(({ truncateLog }) => truncateLog())) return true;
    if (attempt === ATTEMPT_LIMIT) return false;
    await pause(PAUSE_MS);
  }
}

/**
 * Rewrites the file: no trace of removed or replaced data is left in it or in its write-ahead log. It needs as much
 * space again as the file has, on another thread. @throws StoreUnavailable while readers of another process hold the log back
 */
export async function shred(writes: SqliteWriter): Promise<void> {
  await writes.work(({ exec }) => exec('VACUUM'));
  if (!(await emptyLog(writes)))
    throw new StoreUnavailable(`${writes.file} is being read by another process`);
}
