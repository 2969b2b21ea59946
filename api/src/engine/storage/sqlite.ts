import { statSync } from 'node:fs';
import { basename } from 'node:path';
import Database from 'libsql';
import { Outage } from './outage.js';
import { sqliteAddress } from './sqlite-address.js';
import {
  type AsyncConnection,
  type AsyncStatement,
  connect,
  LOCK_WAIT_MS,
  type SqlValue,
  type SqliteConnection,
} from './sqlite-connection.js';
import { DamagedFile, needsRenewal, requireFile, RollbackFailed, storeError } from './sqlite-errors.js';
import { StoreUnavailable } from './store-unavailable.js';

export type { SqlValue, SqliteConnection } from './sqlite-connection.js';

/** Longest wait for readers of the write-ahead log; truncating it is tried again later. */
const TRUNCATE_WAIT_MS = 100;

/** An idle WAL is checkpointed after this long: damage inside it loses everything after. */
const IDLE_MS = 5_000;

/** One that is never idle, because leases are renewed in it, is checkpointed all the same after this long. */
const CHECKPOINT_WITHIN_MS = 60_000;

/** Most jobs that wait for one writer. */
const WRITER_QUEUE_LIMIT = 10_000;

/** One SQLite file with its prepared statements; every call is synchronous. A connection that failed to read is renewed. */
export class SqliteDatabase {
  private database: Database.Database | null;
  private readonly statements = new Map<string, Database.Statement>();
  private readonly outage: Outage;
  /** The last read that met damage: other pages of the file can be sound. */
  private refused: readonly [sql: string, parameters: readonly SqlValue[]] | null = null;
  private isClosed = false;

  /** `pragmas` are set before the first use of the file. A readonly database must exist and is never written. */
  constructor(
    readonly file: string,
    private readonly pragmas: readonly string[],
    readonly readonly = false,
  ) {
    this.outage = new Outage(basename(file));
    if (readonly) requireFile(file);
    this.database = this.connect();
  }

  exec(sql: string): void {
    this.attempt((database) => database.exec(sql));
  }

  /** Rows as arrays of columns. */
  all(sql: string, parameters: readonly SqlValue[]): SqlValue[][] {
    return this.read(sql, parameters, (statement) => statement.all(parameters)) as SqlValue[][];
  }

  first(sql: string, parameters: readonly SqlValue[]): SqlValue[] | undefined {
    return this.read(sql, parameters, (statement) => statement.get(parameters)) as SqlValue[] | undefined;
  }

  /** Tries again what could not be read. @throws StoreUnavailable while the file is damaged there */
  ready(): void {
    try {
      if (this.refused) this.all(...this.refused);
    } catch (error) {
      // Any other error shows that the read itself is obsolete.
      if (error instanceof StoreUnavailable) throw error;
    }
    this.refused = null;
  }

  /** The number of rows changed. */
  run(sql: string, parameters: readonly SqlValue[]): number {
    return this.attempt((database) => this.statement(database, sql).run(parameters)).changes;
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
    if (this.database?.inTransaction) this.exec('ROLLBACK');
  }

  get open(): boolean {
    return !this.isClosed;
  }

  close(): void {
    this.isClosed = true;
    this.disconnect();
  }

  private read<T>(
    sql: string,
    parameters: readonly SqlValue[],
    run: (statement: Database.Statement) => T,
  ): T {
    try {
      return this.attempt((database) => run(this.statement(database, sql)));
    } catch (error) {
      if (error instanceof DamagedFile) this.refused = [sql, parameters];
      throw error;
    }
  }

  private attempt<T>(work: (database: Database.Database) => T): T {
    try {
      const result = work(this.connected());
      this.outage.end();
      return result;
    } catch (error) {
      const failure = storeError(this.file, error);
      if (needsRenewal(error)) {
        this.outage.begin(String(failure));
        this.disconnect();
      }
      throw failure;
    }
  }

  private connected(): Database.Database {
    if (this.isClosed) throw new StoreUnavailable(`${this.file} is closed`);
    if (!this.database) requireFile(this.file);
    return (this.database ??= this.connect());
  }

  private connect(): Database.Database {
    let database: Database.Database | undefined;
    try {
      database = new Database(sqliteAddress(this.file), { timeout: LOCK_WAIT_MS });
      for (const pragma of this.pragmas) database.pragma(pragma);
      // libsql does not keep its own `readonly` option.
      if (this.readonly) database.pragma('query_only = ON');
      return database;
    } catch (error) {
      database?.close();
      throw storeError(this.file, error);
    }
  }

  private disconnect(): void {
    this.statements.clear();
    this.database?.close();
    this.database = null;
  }

  private statement(database: Database.Database, sql: string): Database.Statement {
    const known = this.statements.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    if (statement.reader) statement.raw(true);
    this.statements.set(sql, statement);
    return statement;
  }
}

/**
 * The connection that writes a SQLite file: one job after another, each with or without a transaction. A connection
 * that failed is renewed.
 */
export class SqliteWriter {
  private connection: AsyncConnection | null = null;
  private readonly statements = new Map<string, AsyncStatement>();
  private readonly outage: Outage;
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private isClosed = false;
  private readonly idle: NodeJS.Timeout;
  /** When the first write since the last checkpoint came; a kill can have left older ones. */
  private unmovedSinceMs: number | null = -Infinity;

  /**
   * The file must exist; `pragmas` are set before the first job. Its WAL is checkpointed after a pause of `idleMs`, and under
   * constant writes soon after `withinMs`.
   */
  constructor(
    readonly file: string,
    private readonly pragmas: readonly string[],
    private readonly pace: { readonly idleMs?: number; readonly withinMs?: number } = {},
  ) {
    this.idle = setTimeout(() => void this.checkpoint(), pace.idleMs ?? IDLE_MS).unref();
    this.outage = new Outage(`writing ${basename(file)}`);
  }

  /** True when the last write failed. */
  get isFailing(): boolean {
    return this.outage.lasts;
  }

  /** Waits for the writes before it; after a failed one, another shows whether the file takes writes again. */
  async ready(): Promise<void> {
    await this.last;
    if (!this.isFailing) return;
    await this.work(async ({ exec }) => {
      const version = (await this.statement('SELECT user_version FROM pragma_user_version')).get([])?.[0];
      await exec(`PRAGMA user_version = ${String(version)}`);
    });
  }

  /** Waits for its turn. A transaction that the work leaves open when it throws is undone. */
  work<T>(work: (connection: SqliteConnection) => Promise<T>): Promise<T> {
    if (this.isClosed) return Promise.reject(new StoreUnavailable(`${this.file} is closed`));
    if (this.waiting >= WRITER_QUEUE_LIMIT) {
      return Promise.reject(new StoreUnavailable(`too many writes of ${this.file} wait`));
    }
    this.waiting += 1;
    this.unmovedSinceMs ??= performance.now();
    const { withinMs = CHECKPOINT_WITHIN_MS } = this.pace;
    if (performance.now() - this.unmovedSinceMs < withinMs) this.idle.refresh();
    const result = this.last.then(() => this.attempt(work)).finally(() => (this.waiting -= 1));
    // A checkpoint that succeeds does not show that the file takes writes: only a write ends an outage.
    const end = () => this.outage.end();
    this.last = result.then(end, () => undefined);
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
    clearTimeout(this.idle);
    await this.checkpoint();
    this.disconnect();
  }

  /** After the jobs that wait. A reader may hold the log back, a disk may fail: later writes and the end try again. */
  async checkpoint(): Promise<void> {
    this.unmovedSinceMs = null;
    const done = this.last.then(() => this.isEmptied || this.attempt(({ truncateLog }) => truncateLog()));
    this.last = done.catch(() => undefined);
    await this.last;
  }

  private get isEmptied(): boolean {
    return (statSync(`${this.file}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0;
  }

  private async attempt<T>(work: (connection: SqliteConnection) => Promise<T>): Promise<T> {
    try {
      this.connection ??= await connect(this.file, this.pragmas);
      return await work(this.own);
    } catch (error) {
      const failure = storeError(this.file, error);
      if (failure instanceof StoreUnavailable) this.outage.begin(String(failure));
      try {
        if (this.connection?.inTransaction) await this.connection.exec('ROLLBACK');
      } catch (cause) {
        this.disconnect();
        throw new RollbackFailed(String(cause), { cause });
      }
      if (needsRenewal(error)) this.disconnect();
      throw failure;
    }
  }

  private disconnect(): void {
    this.statements.clear();
    this.connection?.close();
    this.connection = null;
  }

  private get opened(): AsyncConnection {
    if (!this.connection) throw new StoreUnavailable(`${this.file} is not open`);
    return this.connection;
  }

  private readonly own: SqliteConnection = {
    exec: (sql) => this.opened.exec(sql),
    run: async (sql, parameters) => (await this.statement(sql)).run(parameters).changes,
    totalChanges: async () => Number((await this.statement('SELECT total_changes()')).get([])?.[0]),
    truncateLog: async () => {
      await this.opened.exec(
        `PRAGMA busy_timeout = ${TRUNCATE_WAIT_MS}; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA busy_timeout = ${LOCK_WAIT_MS}`,
      );
      return this.isEmptied;
    },
  };

  private async statement(sql: string): Promise<AsyncStatement> {
    const known = this.statements.get(sql);
    if (known) return known;
    const statement = await this.opened.prepare(sql);
    if (sql.startsWith('SELECT')) statement.raw();
    this.statements.set(sql, statement);
    return statement;
  }
}

/** Runs `work` at once; an exception rejects the promise. */
export function answer<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(work());
  });
}
