import AsyncDatabase from 'libsql/promise';
import { sqliteAddress } from './sqlite-address.js';
import { requireFile } from './sqlite-errors.js';

/** A column's value or a parameter. A boolean would abort the process inside libsql: never bind one. */
export type SqlValue = string | bigint | number | null;

/** Longest wait for another process's lock on the file. */
export const LOCK_WAIT_MS = 5_000;

/** The parts of libsql's asynchronous connection in use: `exec` runs on a separate thread. */
export interface AsyncConnection {
  readonly inTransaction: boolean;
  exec(sql: string): Promise<void>;
  prepare(sql: string): Promise<AsyncStatement>;
  close(): void;
}

export interface AsyncStatement {
  raw(): AsyncStatement;
  get(parameters: readonly SqlValue[]): SqlValue[] | undefined;
  run(parameters: readonly SqlValue[]): { readonly changes: number };
}

/** Opens a file that exists; `pragmas` are set before its first use. @throws StoreUnavailable when it is away */
export async function connect(file: string, pragmas: readonly string[]): Promise<AsyncConnection> {
  requireFile(file);
  const opened = new AsyncDatabase(sqliteAddress(file), {
    timeout: LOCK_WAIT_MS,
  }) as unknown as AsyncConnection;
  try {
    await opened.exec(pragmas.map((pragma) => `PRAGMA ${pragma};`).join(''));
    return opened;
  } catch (error) {
    opened.close();
    throw error;
  }
}
