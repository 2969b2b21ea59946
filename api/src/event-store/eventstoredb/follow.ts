import { START, streamNameFilter, type SubscribeToAllOptions } from '@eventstore/db-client';
import type { Position } from '../../event-sourcing/event.js';
import { Backoff, isOver } from '../../config/backoff.js';
import { StoreUnavailable } from '../../config/store-unavailable.js';
import { BEGINNING, type FollowedPage, type StoredEvent } from '../event-store.port.js';
import { EventFeed, FeedCheckpoint, queueCheckpoint } from './feed.js';
import { logPosition, positionText } from './position.js';
import { storedEvent, type EventStoreDbReads, type OpenClient } from './reads.js';
import { unlessAborted } from '../../config/time-limit.js';

/** Most events of one page. */
export const FOLLOW_PAGE_LIMIT = 250;
/** Items that wait here for their reader; the rest waits at the server. */
export const FEED_BUFFER_LIMIT = 256;
/** Events that the server looks at before it tells how far it has come. */
export const SEARCH_WINDOW_EVENTS = 256;
/** When nothing has come for so long, the log itself is looked at. */
export const PROBE_AFTER_MS = 200;
/** Events of all streams that one such look reads. */
const PROBE_PAGE_LIMIT = 256;
/** An event that stands in the log and does not come for so long means that the subscription is dead. */
const STALL_LIMIT_MS = 5_000;
/** When no subscription was a good one for so long the caller is told: it knows of more than this log. */
export const RESUME_LIMIT_MS = 5_000;
/** A subscription that has lasted so long on a server that answers was a good one. */
const STEADY_AFTER_MS = 1_000;

/** What a follow is asked for. */
export interface FollowRequest {
  readonly after: Position;
  readonly prefixes: readonly string[];
  readonly signal: AbortSignal;
}

/** What a follow works with; `dropped` is called whenever a subscription ends without being asked to. */
export interface FollowSource {
  readonly open: OpenClient;
  readonly reads: EventStoreDbReads;
  dropped(): void;
}

/**
 * Subscribes, and again after every end that nobody asked for, from what was handed over last.
 * @throws StoreUnavailable when the log could not be followed for RESUME_LIMIT_MS
 */
export async function* followAll(source: FollowSource, request: FollowRequest): AsyncGenerator<FollowedPage> {
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
    if (subscription.wasGood) {
      failingSinceMs = null;
      backoff.reset();
    }
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
  private readonly reads: EventStoreDbReads;
  private through: Position;
  private head: Position = BEGINNING;
  private isLive = false;
  private answeredAtMs: number | null = null;
  /** An event that a look at the log has found and the subscription has yet to bring. */
  private awaited: { readonly position: Position; readonly sinceMs: number } | null = null;

  constructor(
    { open, reads }: FollowSource,
    private readonly request: FollowRequest,
  ) {
    this.reads = reads;
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

  /** True when it brought something new, or lasted for a while on a server that answers. */
  get wasGood(): boolean {
    if (this.through > this.request.after) return true;
    return this.answeredAtMs !== null && performance.now() - this.answeredAtMs > STEADY_AFTER_MS;
  }

  /** Throws when the subscription ended. */
  async *pages(): AsyncGenerator<FollowedPage> {
    const { signal } = this.request;
    this.head = await this.asked(this.reads.head());
    this.answeredAtMs = performance.now();
    if (this.through >= this.head) yield await this.page([]);
    while (!isOver(signal)) {
      const events = this.take();
      if (events) {
        yield await this.page(events);
      } else if (this.feed.failure) {
        throw this.feed.failure;
      } else if (!(await this.feed.comes(PROBE_AFTER_MS, signal)) && (await this.looksAtLog())) {
        yield await this.page([]);
      }
    }
  }

  stop(): void {
    this.feed.stop();
  }

  /** What has come, null when it is nothing new. */
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

  /** False for what has been handed over already. */
  private moveTo(position: Position): boolean {
    if (position <= this.through) return false;
    this.through = position;
    return true;
  }

  private async page(events: readonly StoredEvent[]): Promise<FollowedPage> {
    const { through } = this;
    // The head was asked for some time ago: while others were read it may have moved on.
    if (!this.isLive && through >= this.head) this.head = await this.asked(this.reads.head());
    this.isLive = through >= this.head && !this.feed.hasMore;
    return { events, through, live: this.isLive };
  }

  /**
   * A subscription brings nothing while nothing matches, and nothing when it is dead. The log tells them apart: moves
   * over events that do not match; true when there is something to tell.
   */
  private async looksAtLog(): Promise<boolean> {
    const before = this.through;
    this.head = await this.asked(this.reads.head());
    if (before >= this.head) return !this.isLive;
    for (const event of await this.asked(this.reads.allAfter(before, PROBE_PAGE_LIMIT))) {
      if (this.matches(event.stream)) {
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
      throw new StoreUnavailable('A subscription does not bring what stands in the log');
    }
  }

  /** A follow ends at once when it is told to, and waits for no answer. */
  private asked<T>(answer: Promise<T>): Promise<T> {
    return unlessAborted(answer, this.request.signal);
  }

  private matches(stream: string): boolean {
    return this.request.prefixes.some((prefix) => stream.startsWith(prefix));
  }
}
