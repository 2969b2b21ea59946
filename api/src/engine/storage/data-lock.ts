import Database from 'libsql';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../kernel/error-code.js';
import { sqliteAddress } from './sqlite-address.js';
import { storeError } from './sqlite-errors.js';

/** Address of the server that uses a data folder, reported when a second one is started there. */
const ADDRESS_FILE = 'address';

/** Another process holds the data folder. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
  constructor(folder: string) {
    const address = join(folder, ADDRESS_FILE);
    const where = existsSync(address) ? `, at ${readFileSync(address, 'utf8')}` : '';
    super(
      `The data folder ${folder} is in use by another Flip server${where}. Stop it, or choose another folder with FLIP_DATA.`,
    );
  }
}

/** Says in a data folder that we hold where we listen; a full disk does not prevent a start. */
export function noteAddress(folder: string, address: string): void {
  const file = join(folder, ADDRESS_FILE);
  try {
    writeFileSync(file, address);
  } catch {
    // Half an address would mislead.
    rmSync(file, { force: true });
  }
}

/**
 * Locks the data folder, which is created if missing, with an open exclusive transaction on its lock.db: to close it
 * releases the folder, and the operating system does at once when the process dies. @throws DataFolderInUse, StoreUnavailable
 */
export function lockDataFolder(folder: string): { close(): void } {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'lock.db');
  const database = new Database(sqliteAddress(file));
  try {
    // Without a journal file, so that a full disk does not prevent it.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    // Of the server before.
    rmSync(join(folder, ADDRESS_FILE), { force: true });
  } catch (error) {
    database.close();
    if (errorCode(error) === 'SQLITE_BUSY') throw new DataFolderInUse(folder);
    throw storeError(file, error);
  }
  return database;
}
