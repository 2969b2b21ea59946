import { statSync } from 'node:fs';
import AsyncDatabase from 'libsql/promise';
import { EMBEDDED_LOCK_WAIT_MS, storeError, type SqlValue } from './embedded-database.js';
import { StoreUnavailable } from './store-unavailable.js';

/** Most pieces of work that wait for their turn. */
export const BACKGROUND_QUEUE_LIMIT = 10_000;

/** Longest wait for readers of the write-ahead log before it is cut another time. */
const TRUNCATE_WAIT_MS = 100;

/** The parts of libsql's asynchronous connection that are used: `exec` works on a thread of its own. */
interface Connection {
  readonly inTransaction: boolean;
  exec(sql: string): Promise<void>;
  prepare(sql: string): Promise<Statement>;
  close(): void;
}

interface Statement {
  raw(): Statement;
  get(parameters: readonly SqlValue[]): SqlValue[] | undefined;
  run(parameters: readonly SqlValue[]): { readonly changes: number };
}

/** What a piece of work may do while the connection is its own. */
export interface BackgroundConnection {
  /** Statements as text, done on another thread: locks, syncs and long work do not hold the event loop. */
  readonly exec: (sql: string) => Promise<void>;
  /** One short statement with bound values, done at once. Answers the number of rows changed. */
  readonly run: (sql: string, parameters: readonly SqlValue[]) => Promise<number>;
  /** The number of rows that this connection ever changed. */
  readonly totalChanges: () => Promise<number>;
  /** Moves the whole write-ahead log into the file and cuts it to nothing. False while a reader holds on to it. */
  readonly truncateLog: () => Promise<boolean>;
}

/** The one connection that writes a SQLite file: one piece of work after another, each in a transaction if it likes. */
export class BackgroundDatabase {
  private readonly connection: Connection;
  private readonly statements = new Map<string, Statement>();
  /** Fails for good when the connection could not be set up: without its pragmas it must not write. */
  private readonly opened: Promise<void>;
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private isClosed = false;

  /** The file must exist; `pragmas` are set before the first work. */
  constructor(
    readonly file: string,
    pragmas: readonly string[],
  ) {
    try {
      this.connection = new AsyncDatabase(file, { timeout: EMBEDDED_LOCK_WAIT_MS }) as unknown as Connection;
    } catch (error) {
      throw storeError(error);
    }
    this.opened = this.connection.exec(pragmas.map((pragma) => `PRAGMA ${pragma};`).join(''));
    // Whoever works is told.
    this.opened.catch(() => undefined);
  }

  /** Waits for its turn. What is left of a transaction when the work throws is undone. */
  work<T>(work: (connection: BackgroundConnection) => Promise<T>): Promise<T> {
    if (this.isClosed) return Promise.reject(new StoreUnavailable(`${this.file} is closed`));
    if (this.waiting >= BACKGROUND_QUEUE_LIMIT) {
      return Promise.reject(new StoreUnavailable(`too many writes of ${this.file} wait`));
    }
    this.waiting += 1;
    const result = this.last.then(() => this.attempt(work)).finally(() => (this.waiting -= 1));
    this.last = result.catch(() => undefined);
    return result;
  }

  /** All or nothing; holds the write lock from before `work` looks at anything. */
  transaction<T>(work: (connection: BackgroundConnection) => T | Promise<T>): Promise<T> {
    return this.work(async (connection) => {
      await connection.exec('BEGIN IMMEDIATE');
      const result = await work(connection);
      await connection.exec('COMMIT');
      return result;
    });
  }

  /** Work that waits is done first; later work is refused. */
  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    await this.last;
    await this.opened.catch(() => undefined);
    this.statements.clear();
    this.connection.close();
  }

  private async attempt<T>(work: (connection: BackgroundConnection) => Promise<T>): Promise<T> {
    try {
      await this.opened;
      return await work(this.own);
    } catch (error) {
      if (this.connection.inTransaction) await this.connection.exec('ROLLBACK');
      throw storeError(error);
    }
  }

  private readonly own: BackgroundConnection = {
    exec: (sql) => this.connection.exec(sql),
    run: async (sql, parameters) => (await this.statement(sql)).run(parameters).changes,
    totalChanges: async () => Number((await this.statement('SELECT total_changes()')).get([])?.[0]),
    truncateLog: async () => {
      await this.connection.exec(
        `PRAGMA busy_timeout = ${TRUNCATE_WAIT_MS}; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA busy_timeout = ${EMBEDDED_LOCK_WAIT_MS}`,
      );
      return (statSync(`${this.file}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0;
    },
  };

  private async statement(sql: string): Promise<Statement> {
    const known = this.statements.get(sql);
    if (known) return known;
    const statement = await this.connection.prepare(sql);
    if (sql.startsWith('SELECT')) statement.raw();
    this.statements.set(sql, statement);
    return statement;
  }
}
