import Database from 'libsql';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from './error-code.js';

/** Another process holds the data folder. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
  constructor(folder: string) {
    super(
      `The data folder ${folder} is in use by another Flip server. Stop it, or choose another folder with FLIP_DATA.`,
    );
  }
}

/** Exclusive access to the data folder; the operating system releases it at once when the process dies. */
export interface DataLock {
  release(): void;
}

/**
 * Locks the data folder, which is created if missing, with an open exclusive transaction on its lock.db.
 * @throws DataFolderInUse
 */
export function lockDataFolder(folder: string): DataLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const database = new Database(join(folder, 'lock.db'));
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (errorCode(error) === 'SQLITE_BUSY') throw new DataFolderInUse(folder);
    throw error;
  }
  return {
    release() {
      if (!database.open) return;
      database.exec('ROLLBACK');
      database.close();
    },
  };
}
