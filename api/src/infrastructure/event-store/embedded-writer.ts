import AsyncDatabase from 'libsql/promise';
import { setTimeout as sleep } from 'node:timers/promises';
import { storeError } from '../embedded-database.js';
import { errorCode } from '../error-code.js';
import { AppendQueue, type EventText, type WaitingAppend } from './append-queue.js';
import { CHAIN_START, chainHash, type Tail } from './chain.js';
import { EVENT_PRAGMAS, EVENT_SCHEMA, positionText } from './embedded-schema.js';
import { OutcomeUnknown, RevisionConflict, StoreUnavailable, type Appended } from './event-store.port.js';

/** Streams whose revision is remembered between groups. */
export const REVISION_CACHE_LIMIT = 50_000;
/** Longest wait for another process's transaction, asked again every few milliseconds. */
const LOCK_WAIT_MS = 3_000;
const LOCK_RETRY_MS = 5;

/** The part of libsql's asynchronous connection that is used; statements run at once, `exec` on another thread. */
interface Connection {
  readonly inTransaction: boolean;
  prepare(sql: string): Promise<Statement>;
  exec(sql: string): Promise<void>;
  close(): void;
}
interface Statement {
  run(...parameters: (string | number)[]): void;
  get(...parameters: (string | number)[]): Record<string, unknown> | undefined;
}

const SQL = {
  begin: 'BEGIN IMMEDIATE',
  version: 'PRAGMA data_version',
  tail: 'SELECT position, chain FROM events ORDER BY position DESC LIMIT 1',
  revision: 'SELECT revision FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1',
  place: 'SELECT id, position FROM events WHERE stream = ? AND revision = ?',
  insert:
    'INSERT INTO events (position, stream, revision, id, type, data, metadata, chain) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  undo: 'DELETE FROM events WHERE position >= ?',
} as const;
type Statements = Readonly<Record<keyof typeof SQL, Statement>>;

/** Told of the log's new end after every group, and of a failed sync, after which nothing is accepted any more. */
export interface WriterListener {
  committed(tail: Tail): void;
  failed(error: Error): void;
}

/**
 * The one writer of the log: a transaction a group, whose commit runs on another thread. No append is answered
 * before it is durable.
 */
export class EmbeddedWriter {
  private readonly queue = new AppendQueue((group) => this.commit(group));
  private readonly revisions = new Map<string, number>();
  private tail: Tail = { position: 0, chain: CHAIN_START };
  private version: unknown = null;
  private closed = false;
  private failure: StoreUnavailable | null = null;

  private constructor(
    private readonly connection: Connection,
    private readonly statements: Statements,
    private readonly listener: WriterListener,
  ) {}

  static async open(file: string, listener: WriterListener): Promise<EmbeddedWriter> {
    try {
      const connection = new AsyncDatabase(file, { timeout: LOCK_WAIT_MS }) as unknown as Connection;
      for (const pragma of EVENT_PRAGMAS) await connection.exec(`PRAGMA ${pragma}`);
      await connection.exec(EVENT_SCHEMA);
      // From here on a lock is waited for without holding the event loop.
      await connection.exec('PRAGMA busy_timeout = 0');
      const statements: Partial<Record<keyof typeof SQL, Statement>> = {};
      for (const [name, sql] of Object.entries(SQL) as [keyof typeof SQL, string][]) {
        statements[name] = await connection.prepare(sql);
      }
      return new EmbeddedWriter(connection, statements as Statements, listener);
    } catch (error) {
      throw storeError(error);
    }
  }

  append(waiting: WaitingAppend): Promise<Appended> {
    if (this.closed) return Promise.reject(new StoreUnavailable('The event log is closed'));
    if (this.failure) return Promise.reject(this.failure);
    return this.queue.append(waiting);
  }

  /** Commits what waits, then closes. Later appends are refused. */
  async close(): Promise<void> {
    this.closed = true;
    await this.queue.drain();
    this.connection.close();
  }

  private async commit(group: readonly WaitingAppend[]): Promise<readonly (Appended | Error)[]> {
    if (this.failure) return group.map(() => this.failure as Error);
    try {
      await this.begin();
      const outcomes = group.map((append) => this.stage(append));
      await this.connection.exec('COMMIT');
      this.listener.committed(this.tail);
      return outcomes;
    } catch (error) {
      const answer = await this.undo(error);
      return group.map(() => answer);
    }
  }

  /** Takes the write lock. What is remembered is dropped when another process has written since. */
  private async begin(): Promise<void> {
    const giveUpAt = performance.now() + LOCK_WAIT_MS;
    while (!this.tryBegin(performance.now() > giveUpAt)) await sleep(LOCK_RETRY_MS);
    const version = this.statements.version.get()?.['data_version'];
    if (version === this.version) return;
    this.revisions.clear();
    const row = this.statements.tail.get();
    this.tail = row
      ? { position: Number(row['position']), chain: String(row['chain']) }
      : { position: 0, chain: CHAIN_START };
    this.version = version;
  }

  private tryBegin(last: boolean): boolean {
    try {
      this.statements.begin.run();
      return true;
    } catch (error) {
      if (last || errorCode(error) !== 'SQLITE_BUSY') throw error;
      return false;
    }
  }

  /** Puts one append into the open transaction; a refusal concerns this append alone. */
  private stage(append: WaitingAppend): Appended | Error {
    const { stream, expected, events } = append;
    const current = this.revisionOf(stream);
    if (current !== expected) {
      const actual = current < 0 ? 'no_stream' : BigInt(current);
      return this.repeated(append) ?? new RevisionConflict(stream, actual);
    }
    const before = this.tail;
    try {
      events.forEach((event, index) => {
        this.insert(stream, expected + 1 + index, event);
      });
    } catch (error) {
      if (!errorCode(error).startsWith('SQLITE_CONSTRAINT')) throw error;
      this.statements.undo.run(before.position + 1);
      this.tail = before;
      return new Error(`An event id for ${stream} is already stored at another place`);
    }
    this.remember(stream, expected + events.length);
    return appended(
      expected + events.length,
      events.map((_, index) => before.position + 1 + index),
    );
  }

  private insert(stream: string, revision: number, event: EventText): void {
    const { id, type, data, metadata } = event;
    const position = this.tail.position + 1;
    const chain = chainHash(this.tail.chain, { ...event, position, stream, revision });
    this.statements.insert.run(position, stream, revision, id, type, data, metadata, chain);
    this.tail = { position, chain };
  }

  /** The answer of the first time when exactly these events stand at the expected place. */
  private repeated({ stream, expected, events }: WaitingAppend): Appended | null {
    const positions: number[] = [];
    for (const [index, event] of events.entries()) {
      const row = this.statements.place.get(stream, expected + 1 + index);
      if (row?.['id'] !== event.id) return null;
      positions.push(Number(row['position']));
    }
    return appended(expected + events.length, positions);
  }

  private revisionOf(stream: string): number {
    const known = this.revisions.get(stream);
    if (known !== undefined) return known;
    const row = this.statements.revision.get(stream);
    const revision = row ? Number(row['revision']) : -1;
    this.remember(stream, revision);
    return revision;
  }

  private remember(stream: string, revision: number): void {
    this.revisions.delete(stream);
    this.revisions.set(stream, revision);
    if (this.revisions.size <= REVISION_CACHE_LIMIT) return;
    for (const oldest of this.revisions.keys()) {
      this.revisions.delete(oldest);
      return;
    }
  }

  /** Nothing of the group is stored, unless its sync failed: then nobody can know, and no more is accepted. */
  private async undo(error: unknown): Promise<Error> {
    this.version = null;
    let fatal = /^SQLITE_IOERR_(DIR_)?FSYNC/.test(errorCode(error));
    try {
      if (this.connection.inTransaction) await this.connection.exec('ROLLBACK');
    } catch {
      fatal = true;
    }
    const answer = storeError(error);
    if (!fatal) return answer instanceof Error ? answer : new Error(String(answer));
    this.failure = new StoreUnavailable('The event log could not be synced', { cause: error });
    this.listener.failed(this.failure);
    return new OutcomeUnknown('The event log could not be synced', { cause: error });
  }
}

function appended(revision: number, positionNumbers: readonly number[]): Appended {
  const positions = positionNumbers.map(positionText);
  return { revision: BigInt(revision), position: positions.at(-1) ?? '', positions };
}
