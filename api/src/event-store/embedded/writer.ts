import { storeError, type EmbeddedDatabase } from '../../config/embedded-database.js';
import { errorCode } from '../../config/error-code.js';
import type { AsyncConnection } from '../../config/async-connection.js';
import { AppendQueue, type WaitingAppend } from './append-queue.js';
import { chainHash, type Tail } from './chain.js';
import { EVENT_INSERT, eventRow, positionText, readTail } from './schema.js';
import { StoreUnavailable } from '../../config/store-unavailable.js';
import { OutcomeUnknown, RevisionConflict, type Appended } from '../event-store.port.js';
import type { StreamIndex } from './stream-index.js';

/** Streams whose revision is remembered between groups. */
export const REVISION_CACHE_LIMIT = 50_000;
/** How often a group is tried when another process wrote in between. */
const GROUP_ATTEMPT_LIMIT = 3;

const ID = 'SELECT id FROM events WHERE position = ?';

/** Told of the log's new end after every group, and of a failed sync, after which nothing is accepted any more. */
export interface WriterListener {
  committed(tail: Tail): void;
  failed(error: Error): void;
}

/**
 * The one writer of the log. A group is decided here, from remembered revisions, and goes to the disk as one
 * transaction on libsql's thread; no append is answered before that is durable.
 */
export class EmbeddedWriter {
  private readonly queue = new AppendQueue((group) => this.commit(group));
  private readonly committed: EmbeddedDatabase;
  private readonly index: StreamIndex;
  private readonly revisions = new Map<string, number>();
  private tail: Tail;
  private closed = false;
  private failure: StoreUnavailable | null = null;

  /** `committed` and `index` know what is durable. */
  constructor(
    private readonly connection: AsyncConnection,
    { committed, index }: { readonly committed: EmbeddedDatabase; readonly index: StreamIndex },
    private readonly listener: WriterListener,
  ) {
    this.committed = committed;
    this.index = index;
    this.tail = readTail(committed);
  }

  append(waiting: WaitingAppend): Promise<Appended> {
    if (this.closed) return Promise.reject(new StoreUnavailable('The event log is closed'));
    if (this.failure) return Promise.reject(this.failure);
    if (this.index.overfull) return Promise.reject(new StoreUnavailable('The index of the log lags behind'));
    return this.queue.append(waiting);
  }

  /** Commits what waits, then closes. Later appends are refused. */
  async close(): Promise<void> {
    this.closed = true;
    await this.queue.drain();
    this.connection.close();
  }

  private async commit(group: readonly WaitingAppend[]): Promise<readonly (Appended | Error)[]> {
    const outcomes = new Map<WaitingAppend, Appended | Error>();
    let attempts = 0;
    while (outcomes.size < group.length) {
      const left = group.filter((append) => !outcomes.has(append));
      try {
        for (const [append, outcome] of await this.commitOnce(left)) outcomes.set(append, outcome);
      } catch (error) {
        attempts += 1;
        const answer = await this.undo(error);
        const overtaken = errorCode(error).startsWith('SQLITE_CONSTRAINT');
        if (overtaken && attempts < GROUP_ATTEMPT_LIMIT && !this.failure) continue;
        for (const append of left) outcomes.set(append, answer);
      }
    }
    return group.map((append) => outcomes.get(append) as Appended | Error);
  }

  /** Answers all of the group but those that ask about a stream which this very transaction changes. */
  private async commitOnce(group: readonly WaitingAppend[]): Promise<Map<WaitingAppend, Appended | Error>> {
    if (this.failure) throw this.failure;
    const transaction: Transaction = { rows: '', added: [], streams: new Set() };
    const outcomes = new Map<WaitingAppend, Appended | Error>();
    for (const append of group) {
      const outcome = this.stage(append, transaction);
      if (outcome) outcomes.set(append, outcome);
    }
    const { rows, added } = transaction;
    if (added.length > 0) {
      await this.connection.exec(`BEGIN IMMEDIATE;${EVENT_INSERT} ${rows};COMMIT`);
      for (const { stream, revision, position } of added) this.index.add(stream, revision, position);
      this.listener.committed(this.tail);
    }
    return outcomes;
  }

  /** Adds an append to the transaction, or refuses it alone; null when only the committed transaction can tell. */
  private stage(append: WaitingAppend, transaction: Transaction): Appended | Error | null {
    const { stream, expected, events } = append;
    if (this.revisionOf(stream) !== expected) {
      if (transaction.streams.has(stream)) return null;
      // Another process may have written since the revision was remembered.
      this.revisions.delete(stream);
      if (this.revisionOf(stream) !== expected) return this.repeated(append) ?? this.conflict(stream);
    }
    const positions: number[] = [];
    for (const { id, type, data, metadata } of events) {
      const position = this.tail.position + 1;
      const revision = expected + 1 + positions.length;
      const row = { position, stream, revision, id, type, data, metadata };
      const chain = chainHash(this.tail.chain, row);
      transaction.rows += `${transaction.added.length === 0 ? '' : ','}${eventRow(row, chain)}`;
      transaction.added.push(row);
      positions.push(position);
      this.tail = { position, chain };
    }
    transaction.streams.add(stream);
    this.remember(stream, expected + events.length);
    return appended(expected + events.length, positions);
  }

  /** The answer of the first time when exactly these events stand at the expected place. */
  private repeated({ stream, expected, events }: WaitingAppend): Appended | null {
    const positions = this.index.positions(stream, { from: expected + 1, limit: events.length });
    const same = events.every((event, index) => {
      const position = positions[index];
      return position !== undefined && this.committed.first(ID, [position])?.[0] === event.id;
    });
    return same ? appended(expected + events.length, positions) : null;
  }

  private conflict(stream: string): RevisionConflict {
    const revision = this.revisionOf(stream);
    return new RevisionConflict(stream, revision < 0 ? 'no_stream' : BigInt(revision));
  }

  private revisionOf(stream: string): number {
    const known = this.revisions.get(stream);
    if (known !== undefined) return known;
    const revision = this.index.revisionOf(stream);
    this.remember(stream, revision);
    return revision;
  }

  /** The longest known goes first; moving the one just used behind the others would cost more than asking again. */
  private remember(stream: string, revision: number): void {
    this.revisions.set(stream, revision);
    if (this.revisions.size <= REVISION_CACHE_LIMIT) return;
    const [oldest] = this.revisions.keys();
    if (oldest !== undefined) this.revisions.delete(oldest);
  }

  /** Nothing of the group is stored, unless its sync failed: then nobody can know, and no more is accepted. */
  private async undo(error: unknown): Promise<Error> {
    let fatal = /^SQLITE_IOERR_(DIR_)?FSYNC/.test(errorCode(error));
    try {
      if (this.connection.inTransaction) await this.connection.exec('ROLLBACK');
      this.revisions.clear();
      this.tail = readTail(this.committed);
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

interface Place {
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
}

/** What one transaction holds so far. */
interface Transaction {
  /** Their text; joined at once, so that the rows are copied but once, when it goes to the driver. */
  rows: string;
  readonly added: Place[];
  readonly streams: Set<string>;
}

function appended(revision: number, positionNumbers: readonly number[]): Appended {
  const positions = positionNumbers.map(positionText);
  return { revision: BigInt(revision), position: positions.at(-1) ?? '', positions };
}
