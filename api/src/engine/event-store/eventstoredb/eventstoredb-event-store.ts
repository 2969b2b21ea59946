import { EventStoreDBClient } from '@eventstore/db-client';
import type { Position } from '../../../event-sourcing/event.js';
import { StoreUnavailable } from '../../storage/store-unavailable.js';
import {
  APPEND_DEADLINE_MS,
  checkedAppend,
  recordedAtMs,
  type Appended,
  type NewEvent,
  type EventStore,
  type FollowedPage,
  type FollowOptions,
  type ReadOptions,
  type StoredEvent,
} from '../event-store.port.js';
import { EventStoreDbAppends } from './appends.js';
import { checkedConnection, refuseClientLogs } from './connection.js';
import { followAll } from './follow.js';
import { inPages } from '../stream-pages.js';
import { EventStoreDbReads, READ_DEADLINE_MS, type OpenClient } from './reads.js';
import { within } from '../../waiting/time-limit.js';

/** Longest wait for running calls when the store is closed. */
const CLOSE_DEADLINE_MS = 5_000;

/** EventStoreDB or KurrentDB; `drops` counts subscriptions that ended without our request. */
export type EventStoreDb = EventStore & { readonly drops: number };

/**
 * Opens the store at `esdb://…` or `kurrentdb://…`. Does not wait for the server: until it responds, every call fails
 * at its own deadline. One store per process: the client shares state between its instances.
 * @throws InvalidConnectionString, and Error when DEBUG would write passwords to a production log
 */
export function openEventStoreDb({
  url,
  readDeadlineMs = READ_DEADLINE_MS,
}: {
  readonly url: string;
  readonly readDeadlineMs?: number;
}): Promise<EventStoreDb> {
  return Promise.resolve().then(() => {
    refuseClientLogs(process.env);
    const { connectionString, credentials } = checkedConnection(url);
    const client = EventStoreDBClient.connectionString(connectionString);
    const open = { client, callOptions: { credentials, requiresLeader: true } };
    return new GrpcEventStore(open, new EventStoreDbReads(open, readDeadlineMs));
  });
}

/** Among how many of the newest events one of Flip's is looked for: the server records its own between them. */
const NEWEST_LIMIT = 100;

class GrpcEventStore implements EventStoreDb {
  private readonly appends: EventStoreDbAppends;
  private readonly closing = new AbortController();
  drops = 0;

  constructor(
    private readonly open: OpenClient,
    private readonly reads: EventStoreDbReads,
  ) {
    this.appends = new EventStoreDbAppends(open, reads);
  }

  // oxlint-disable-next-line flip/max-params -- the port's parameters
  async append(
    stream: string,
    expected: bigint | 'no_stream',
    events: readonly NewEvent[],
    options: { readonly deadlineMs?: number } = {},
  ): Promise<Appended> {
    this.checkOpen();
    const deadlineAtMs = performance.now() + (options.deadlineMs ?? APPEND_DEADLINE_MS);
    // The client reports an invalid event as an unhandled rejection, which ends the process.
    checkedAppend(stream, events);
    return this.appends.append({ stream, expected, events, deadlineAtMs });
  }

  read(stream: string, options: ReadOptions = {}): AsyncGenerator<StoredEvent> {
    return inPages(options, (page) => {
      this.checkOpen();
      return this.reads.stream(stream, page);
    });
  }

  async *follow(request: FollowOptions): AsyncGenerator<FollowedPage> {
    const signal = AbortSignal.any([request.signal, this.closing.signal]);
    const { open, reads } = this;
    const dropped = () => {
      this.drops += 1;
    };
    yield* followAll({ open, reads, dropped }, { ...request, signal });
  }

  async head(): Promise<Position> {
    this.checkOpen();
    return this.reads.head();
  }

  async newestAtMs(): Promise<number | null> {
    this.checkOpen();
    const newest = await this.reads.newest(NEWEST_LIMIT);
    return newest.map(({ metadata }) => recordedAtMs(metadata)).find((atMs) => atMs !== null) ?? null;
  }

  async ready(): Promise<void> {
    await this.head();
  }

  async close(): Promise<void> {
    if (this.closing.signal.aborted) return;
    this.closing.abort();
    const done = this.appends.drained().then(() => this.open.client.dispose());
    // A longer wait is useless: the process is about to end.
    await within(done, CLOSE_DEADLINE_MS, () => new Error('Closing took too long')).catch(() => undefined);
  }

  private checkOpen(): void {
    if (this.closing.signal.aborted) throw new StoreUnavailable('The event store is closed');
  }
}
