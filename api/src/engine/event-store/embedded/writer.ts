import type { SqliteConnection, SqliteWriter } from '../../storage/sqlite.js';
import { RollbackFailed } from '../../storage/sqlite-errors.js';
import { errorCode } from '../../../kernel/error-code.js';
import { StoreUnavailable } from '../../storage/store-unavailable.js';
import { OutcomeUnknown, RevisionConflict, type Appended } from '../event-store.port.js';
import { AppendQueue, type WaitingAppend } from './append-queue.js';
import { chainMac, readTail, type ChainedLog, type Tail } from './hash-chain.js';
import { EVENT_INSERT, eventRow, positionText } from './schema.js';

const LAST_REVISION = 'SELECT max(revision) FROM events WHERE stream = ?';
const EVENTS_FROM =
  'SELECT id, position FROM events WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?';
const FAILED_SYNC = /^SQLITE_IOERR_(DIR_)?FSYNC/;

type Outcome = Appended | Error;

/** Notified of the log's new end after every group, and of a failed sync, after which nothing is accepted. */
export interface WriterListener {
  committed(tail: Tail): void;
  failed(error: Error): void;
}

/**
 * The writer of the log. A group is one transaction, which runs on libsql's thread; no append is acknowledged before
 * it is durable.
 */
export class EmbeddedWriter {
  private readonly queue = new AppendQueue((group) => this.commit(group));
  private closed = false;
  private failure: StoreUnavailable | null = null;

  /** `log` is a second connection to the same file. */
  constructor(
    private readonly writer: SqliteWriter,
    private readonly log: ChainedLog,
    private readonly listener: WriterListener,
  ) {}

  append(waiting: WaitingAppend): Promise<Appended> {
    if (this.closed) return Promise.reject(new StoreUnavailable('The event log is closed'));
    return this.queue.append(waiting);
  }

  /** @throws StoreUnavailable when the log does not take appends */
  async ready(): Promise<void> {
    if (this.failure) throw this.failure;
    await this.writer.ready();
  }

  /** Commits waiting appends, then closes. Later appends are refused. */
  async close(): Promise<void> {
    this.closed = true;
    await this.queue.drain();
    await this.writer.close();
  }

  private async commit(group: readonly WaitingAppend[]): Promise<readonly Outcome[]> {
    if (this.failure) return group.map(() => this.failure as Error);
    try {
      return await this.writer.work((connection) => this.commitTogether(connection, group));
    } catch (error) {
      const answer = this.answerTo(error);
      if (!errorCode(error).startsWith('SQLITE_CONSTRAINT')) return group.map(() => answer);
      const [only] = group;
      if (only && group.length === 1) return [conflict(only.stream, this.lastRevision(only.stream))];
      // An event id of the group is already stored elsewhere: alone, only its own append is refused.
      const outcomes: Outcome[] = [];
      for (const append of group) outcomes.push(...(await this.commit([append])));
      return outcomes;
    }
  }

  private async commitTogether(
    connection: SqliteConnection,
    group: readonly WaitingAppend[],
  ): Promise<readonly Outcome[]> {
    // From here on no other process writes, and the reader sees every committed event.
    await connection.exec('BEGIN IMMEDIATE');
    const staged: Staged = { tail: readTail(this.log.database), rows: [], events: new Map() };
    const outcomes = group.map((append) => this.stage(append, staged));
    if (staged.rows.length === 0) {
      await connection.exec('ROLLBACK');
      return outcomes;
    }
    await connection.exec(`${EVENT_INSERT} ${staged.rows.join(',')};COMMIT`);
    this.listener.committed(staged.tail);
    return outcomes;
  }

  /** Adds an append to the transaction, or refuses it alone. */
  private stage(append: WaitingAppend, staged: Staged): Outcome {
    const { stream, expected, events } = append;
    const own = staged.events.get(stream) ?? [];
    const actual = this.lastRevision(stream) + own.length;
    if (actual !== expected) return this.repeated(append, own) ?? conflict(stream, actual);
    const added = events.map(({ id, type, data, metadata }, index): PlacedId => {
      const position = staged.tail.position + 1;
      const row = [position, stream, expected + 1 + index, id, type, data, metadata];
      const chain = chainMac(this.log.mac, staged.tail.chain, row);
      staged.rows.push(eventRow([...row, chain]));
      staged.tail = { position, chain };
      return { id, position };
    });
    staged.events.set(stream, [...own, ...added]);
    return appended(append, added);
  }

  /** The first result when exactly these events are at the expected place, committed or in this transaction. */
  private repeated(append: WaitingAppend, own: readonly PlacedId[]): Appended | null {
    const { stream, expected, events } = append;
    const committed = this.log.database
      .all(EVENTS_FROM, [stream, expected + 1, events.length])
      .map(([id, position]): PlacedId => ({ id: String(id), position: Number(position) }));
    const firstOwn = Math.max(0, expected - this.lastRevision(stream));
    const there = [...committed, ...own.slice(firstOwn)].slice(0, events.length);
    const isSame = there.length === events.length && there.every(({ id }, n) => id === events[n]?.id);
    return isSame ? appended(append, there) : null;
  }

  /** -1 when the stream has no committed event. */
  private lastRevision(stream: string): number {
    return Number(this.log.database.first(LAST_REVISION, [stream])?.[0] ?? -1);
  }

  /** Nothing of the group is stored, unless its sync failed: then that is unknown, and nothing more is accepted. */
  private answerTo(error: unknown): Error {
    const cause = error instanceof StoreUnavailable ? error.cause : error;
    const isFatal = error instanceof RollbackFailed || FAILED_SYNC.test(errorCode(cause));
    if (!isFatal) return error instanceof Error ? error : new Error(String(error));
    this.failure = new StoreUnavailable('The event log could not be synced', { cause: error });
    this.listener.failed(this.failure);
    return new OutcomeUnknown('The event log could not be synced', { cause: error });
  }
}

interface PlacedId {
  readonly id: string;
  readonly position: number;
}

/** Content of one transaction so far. */
interface Staged {
  tail: Tail;
  readonly rows: string[];
  readonly events: Map<string, readonly PlacedId[]>;
}

function conflict(stream: string, actual: number): RevisionConflict {
  return new RevisionConflict(stream, actual < 0 ? 'no_stream' : BigInt(actual));
}

function appended({ expected, events }: WaitingAppend, at: readonly PlacedId[]): Appended {
  return {
    revision: BigInt(expected + events.length),
    position: positionText(at.at(-1)?.position ?? 0),
  };
}
