import type { Position } from '../event-sourcing/event.js';
import type { LogEntry } from '../event-store/codec.js';
import type { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { BEGINNING, type FollowedPage, type FollowOptions } from '../event-store/event-store.port.js';
import { Backoff, isOver } from '../config/backoff.js';
import { errorName } from '../config/error-code.js';
import { Outage } from '../config/outage.js';
import { Wakeup } from '../config/wakeup.js';

/** Pages that wait are joined up to this size: at the head for fewer writes, and no larger, because a batch blocks requests. */
const BATCH_EVENTS = 250;
/** Most events that wait for one member; a slower one leaves. */
const WAITING_EVENTS_LIMIT = 4_096;
/** Events kept for consumers that join a little behind. */
const OVERLAP_EVENTS_LIMIT = 2_048;
/** Far from the head the feed reads on when no member has more events waiting than this … */
const PREFETCHED_EVENTS = 250;
/** … or after this long: nobody waits for the slowest. */
const CATCH_UP_PATIENCE_MS = 100;

interface FeedLimits {
  readonly waitingEvents?: number;
  readonly overlapEvents?: number;
}

/** Consecutive events for one consumer. */
export interface EventBatch extends FollowedPage<LogEntry> {
  /** When the oldest of it was received, on performance.now()'s scale. */
  readonly sinceMs: number;
}

/**
 * One follow over all prefixes, delivered to every consumer at its position. A consumer that is behind, or that lets
 * too much wait, reads the log for itself until the recent pages kept here cover what it misses.
 */
export class SharedFeed {
  private readonly members = new Set<Member>();
  private readonly stopping = new AbortController();
  private readonly taken = new Wakeup();
  private recent: FollowedPage<LogEntry>[] = [];
  /** Everything after this up to `through` is in the recent pages. */
  private recentAfter = BEGINNING;
  private through = BEGINNING;
  private running: Promise<void> | undefined;
  /** Follows that ended without being asked to. */
  drops = 0;
  private readonly outage = new Outage('event log');
  /** Since when the log cannot be followed; null while it can. */
  downSinceMs: number | null = null;

  constructor(
    private readonly log: EncryptedEventLog,
    private readonly prefixes: readonly string[],
    private readonly limits: FeedLimits = {},
  ) {}

  async stop(): Promise<void> {
    this.stopping.abort();
    this.taken.wake();
    await this.running;
  }

  /** Delivers every event after `after` once and in order, until `signal`. */
  async *follow(options: FollowOptions): AsyncGenerator<EventBatch, void, void> {
    let { after } = options;
    while (!options.signal.aborted) {
      const member = this.join(after, options.prefixes);
      const pages = member ? this.share(member, options.signal) : this.catchUp({ ...options, after });
      for await (const page of pages) {
        after = page.through;
        yield page;
      }
    }
  }

  private async *catchUp(options: FollowOptions): AsyncGenerator<EventBatch> {
    for await (const page of this.followAlone(options)) {
      yield page;
      if (page.live && this.covers(page.through)) return;
    }
  }

  /** Like `follow`, never shared. A follow that ends by itself is resumed where it stopped. */
  async *followAlone({ after, prefixes, signal }: FollowOptions): AsyncGenerator<EventBatch, void, void> {
    const backoff = new Backoff();
    let through = after;
    while (!signal.aborted) {
      let reason = 'it ended';
      try {
        for await (const page of this.log.follow({ after: through, prefixes, signal })) {
          backoff.reset();
          this.outage.end();
          this.downSinceMs = null;
          through = page.through;
          yield { ...page, sinceMs: performance.now() };
        }
      } catch (error) {
        reason = errorName(error);
      }
      if (isOver(signal)) return;
      this.outage.begin(`cannot be followed: ${reason}`);
      this.drops++;
      this.downSinceMs ??= performance.now();
      await backoff.pause(signal);
    }
  }

  /** Null when the feed no longer has what the consumer misses, has too much of it, or is itself behind the consumer. */
  private join(after: Position, prefixes: readonly string[]): Member | null {
    if (!this.running) {
      this.recent = [];
      this.recentAfter = after;
      this.through = after;
    }
    if (!this.covers(after)) return null;
    const member = new Member(prefixes, after, this.limits.waitingEvents);
    const missed = this.recent.filter((page) => page.through > after);
    if (!missed.every((page) => member.offer(page))) return null;
    this.members.add(member);
    this.running ??= this.run();
    return member;
  }

  private covers(after: Position): boolean {
    return !this.running || (after >= this.recentAfter && after <= this.through);
  }

  /** Ends when the member was left behind and has taken all that waited for it. */
  private async *share(member: Member, signal: AbortSignal): AsyncGenerator<EventBatch> {
    try {
      while (!isOver(signal)) {
        const batch = member.take();
        if (batch) {
          this.taken.wake();
          yield batch;
        } else if (this.members.has(member)) await member.wakeup.wait(undefined, signal);
        else return;
      }
    } finally {
      this.members.delete(member);
      this.taken.wake();
    }
  }

  private async run(): Promise<void> {
    const { prefixes, through: after } = this;
    const { signal } = this.stopping;
    for await (const page of this.followAlone({ after, prefixes, signal })) {
      this.keep(page);
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

  private keep(page: FollowedPage<LogEntry>): void {
    this.recent.push(page);
    this.through = page.through;
    // Far from the head only members that started together share; later ones join at the head.
    const { overlapEvents = OVERLAP_EVENTS_LIMIT } = this.limits;
    const limit = page.live ? overlapEvents : 0;
    let kept = this.recent.reduce((sum, { events }) => sum + events.length, 0);
    while (kept > limit && this.recent.length > 1) {
      const oldest = this.recent.shift();
      kept -= oldest?.events.length ?? 0;
      this.recentAfter = oldest?.through ?? this.recentAfter;
    }
  }
}

/** The batches that wait for one consumer on the feed. */
class Member {
  readonly wakeup = new Wakeup();
  private readonly batches: (EventBatch & { readonly events: LogEntry[] })[] = [];

  constructor(
    private readonly prefixes: readonly string[],
    private through: Position,
    private readonly limit = WAITING_EVENTS_LIMIT,
  ) {}

  get waiting(): number {
    return this.batches.reduce((sum, { events }) => sum + events.length, 0);
  }

  /** Adds the events that concern the consumer and are new to it. False when too many wait: then none was added. */
  offer(page: FollowedPage<LogEntry>): boolean {
    this.wakeup.wake();
    const fresh = page.events.filter(
      ({ stored }) =>
        stored.position > this.through && this.prefixes.some((prefix) => stored.stream.startsWith(prefix)),
    );
    if (this.waiting > 0 && this.waiting + fresh.length > this.limit) return false;
    if (page.through > this.through) this.through = page.through;
    const { events = [], sinceMs = performance.now() } = this.joined(fresh.length) ?? {};
    events.push(...fresh);
    this.batches.push({ events, through: this.through, live: page.live, sinceMs });
    return true;
  }

  take(): EventBatch | undefined {
    return this.batches.shift();
  }

  /** The last batch, when so many more events fit into it. */
  private joined(events: number) {
    const last = this.batches.at(-1);
    return last && last.events.length + events <= BATCH_EVENTS ? this.batches.pop() : undefined;
  }
}
