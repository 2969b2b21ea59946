import AsyncDatabase from 'libsql/promise';
import { sqliteAddress } from './sqlite-address.js';
import { requireFile } from './sqlite-errors.js';

/** A column's value or a parameter. A boolean would abort the process inside libsql: never bind one. */
export type SqlValue = string | bigint | number | null;

/** Longest wait for another process's lock on the file. */
export const LOCK_WAIT_MS = 5_000;

/** The writer's connection, while a job has it to itself. */
export interface SqliteConnection {
  /** Statements as text, run on another thread: locks, syncs and long work do not block the event loop. */
  readonly exec: (sql: string) => Promise<void>;
  /** One short statement with bound values, run at once. Returns the number of rows changed. */
  readonly run: (sql: string, parameters: readonly SqlValue[]) => Promise<number>;
  /** The number of rows changed by this connection so far. */
  readonly totalChanges: () => Promise<number>;
  /** Moves the whole write-ahead log into the file and empties it. False while a reader needs it. */
  readonly truncateLog: () => Promise<boolean>;
}

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
