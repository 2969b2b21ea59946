import type { Position } from '../../event-sourcing/event.js';
import type { LogEntry } from '../event-store/codec.js';
import type { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { BEGINNING, type FollowedPage, type FollowOptions } from '../event-store/event-store.port.js';
import { Backoff, isOver } from '../waiting/backoff.js';
import { Outage } from '../storage/outage.js';
import { StoreUnavailable } from '../storage/store-unavailable.js';
import { Wakeup } from '../waiting/wakeup.js';

/** Pages that wait are joined up to this size: at the head for fewer writes, and no larger, because a batch blocks requests. */
const BATCH_EVENTS = 250;
/** Most events that wait for one member; a slower one leaves. */
const WAITING_EVENTS_LIMIT = 4_096;
/** Far from the head the feed reads on when no member has more events waiting than this … */
const PREFETCHED_EVENTS = 250;
/** … or after this long, so that no member waits for the slowest. */
const CATCH_UP_PATIENCE_MS = 100;

/** Consecutive events for one consumer. */
export type EventBatch = FollowedPage<LogEntry>;

/** How a consumer takes part. */
interface FeedOptions extends FollowOptions {
  /**
   * Moves a consumer that has taken everything up to `from` over events that do not concern it. False when it has to be woken
   * with an empty batch: it has not handled what it took.
   */
  readonly pass?: ((from: Position, through: Position) => boolean) | undefined;
}

/**
 * One follow over all prefixes, delivered to every consumer at its position. A consumer that is behind, or that lets
 * too much wait, catches up from the log up to its head and joins the feed again there.
 */
export class SharedFeed {
  private readonly members = new Set<Member>();
  private readonly stopping = new AbortController();
  private readonly taken = new Wakeup();
  private through = BEGINNING;
  private isLive = false;
  private running: Promise<void> | undefined;
  private readonly outage = new Outage('event log');
  /** Since when the log cannot be followed; null while it can. */
  downSinceMs: number | null = null;

  constructor(
    private readonly log: EncryptedEventLog,
    private readonly prefixes: readonly string[],
    private readonly waitingEventsLimit = WAITING_EVENTS_LIMIT,
  ) {}

  async stop(): Promise<void> {
    this.stopping.abort();
    this.taken.wake();
    await this.running;
  }

  /** Delivers every event after `after` once and in order, until `signal`. */
  async *follow(options: FeedOptions): AsyncGenerator<EventBatch, void, void> {
    const { signal } = options;
    let { after } = options;
    let member = this.join(options);
    try {
      while (!isOver(signal)) {
        if (member) after = yield* this.share(member, signal);
        for await (const page of this.followAlone({ ...options, after })) {
          // Before the page is handled, so that pages that the feed receives now wait for the member.
          member = page.live ? this.join({ ...options, after: page.through }) : null;
          yield page;
          if (member) break;
        }
      }
    } finally {
      if (member) this.leave(member);
    }
  }

  /** Like `follow`, never shared. A follow that ends by itself is resumed where it stopped. */
  async *followAlone({ after, prefixes, signal }: FollowOptions): AsyncGenerator<EventBatch, void, void> {
    const backoff = new Backoff();
    let through = after;
    while (!signal.aborted) {
      let reason: unknown = new StoreUnavailable('The follow ended');
      try {
        for await (const page of this.log.follow({ after: through, prefixes, signal })) {
          backoff.reset();
          this.outage.end();
          this.downSinceMs = null;
          through = page.through;
          yield page;
        }
      } catch (error) {
        reason = error;
      }
      if (isOver(signal)) return;
      this.outage.begin('cannot be followed', reason);
      this.downSinceMs ??= performance.now();
      await backoff.pause(signal);
    }
  }

  /** Null when the feed is beyond the consumer, or too far behind it. */
  private join({ after, prefixes, pass }: FeedOptions): Member | null {
    if (!this.running) {
      this.through = after;
      this.isLive = false;
    }
    if (after !== this.through && !(this.isLive && after > this.through)) return null;
    const member = new Member(prefixes, after, { limit: this.waitingEventsLimit, pass });
    this.members.add(member);
    this.running ??= this.run();
    return member;
  }

  private leave(member: Member): void {
    this.members.delete(member);
    this.taken.wake();
  }

  /** Ends when the member was left behind and has taken all that waited for it; returns how far that is. */
  private async *share(member: Member, signal: AbortSignal): AsyncGenerator<EventBatch, Position> {
    for (let batch = member.take(); !isOver(signal); batch = member.take()) {
      if (batch) {
        this.taken.wake();
        yield batch;
      } else if (this.members.has(member)) await member.wakeup.wait(undefined, signal);
      else break;
    }
    return member.taken;
  }

  private async run(): Promise<void> {
    const { prefixes, through: after } = this;
    const { signal } = this.stopping;
    for await (const page of this.followAlone({ after, prefixes, signal })) {
      this.through = page.through;
      this.isLive = page.live;
      for (const member of this.members) if (!member.offer(page)) this.members.delete(member);
      if (!page.live) await this.waitForMembers();
      if (this.members.size === 0) break;
    }
    // A member may have joined while the follow was ending.
    this.running = this.members.size === 0 || isOver(signal) ? undefined : this.run();
  }

  private async waitForMembers(): Promise<void> {
    const untilMs = performance.now() + CATCH_UP_PATIENCE_MS;
    const areBusy = () => [...this.members].some(({ waiting }) => waiting > PREFETCHED_EVENTS);
    for (let leftMs = CATCH_UP_PATIENCE_MS; leftMs > 0 && areBusy(); leftMs = untilMs - performance.now())
      await this.taken.wait(leftMs);
  }
}

/** The batches that wait for one consumer on the feed. */
class Member {
  readonly wakeup = new Wakeup();
  /** Everything up to here was taken. */
  taken: Position;
  private readonly batches: EventBatch[] = [];

  constructor(
    private readonly prefixes: readonly string[],
    private through: Position,
    private readonly settings: Pick<FeedOptions, 'pass'> & { readonly limit: number },
  ) {
    this.taken = through;
  }

  get waiting(): number {
    return this.batches.reduce((sum, { events }) => sum + events.length, 0);
  }

  /** Adds the events that concern the consumer and are new to it. False when too many wait: then none was added. */
  offer(page: FollowedPage<LogEntry>): boolean {
    const fresh = page.events.filter(
      ({ stored }) =>
        stored.position > this.through && this.prefixes.some((prefix) => stored.stream.startsWith(prefix)),
    );
    if (fresh.length === 0 && this.isPassed(page)) return true;
    this.wakeup.wake();
    if (this.waiting > 0 && this.waiting + fresh.length > this.settings.limit) return false;
    if (page.through > this.through) this.through = page.through;
    const last = this.batches.at(-1);
    const fits = last !== undefined && last.events.length + fresh.length <= BATCH_EVENTS;
    if (fits) this.batches.pop();
    const events = fits ? [...last.events, ...fresh] : fresh;
    this.batches.push({ events, through: this.through, live: page.live });
    return true;
  }

  /** The next batch; live only when no other waits. */
  take(): EventBatch | null {
    const batch = this.batches.shift();
    if (!batch) return null;
    this.taken = batch.through;
    return { ...batch, live: batch.live && this.batches.length === 0 };
  }

  /** A consumer is not woken for what does not concern it. */
  private isPassed({ live, through }: FollowedPage<LogEntry>): boolean {
    const isLeftOut = live && this.batches.length === 0 && through > this.through;
    if (!isLeftOut || !this.settings.pass?.(this.taken, through)) return false;
    this.taken = this.through = through;
    return true;
  }
}
