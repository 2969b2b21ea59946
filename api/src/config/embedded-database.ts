import { existsSync } from 'node:fs';
import Database from 'libsql';
import { StoreUnavailable } from './store-unavailable.js';

/** What a column gives and a parameter takes. A boolean would abort the process inside libsql: never bind one. */
export type SqlValue = string | bigint | number | null;

/** Longest wait for another process's lock on the file. */
export const EMBEDDED_LOCK_WAIT_MS = 5_000;

/** Longest wait for readers of the write-ahead log before it is cut another time. */
const TRUNCATE_WAIT_MS = 50;

const REFUSALS_OF_THE_FILE = /^SQLITE_(BUSY|LOCKED|IOERR|FULL|CANTOPEN|READONLY|NOMEM|INTERRUPT|PROTOCOL)/;

/** The store's word for what SQLite threw: a file that cannot serve now is StoreUnavailable, all else stays as it is. */
export function storeError(error: unknown): unknown {
  // The driver's errors are no instances of this realm's Error everywhere.
  const { code = '', message = '' } = Object(error) as { code?: unknown; message?: unknown };
  const text = String(message);
  if (!REFUSALS_OF_THE_FILE.test(String(code)) && !text.startsWith('ConnectionFailed')) return error;
  return new StoreUnavailable(text, { cause: error });
}

/** Does the work at once; what it throws is the promise's rejection. */
export function answer<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(work());
  });
}

/** One SQLite file in WAL mode with its prepared statements; every call is synchronous. */
export class EmbeddedDatabase {
  private readonly database: Database.Database;
  private readonly statements = new Map<string, Database.Statement>();

  /** `pragmas` are set before the first use of the file. A readonly database must exist and is never written. */
  constructor(
    readonly file: string,
    pragmas: readonly string[],
    readonly readonly = false,
  ) {
    if (readonly && !existsSync(file)) throw new StoreUnavailable(`${file} does not exist`);
    this.database = attempt(() => new Database(file, { timeout: EMBEDDED_LOCK_WAIT_MS }));
    attempt(() => {
      for (const pragma of pragmas) this.database.pragma(pragma);
      // libsql does not keep its own `readonly` option.
      if (readonly) this.database.pragma('query_only = ON');
    });
  }

  exec(sql: string): void {
    this.refuseClosed();
    attempt(() => this.database.exec(sql));
  }

  /** Rows as arrays of columns. */
  all(sql: string, parameters: readonly SqlValue[]): SqlValue[][] {
    return attempt(() => this.statement(sql).all(parameters)) as SqlValue[][];
  }

  first(sql: string, parameters: readonly SqlValue[]): SqlValue[] | undefined {
    return attempt(() => this.statement(sql).get(parameters)) as SqlValue[] | undefined;
  }

  /** The number of rows changed. */
  run(sql: string, parameters: readonly SqlValue[]): number {
    return attempt(() => this.statement(sql).run(parameters)).changes;
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

  /** Undoes what is open of a transaction; SQLite may have undone it already. */
  rollBack(): void {
    if (this.database.open && this.database.inTransaction) this.exec('ROLLBACK');
  }

  /** Moves the whole write-ahead log into the file and cuts it to nothing. False while a reader holds on to it. */
  truncateLog(): boolean {
    this.refuseClosed();
    return attempt(() => {
      this.database.pragma(`busy_timeout = ${TRUNCATE_WAIT_MS}`);
      const [row] = this.database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
      this.database.pragma(`busy_timeout = ${EMBEDDED_LOCK_WAIT_MS}`);
      return row?.busy === 0;
    });
  }

  /** Statements of tables that are gone need not be kept. */
  forgetStatements(): void {
    this.statements.clear();
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

function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storeError(error);
  }
}
