import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Position } from '../../../event-sourcing/event.js';
import type { KeyHolder } from '../../../config/key-lists.js';
import { macFor, type Mac } from '../../vault/mac.js';
import { answer, SqliteDatabase, SqliteWriter } from '../../storage/sqlite.js';
import { Wakeup } from '../../waiting/wakeup.js';
import { Anchor, type Anchored } from './anchor.js';
import { checkedEnd, requireAnchor, verifyChain, type ChainProgress, type Tail } from './hash-chain.js';
import {
  EVENT_COLUMNS,
  EVENT_PRAGMAS,
  EVENT_SCHEMA,
  FORMAT_PRAGMA,
  parsed,
  positionNumber,
  positionText,
  storedEvent,
} from './schema.js';
import { EmbeddedWriter } from './writer.js';
import { rarePages } from './rare-events.js';
import { inPages } from '../stream-pages.js';
import { StoreUnavailable } from '../../storage/store-unavailable.js';
import {
  APPEND_DEADLINE_MS,
  checkedAppend,
  ORDER_WINDOW_EVENTS,
  recordedAtMs,
  type Appended,
  type NewEvent,
  type EventStore,
  type FollowedPage,
  type FollowOptions,
  type ReadOptions,
  type StoredEvent,
} from '../event-store.port.js';

/** No lease is renewed in it, so it is idle sooner than other files: damage in its write-ahead log costs all events there. */
const IDLE_MS = 1_000;
/** Positions covered by one page of a subscription: few enough for short-lived decoded events. */
export const FOLLOW_PAGE_LIMIT = 250;
/** Poll interval of a subscription for events of other processes. */
export const FOLLOW_POLL_MS = 250;

const NEWEST = `SELECT ${EVENT_COLUMNS} FROM events ORDER BY position DESC LIMIT 1`;
const METADATA_AT = 'SELECT metadata FROM events WHERE position = ?';
const READ = `SELECT ${EVENT_COLUMNS} FROM events WHERE stream = ? AND revision`;
const FORWARDS = { sql: `${READ} >= ? ORDER BY revision LIMIT ?`, start: 0 };
const BACKWARDS = { sql: `${READ} <= ? ORDER BY revision DESC LIMIT ?`, start: Number.MAX_SAFE_INTEGER };

/**
 * Opens or creates the log in one SQLite file with its anchor in a second one. A readonly store reads the log of a running
 * server and never writes.
 * @throws DamagedLog when the log's end does not agree with its chain or its anchor
 */
export async function openEmbeddedEventStore(
  options: KeyHolder & {
    readonly file: string;
    readonly readonly?: boolean;
    /** Called once when the disk fails to sync: nothing more is accepted, the process should end. */
    readonly failed?: (error: Error) => void;
  },
): Promise<EmbeddedEventStore> {
  const { file, readonly = false, failed = () => undefined } = options;
  const wakeup = new Wakeup();
  const mac = macFor(options, 'log');
  const anchor = new Anchor(`${file}.anchor`, mac);
  if (readonly) {
    const database = new SqliteDatabase(file, [], true);
    return new EmbeddedEventStore({ database, mac, wakeup, anchor, writer: null });
  }
  const database = createLog(file);
  try {
    const known = await anchor.read();
    anchor.moved(await checkedEnd({ database, mac }, known));
    // From the first event on the log has an anchor.
    if (!known) await anchor.flush();
    const committed = (tail: Tail) => {
      anchor.moved(tail);
      wakeup.wake();
    };
    const log = { database, mac };
    const events = new SqliteWriter(file, EVENT_PRAGMAS, { idleMs: IDLE_MS });
    // Not before the check: what is cut off there may still be needed to repair the log.
    await events.checkpoint();
    const writer = new EmbeddedWriter(events, log, { committed, failed });
    return new EmbeddedEventStore({ ...log, wakeup, anchor, writer });
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The format goes into a new file before the write-ahead log exists, so that the header always has it. */
function createLog(file: string): SqliteDatabase {
  const database = new SqliteDatabase(file, []);
  if (database.first('PRAGMA page_count', [])?.[0] === 0) database.exec(`PRAGMA ${FORMAT_PRAGMA}`);
  database.exec(EVENT_PRAGMAS.map((pragma) => `PRAGMA ${pragma};`).join(''));
  database.exec(EVENT_SCHEMA);
  return database;
}

/** `writer` is null when the log is open for reading only. */
interface Parts {
  readonly database: SqliteDatabase;
  readonly mac: Mac;
  readonly wakeup: Wakeup;
  readonly anchor: Anchor;
  readonly writer: EmbeddedWriter | null;
}

/** The embedded event store, and its extra ability: to verify that the log is unchanged. */
export class EmbeddedEventStore implements EventStore {
  constructor(private readonly parts: Parts) {}

  get problem(): string | null {
    return this.parts.anchor.failure;
  }

  // oxlint-disable-next-line flip/max-params -- the port's parameters
  async append(
    stream: string,
    expected: bigint | 'no_stream',
    events: readonly NewEvent[],
    options: { readonly deadlineMs?: number } = {},
  ): Promise<Appended> {
    if (!this.parts.writer) throw new StoreUnavailable('The event log is open for reading only');
    // Returning the promise itself would cost each append another one.
    return await this.parts.writer.append({
      stream,
      expected: expected === 'no_stream' ? -1 : Number(expected),
      events: checkedAppend(stream, events),
      deadlineMs: options.deadlineMs ?? APPEND_DEADLINE_MS,
    });
  }

  read(stream: string, options: ReadOptions = {}): AsyncGenerator<StoredEvent> {
    return inPages(options, ({ from, limit, backwards }) =>
      answer(() => {
        const { sql, start } = backwards ? BACKWARDS : FORWARDS;
        return this.parts.database.all(sql, [stream, Number(from ?? start), limit]).map(storedEvent);
      }),
    );
  }

  async *follow(options: FollowOptions): AsyncGenerator<FollowedPage> {
    const { prefixes, signal } = options;
    let after = positionNumber(options.after);
    let wasLive = false;
    const isOver = () => signal.aborted || !this.parts.database.open;
    if (isOver()) return;
    const part = { after, through: this.headNumber() };
    for (const page of rarePages(this.parts.database, part, prefixes)) {
      yield page;
      after = positionNumber(page.through);
      wasLive = page.live;
      await nextTurn();
      if (isOver()) return;
    }
    while (!isOver()) {
      const head = this.headNumber();
      if (head > after || !wasLive) {
        const through = Math.max(after, Math.min(head, after + FOLLOW_PAGE_LIMIT));
        wasLive = through >= head;
        const events = this.page(after, through, prefixes);
        yield { events, through: positionText(through), live: wasLive };
        after = through;
        await nextTurn();
      } else {
        await this.parts.wakeup.wait(FOLLOW_POLL_MS, signal);
      }
    }
  }

  async head(): Promise<Position> {
    return Promise.resolve(positionText(this.headNumber()));
  }

  /** Bisects the positions; what is out of place by at most a window is before the result by at most another. */
  positionBefore(atMs: number): Promise<Position> {
    return answer(() => {
      let [before, from] = [0, this.headNumber() + 1];
      while (from - before > 1) {
        const middle = Math.floor((before + from) / 2);
        if (this.recordedAtMs(middle) >= atMs) from = middle;
        else before = middle;
      }
      return positionText(Math.max(0, before - 2 * ORDER_WINDOW_EVENTS));
    });
  }

  newestAtMs(): Promise<number | null> {
    return answer(() => {
      const row = this.parts.database.first(NEWEST, []);
      return row ? recordedAtMs(storedEvent(row).metadata) : null;
    });
  }

  async ready(): Promise<void> {
    await this.head();
    this.parts.database.ready();
    await this.parts.writer?.ready();
  }

  async close(): Promise<void> {
    if (!this.parts.database.open) return;
    await this.parts.writer?.close();
    await this.parts.anchor.flush();
    this.parts.database.close();
    this.parts.wakeup.wake();
  }

  /** What the log knows of its vault; null without an anchor. @throws DamagedLog */
  anchored(): Promise<Anchored | null> {
    return this.parts.anchor.read();
  }

  /** Anchors that the vault has made so many writes. */
  vaultMoved(writes: number): void {
    if (this.parts.database.open) this.parts.anchor.vaultMoved(writes);
  }

  /** Checks every event against the chain, page by page; the last step reports damage. @throws DamagedLog without an anchor */
  async *verifyChain(): AsyncGenerator<ChainProgress> {
    const anchor = await this.parts.anchor.read();
    yield* verifyChain(this.parts, 0, anchor);
    requireAnchor(this.parts.database, anchor);
  }

  private page(after: number, through: number, prefixes: readonly string[]): StoredEvent[] {
    if (through <= after || prefixes.length === 0) return [];
    const matches = prefixes.map(() => 'substr(stream, 1, ?) = ?').join(' OR ');
    const sql = `SELECT ${EVENT_COLUMNS} FROM events WHERE position > ? AND position <= ? AND (${matches}) ORDER BY position`;
    const parameters = prefixes.flatMap((prefix) => [prefix.length, prefix]);
    return this.parts.database.all(sql, [after, through, ...parameters]).map(storedEvent);
  }

  /** An event without a time counts as late: nothing is skipped because of it. */
  private recordedAtMs(position: number): number {
    const [metadata] = this.parts.database.first(METADATA_AT, [position]) ?? [];
    return recordedAtMs(parsed(String(metadata))) ?? Number.POSITIVE_INFINITY;
  }

  private headNumber(): number {
    return Number(this.parts.database.first('SELECT max(position) FROM events', [])?.[0] ?? 0);
  }
}
