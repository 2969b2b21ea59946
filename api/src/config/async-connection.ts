import AsyncDatabase from 'libsql/promise';
import { EMBEDDED_LOCK_WAIT_MS, storeError } from './embedded-database.js';

/** A connection whose work is done on libsql's thread, not on the event loop. */
export interface AsyncConnection {
  readonly inTransaction: boolean;
  exec(sql: string): Promise<void>;
  close(): void;
}

/** Opens the file, which is made when it is missing. @throws StoreUnavailable */
export async function openAsyncConnection(
  file: string,
  pragmas: readonly string[],
): Promise<AsyncConnection> {
  try {
    const options = { timeout: EMBEDDED_LOCK_WAIT_MS };
    const connection = new AsyncDatabase(file, options) as unknown as AsyncConnection;
    for (const pragma of pragmas) await connection.exec(`PRAGMA ${pragma}`);
    return connection;
  } catch (error) {
    throw storeError(error);
  }
}
