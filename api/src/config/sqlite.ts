import { existsSync, statSync } from 'node:fs';
import Database from 'libsql';
import AsyncDatabase from 'libsql/promise';
import { StoreUnavailable } from './store-unavailable.js';

/** A column's value or a parameter. A boolean would abort the process inside libsql: never bind one. */
export type SqlValue = string | bigint | number | null;

/** Longest wait for another process's lock on the file. */
const LOCK_WAIT_MS = 5_000;

/** Longest wait for readers of the write-ahead log; truncating it is tried again later. */
const TRUNCATE_WAIT_MS = 100;

/** Most jobs that wait for one writer. */
const WRITER_QUEUE_LIMIT = 10_000;

const UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|IOERR|FULL|CANTOPEN|READONLY|NOMEM|INTERRUPT|PROTOCOL)/;
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/;

/** The content of a file is not what SQLite wrote. A failing disk looks the same while it is read. */
export class DamagedFile extends StoreUnavailable {}

/** One SQLite file with its prepared statements; every call is synchronous. */
export class SqliteDatabase {
  private readonly database: Database.Database;
  private readonly statements = new Map<string, Database.Statement>();

  /** `pragmas` are set before the first use of the file. A readonly database must exist and is never written. */
  constructor(
    readonly file: string,
    pragmas: readonly string[],
    readonly readonly = false,
  ) {
    if (readonly && !existsSync(file)) throw new StoreUnavailable(`${file} does not exist`);
    this.database = attempt(file, () => new Database(file, { timeout: LOCK_WAIT_MS }));
    attempt(file, () => {
      for (const pragma of pragmas) this.database.pragma(pragma);
      // libsql does not keep its own `readonly` option.
      if (readonly) this.database.pragma('query_only = ON');
    });
  }

  exec(sql: string): void {
    this.refuseClosed();
    attempt(this.file, () => this.database.exec(sql));
  }

  /** Rows as arrays of columns. */
  all(sql: string, parameters: readonly SqlValue[]): SqlValue[][] {
    return attempt(this.file, () => this.statement(sql).all(parameters)) as SqlValue[][];
  }

  first(sql: string, parameters: readonly SqlValue[]): SqlValue[] | undefined {
    return attempt(this.file, () => this.statement(sql).get(parameters)) as SqlValue[] | undefined;
  }

  /** The number of rows changed. */
  run(sql: string, parameters: readonly SqlValue[]): number {
    return attempt(this.file, () => this.statement(sql).run(parameters)).changes;
  }

  /** One transaction that holds the write lock from its start; a throw inside, or at its commit, undoes all of it. */
  transaction<T>(work: () => T): T {
    this.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.exec('COMMIT');
      return result;
    } catch (error) {
      this.rollBack();
      throw error;
    }
  }

  /** Undoes an open transaction; SQLite may have undone it already. */
  rollBack(): void {
    if (this.database.open && this.database.inTransaction) this.exec('ROLLBACK');
  }

  get open(): boolean {
    return this.database.open;
  }

  close(): void {
    if (!this.database.open) return;
    this.statements.clear();
    this.database.close();
  }

  private refuseClosed(): void {
    if (!this.database.open) throw new StoreUnavailable(`${this.file} is closed`);
  }

  private statement(sql: string): Database.Statement {
    this.refuseClosed();
    const known = this.statements.get(sql);
    if (known) return known;
    const statement = this.database.prepare(sql);
    if (statement.reader) statement.raw(true);
    this.statements.set(sql, statement);
    return statement;
  }
}

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

/** A transaction could not be undone: the state of the connection is unknown. */
export class RollbackFailed extends StoreUnavailable {}

/** The connection that writes a SQLite file: one job after another, each with or without a transaction. */
export class SqliteWriter {
  private readonly connection: AsyncConnection;
  private readonly statements = new Map<string, AsyncStatement>();
  /** Rejects for good when the connection could not be set up: without its pragmas it must not write. */
  private readonly opened: Promise<void>;
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private isClosed = false;

  /** The file must exist; `pragmas` are set before the first job. */
  constructor(
    readonly file: string,
    pragmas: readonly string[],
  ) {
    this.connection = attempt(
      file,
      () => new AsyncDatabase(file, { timeout: LOCK_WAIT_MS }) as unknown as AsyncConnection,
    );
    this.opened = this.connection.exec(pragmas.map((pragma) => `PRAGMA ${pragma};`).join(''));
    // Each job reports it.
    this.opened.catch(() => undefined);
  }

  /** Waits for its turn. A transaction that the work leaves open when it throws is undone. */
  work<T>(work: (connection: SqliteConnection) => Promise<T>): Promise<T> {
    if (this.isClosed) return Promise.reject(new StoreUnavailable(`${this.file} is closed`));
    if (this.waiting >= WRITER_QUEUE_LIMIT) {
      return Promise.reject(new StoreUnavailable(`too many writes of ${this.file} wait`));
    }
    this.waiting += 1;
    const result = this.last.then(() => this.attempt(work)).finally(() => (this.waiting -= 1));
    this.last = result.catch(() => undefined);
    return result;
  }

  /** All or nothing; holds the write lock from before `work` reads anything. */
  transaction<T>(work: (connection: SqliteConnection) => T | Promise<T>): Promise<T> {
    return this.work(async (connection) => {
      await connection.exec('BEGIN IMMEDIATE');
      const result = await work(connection);
      await connection.exec('COMMIT');
      return result;
    });
  }

  /** Pending work is done first; later work is refused. */
  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    await this.last;
    await this.opened.catch(() => undefined);
    this.statements.clear();
    this.connection.close();
  }

  private async attempt<T>(work: (connection: SqliteConnection) => Promise<T>): Promise<T> {
    try {
      await this.opened;
      return await work(this.own);
    } catch (error) {
      await this.rollBack();
      throw storeError(this.file, error);
    }
  }

  private async rollBack(): Promise<void> {
    try {
      if (this.connection.inTransaction) await this.connection.exec('ROLLBACK');
    } catch (error) {
      throw new RollbackFailed(String(error), { cause: error });
    }
  }

  private readonly own: SqliteConnection = {
    exec: (sql) => this.connection.exec(sql),
    run: async (sql, parameters) => (await this.statement(sql)).run(parameters).changes,
    totalChanges: async () => Number((await this.statement('SELECT total_changes()')).get([])?.[0]),
    truncateLog: async () => {
      await this.connection.exec(
        `PRAGMA busy_timeout = ${TRUNCATE_WAIT_MS}; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA busy_timeout = ${LOCK_WAIT_MS}`,
      );
      return (statSync(`${this.file}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0;
    },
  };

  private async statement(sql: string): Promise<AsyncStatement> {
    const known = this.statements.get(sql);
    if (known) return known;
    const statement = await this.connection.prepare(sql);
    if (sql.startsWith('SELECT')) statement.raw();
    this.statements.set(sql, statement);
    return statement;
  }
}

/** The parts of libsql's asynchronous connection in use: `exec` runs on a separate thread. */
interface AsyncConnection {
  readonly inTransaction: boolean;
  exec(sql: string): Promise<void>;
  prepare(sql: string): Promise<AsyncStatement>;
  close(): void;
}

interface AsyncStatement {
  raw(): AsyncStatement;
  get(parameters: readonly SqlValue[]): SqlValue[] | undefined;
  run(parameters: readonly SqlValue[]): { readonly changes: number };
}

/** Runs `work` at once; an exception rejects the promise. */
export function answer<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(work());
  });
}

function attempt<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storeError(file, error);
  }
}

/** Names the file. One that cannot serve now is StoreUnavailable; any other error stays what it is. */
function storeError(file: string, error: unknown): unknown {
  // The driver's errors are not always instances of this realm's Error.
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  if (typeof message !== 'string' || error instanceof StoreUnavailable) return error;
  const text = `${file}: ${message}`;
  if (DAMAGED.test(String(code))) return new DamagedFile(text, { cause: error });
  if (UNAVAILABLE.test(String(code)) || message.startsWith('ConnectionFailed'))
    return new StoreUnavailable(text, { cause: error });
  if (String(code).startsWith('SQLITE_')) (error as Error).message = text;
  return error;
}
