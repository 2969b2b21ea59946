import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { Position } from '../event-sourcing/event.js';
import type { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { Backoff, isOver } from '../config/backoff.js';
import type { LogPage, PageBuffer } from './page-buffer.js';

/** Events kept for those who join a little behind. */
const OVERLAP_EVENTS_LIMIT = 2_048;
/** Longest wait for a member's buffer while the feed itself is still behind the head. */
const CATCH_UP_PATIENCE_MS = 100;
const PATIENCE_STEP_MS = 5;

/** A consumer on the shared feed. */
export interface FeedMember {
  readonly buffer: PageBuffer;
  /** Called when the member was left behind: its buffer was full. */
  dropped(): void;
}

/** One follow over all prefixes for every consumer that stands where it stands (architecture §5, Subscriptions). */
export class LogFeed {
  private readonly members = new Set<FeedMember>();
  private readonly stopping = new AbortController();
  private recent: LogPage[] = [];
  /** What is behind the oldest recent page. */
  private recentAfter: Position = '';
  private through: Position = '';
  private running: Promise<void> | undefined;
  /** How often the follow ended without being asked to. */
  drops = 0;
  /** Since when the log cannot be followed; null while it can. */
  downSinceMs: number | null = null;

  constructor(
    private readonly log: EncryptedEventLog,
    private readonly prefixes: readonly string[],
  ) {}

  /**
   * Lets a consumer that has everything up to its buffer's `through` take part: what it misses is still here, or
   * nobody else is and the feed begins where it stands. False when it has to catch up by itself first.
   */
  join(member: FeedMember): boolean {
    if (this.stopping.signal.aborted) return false;
    const after = member.buffer.through;
    if (this.members.size === 0 && !this.running) this.beginAt(after);
    if (!this.accepts(member)) return false;
    for (const page of this.missedBy(member)) member.buffer.offer(page);
    this.members.add(member);
    this.running ??= this.run();
    return true;
  }

  /** True when nothing that the member misses is gone from here. */
  accepts(member: FeedMember): boolean {
    if (!this.running) return true;
    const events = this.missedBy(member).reduce((sum, page) => sum + page.events.length, 0);
    return member.buffer.through >= this.recentAfter && member.buffer.hasRoomFor(events);
  }

  leave(member: FeedMember): void {
    this.members.delete(member);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private missedBy(member: FeedMember): readonly LogPage[] {
    return this.recent.filter((page) => page.through > member.buffer.through);
  }

  private beginAt(after: Position): void {
    this.recent = [];
    this.recentAfter = after;
    this.through = after;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    const backoff = new Backoff();
    while (!signal.aborted && this.members.size > 0) {
      try {
        await this.follow(backoff);
      } catch {
        // The reason is the store's to report; whatever it was, the feed goes on from where it stood.
      }
      if (isOver(signal) || this.members.size === 0) break;
      this.drops++;
      this.downSinceMs ??= performance.now();
      await backoff.pause(signal);
    }
    // In the same turn as the last look at the members: whoever joins from now on starts a new run.
    this.running = undefined;
  }

  /** Returns when nobody is left, or when the follow ended. */
  private async follow(backoff: Backoff): Promise<void> {
    const own = new AbortController();
    const signal = AbortSignal.any([own.signal, this.stopping.signal]);
    try {
      const { log, prefixes, through } = this;
      for await (const page of log.follow({ after: through, prefixes, signal })) {
        backoff.reset();
        this.downSinceMs = null;
        this.handOver(page);
        if (!page.live) await this.waitForMembers();
        if (this.members.size === 0) return;
        await nextTurn();
      }
    } finally {
      own.abort();
    }
  }

  /** While everybody is behind together, reading once for all is worth a short wait; live, nobody is waited for. */
  private async waitForMembers(): Promise<void> {
    const deadline = performance.now() + CATCH_UP_PATIENCE_MS;
    const areBusy = () => [...this.members].some(({ buffer }) => !buffer.isLow);
    while (areBusy() && performance.now() < deadline && !this.stopping.signal.aborted) {
      await delay(PATIENCE_STEP_MS);
    }
  }

  private handOver(page: LogPage): void {
    this.keep(page);
    for (const member of this.members) {
      if (member.buffer.offer(page)) continue;
      this.members.delete(member);
      member.dropped();
    }
  }

  private keep(page: LogPage): void {
    this.recent.push(page);
    this.through = page.through;
    // Behind the head there is nobody to join: those who are ahead wait for nothing that is here.
    const limit = page.live ? OVERLAP_EVENTS_LIMIT : 0;
    let events = this.recent.reduce((sum, { events }) => sum + events.length, 0);
    while (events > limit && this.recent.length > 1) {
      const oldest = this.recent.shift();
      if (!oldest) return;
      events -= oldest.events.length;
      this.recentAfter = oldest.through;
    }
  }
}
