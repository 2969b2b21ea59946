import {
  START,
  streamNameFilter,
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type Position as LogPosition,
  type SubscribeToAllOptions,
} from '@eventstore/db-client';
import type { Position } from '../../../event-sourcing/event.js';
import { Backoff, isOver } from '../../waiting/backoff.js';
import { StoreUnavailable } from '../../storage/store-unavailable.js';
import { Wakeup } from '../../waiting/wakeup.js';
import { BEGINNING, type FollowedPage, type FollowOptions, type StoredEvent } from '../event-store.port.js';
import { logPosition, positionText, storedEvent, type EventStoreDbReads, type OpenClient } from './reads.js';
import { unlessAborted } from '../../waiting/time-limit.js';

/** Most events of one page. */
export const FOLLOW_PAGE_LIMIT = 250;
/** Items buffered here for their reader; the rest waits at the server. */
export const FEED_BUFFER_LIMIT = 256;
/** Events that the server checks between two checkpoints. */
export const SEARCH_WINDOW_EVENTS = 256;
/** After this time without an item the log itself is read. */
export const PROBE_AFTER_MS = 200;
/** Events of all streams read then. */
const PROBE_PAGE_LIMIT = 256;
/** A subscription that has not delivered a stored event for so long is dead. */
const STALL_LIMIT_MS = 5_000;
/** After this time without a page the follow fails, and its caller decides. */
export const RESUME_LIMIT_MS = 5_000;

/** Dependencies of a follow; `dropped` is called when a subscription ends without our request. */
export interface FollowSource {
  readonly open: OpenClient;
  readonly reads: EventStoreDbReads;
  dropped(): void;
}

/**
 * Subscribes, and again after every end without our request, from the last delivered position.
 * @throws StoreUnavailable when the log could not be followed for RESUME_LIMIT_MS
 */
export async function* followAll(source: FollowSource, request: FollowOptions): AsyncGenerator<FollowedPage> {
  const { prefixes, signal } = request;
  let { after } = request;
  logPosition(after);
  if (prefixes.length === 0) throw new TypeError('A follow needs a prefix');
  const backoff = new Backoff();
  let failingSinceMs: number | null = null;
  while (!isOver(signal)) {
    const subscription = new LogSubscription(source, { after, prefixes, signal });
    let reason: unknown;
    try {
      for await (const page of subscription.pages()) {
        failingSinceMs = null;
        // A server that responds but ends every subscription is retried with a pause.
        if (page.through > after) backoff.reset();
        after = page.through;
        yield page;
      }
    } catch (error) {
      reason = error;
    } finally {
      subscription.stop();
    }
    if (isOver(signal)) return;
    source.dropped();
    failingSinceMs ??= performance.now();
    if (performance.now() - failingSinceMs > RESUME_LIMIT_MS) {
      throw new StoreUnavailable('The event store cannot be followed', { cause: reason });
    }
    await backoff.pause(signal);
  }
}

/** One subscription to the whole log, filtered by the server. */
class LogSubscription {
  private readonly feed: EventFeed;
  private through: Position;
  private head: Position = BEGINNING;
  private isLive = false;
  /** An event found in the log that the subscription has not delivered yet. */
  private awaited: { readonly position: Position; readonly sinceMs: number } | null = null;

  constructor(
    private readonly source: FollowSource,
    private readonly request: FollowOptions,
  ) {
    const { open } = source;
    this.through = request.after;
    const filter = streamNameFilter({
      prefixes: [...request.prefixes],
      checkpointInterval: 1,
      maxSearchWindow: SEARCH_WINDOW_EVENTS,
      checkpointReached: queueCheckpoint,
    });
    const fromPosition = logPosition(request.after) ?? START;
    const options: SubscribeToAllOptions = { ...open.callOptions, fromPosition, filter };
    const buffer = { highWaterMark: FEED_BUFFER_LIMIT };
    this.feed = new EventFeed(open.client.subscribeToAll(options, buffer));
  }

  /** Throws when the subscription ended. */
  async *pages(): AsyncGenerator<FollowedPage> {
    const { signal } = this.request;
    this.head = await this.unlessEnded(this.source.reads.head());
    if (this.through >= this.head) yield await this.page([]);
    while (!isOver(signal)) {
      const events = this.take();
      if (events) {
        yield await this.page(events);
      } else if (this.feed.failure) {
        throw this.feed.failure;
      } else if (!(await this.feed.arrives(PROBE_AFTER_MS, signal)) && (await this.checkLog())) {
        yield await this.page([]);
      }
    }
  }

  stop(): void {
    this.feed.stop();
  }

  /** Delivered events; null when nothing is new. */
  private take(): StoredEvent[] | null {
    const before = this.through;
    const events: StoredEvent[] = [];
    while (events.length < FOLLOW_PAGE_LIMIT) {
      const item = this.feed.next();
      if (!item) break;
      if (item instanceof FeedCheckpoint) {
        this.moveTo(positionText(item.position));
      } else if (item.event) {
        const event = storedEvent(item.event);
        if (this.moveTo(event.position)) events.push(event);
      }
    }
    return this.through > before ? events : null;
  }

  /** False when the position was delivered already. */
  private moveTo(position: Position): boolean {
    if (position <= this.through) return false;
    this.through = position;
    return true;
  }

  private async page(events: readonly StoredEvent[]): Promise<FollowedPage> {
    const { through } = this;
    // The head may have moved since it was read.
    if (!this.isLive && through >= this.head) this.head = await this.unlessEnded(this.source.reads.head());
    this.isLive = through >= this.head && !this.feed.hasMore;
    return { events, through, live: this.isLive };
  }

  /**
   * A subscription delivers nothing while nothing matches, and nothing when it is dead; the log tells which. Moves over
   * events that do not match; true when there is something to deliver.
   */
  private async checkLog(): Promise<boolean> {
    const before = this.through;
    this.head = await this.unlessEnded(this.source.reads.head());
    if (before >= this.head) return !this.isLive;
    for (const event of await this.unlessEnded(this.source.reads.allAfter(before, PROBE_PAGE_LIMIT))) {
      if (this.request.prefixes.some((prefix) => event.stream.startsWith(prefix))) {
        this.expectSoon(event.position);
        break;
      }
      this.moveTo(event.position);
    }
    return this.through > before;
  }

  private expectSoon(position: Position): void {
    const now = performance.now();
    if (this.awaited?.position !== position) this.awaited = { position, sinceMs: now };
    if (now - this.awaited.sinceMs > STALL_LIMIT_MS) {
      throw new StoreUnavailable('A subscription does not deliver a stored event');
    }
  }

  /** A follow ends at once when aborted, without waiting for a response. */
  private unlessEnded<T>(answer: Promise<T>): Promise<T> {
    return unlessAborted(answer, this.request.signal);
  }
}

/** A delivery of a subscription, in store order: an event, or how far the server has checked without a match. */
type FeedItem = AllStreamResolvedEvent | FeedCheckpoint;

/** A checkpoint in the buffer, behind the events before it. */
class FeedCheckpoint {
  constructor(readonly position: LogPosition) {}
}

/** Queues a checkpoint behind the buffered events: the client reports it at once, ahead of them. */
function queueCheckpoint(subscription: AllStreamSubscription, position: LogPosition): void {
  subscription.push(new FeedCheckpoint(position));
}

/**
 * One subscription of the client, read item by item; unread items wait in a bounded buffer, then at the server. Not read
 * by `for await`, so that a page takes everything that has arrived.
 */
class EventFeed {
  private readonly wakeup = new Wakeup();
  /** Why the feed ended; undefined while it is running. */
  failure: Error | undefined;

  constructor(private readonly subscription: AllStreamSubscription) {
    subscription.on('readable', () => this.wakeup.wake());
    subscription.on('end', () => this.ended(new Error('The event store ended a subscription')));
    subscription.on('close', () => this.ended(new Error('The event store closed a subscription')));
    // Never removed: without a listener, an error of a stopped call would end the process.
    subscription.on('error', (error) => this.ended(error));
  }

  /** True while items are buffered. */
  get hasMore(): boolean {
    return this.subscription.readableLength > 0;
  }

  next(): FeedItem | null {
    return this.subscription.read() as FeedItem | null;
  }

  /** False when nothing arrived within `limitMs`; also true when the feed or `signal` ended. */
  async arrives(limitMs: number, signal: AbortSignal): Promise<boolean> {
    return this.hasMore || this.failure !== undefined || this.wakeup.wait(limitMs, signal);
  }

  stop(): void {
    this.subscription.unsubscribe().catch(() => undefined);
    this.subscription.destroy();
  }

  private ended(reason: Error): void {
    this.failure ??= reason;
    this.wakeup.wake();
  }
}
