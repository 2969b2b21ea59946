import type { Position } from '../event-sourcing/event.js';
import type { LogEntry } from '../event-store/codec.js';
import type { FollowedPage } from '../event-store/event-store.port.js';
import type { Bell } from './bell.js';

export type LogPage = FollowedPage<LogEntry>;

/** Most events that wait for one consumer. */
export const BUFFERED_EVENTS_LIMIT = 4_096;
/** Events read ahead while a consumer is behind: few enough to be garbage before they count as long-lived. */
export const READ_AHEAD_LIMIT = 500;

/** The pages one consumer has not handled yet, in order, without what it had before. */
export class PageBuffer {
  private pages: LogPage[] = [];
  private waiting = 0;
  private awaitingRoom: (() => void) | undefined;

  constructor(
    private readonly prefixes: readonly string[],
    private readonly filled: Bell,
  ) {}

  /** Position of the last page put in. */
  through: Position = '';
  /** Since when something waits; what is left of a page waits anew. */
  waitingSinceMs = 0;

  get size(): number {
    return this.waiting;
  }

  /** True while the last page put in had reached the head. */
  get live(): boolean {
    return this.pages.at(-1)?.live ?? false;
  }

  get isEmpty(): boolean {
    return this.pages.length === 0;
  }

  restart(after: Position): void {
    this.pages = [];
    this.waiting = 0;
    this.through = after;
    this.freeRoom();
  }

  /** True when so many more may wait; whoever has little to do takes a page of any size. */
  hasRoomFor(events: number): boolean {
    return this.isLow || this.waiting + events <= BUFFERED_EVENTS_LIMIT;
  }

  /** True when there is nothing to do soon: then it is time to read on. */
  get isLow(): boolean {
    return this.waiting < READ_AHEAD_LIMIT;
  }

  /** Resolves once it is time to read on, or when freed because `signal` ended. */
  async low(signal: AbortSignal): Promise<void> {
    while (!this.isLow && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.awaitingRoom = resolve;
      });
    }
  }

  /** Adds what concerns the consumer and is new to it. False when it does not fit: then nothing was added. */
  offer(page: LogPage): boolean {
    const fresh = page.events.filter(
      ({ stored }) => stored.position > this.through && this.wants(stored.stream),
    );
    if (!this.hasRoomFor(fresh.length)) return false;
    if (page.through > this.through) this.through = page.through;
    this.add({ events: fresh, through: this.through, live: page.live });
    this.filled.ring();
    return true;
  }

  /** The next events as one page, at most `limit` of them; null when nothing waits. */
  take(limit: number): LogPage | null {
    let next = this.pages.shift();
    if (!next) return null;
    this.waitingSinceMs = performance.now();
    const events: LogEntry[] = [];
    let taken: LogPage | undefined;
    while (next && events.length < limit) {
      const part = firstOf(next, limit - events.length);
      events.push(...part.page.events);
      taken = part.page;
      if (part.rest) this.pages.unshift(part.rest);
      next = events.length < limit ? this.pages.shift() : undefined;
    }
    this.waiting -= events.length;
    this.freeRoom();
    return taken ? { events, through: taken.through, live: taken.live } : null;
  }

  private add(page: LogPage): void {
    const last = this.pages.at(-1);
    if (!last) this.waitingSinceMs = performance.now();
    if (last && page.events.length === 0)
      this.pages[this.pages.length - 1] = { ...page, events: last.events };
    else this.pages.push(page);
    this.waiting += page.events.length;
  }

  private wants(stream: string): boolean {
    return this.prefixes.some((prefix) => stream.startsWith(prefix));
  }

  /** Lets whoever waits for room look again. */
  freeRoom(): void {
    this.awaitingRoom?.();
    this.awaitingRoom = undefined;
  }
}

/** Cuts a page after `limit` events; the first part reaches only as far as its last event. */
function firstOf(page: LogPage, limit: number): { readonly page: LogPage; readonly rest?: LogPage } {
  if (page.events.length <= limit) return { page };
  const events = page.events.slice(0, limit);
  const through = events.at(-1)?.stored.position ?? page.through;
  return { page: { events, through, live: false }, rest: { ...page, events: page.events.slice(limit) } };
}
