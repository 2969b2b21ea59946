import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Position } from '../event-sourcing/event.js';
import type { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { Backoff, isOver } from '../config/backoff.js';
import type { Bell } from './bell.js';
import type { FeedMember, LogFeed } from './log-feed.js';
import { PageBuffer } from './page-buffer.js';

/** Fills one consumer's buffer: from the shared feed where it can, by a follow of its own where it is behind. */
export class Intake implements FeedMember {
  readonly buffer: PageBuffer;
  /** How often a follow of its own ended without being asked to. */
  drops = 0;
  private ownDownSinceMs: number | null = null;
  private isSharing = false;
  private left: (() => void) | undefined;

  /** Without a feed it never shares: a rebuild reads for itself. */
  constructor(
    private readonly log: EncryptedEventLog,
    private readonly prefixes: readonly string[],
    private readonly options: { readonly filled: Bell; readonly feed?: LogFeed },
  ) {
    this.buffer = new PageBuffer(prefixes, options.filled);
  }

  /** Since when nothing can be read; null while it can. */
  get downSinceMs(): number | null {
    return this.isSharing ? (this.options.feed?.downSinceMs ?? null) : this.ownDownSinceMs;
  }

  /** Goes on from `after` until `signal`; whatever ends without being asked to is begun again where it stood. */
  async run(after: Position, signal: AbortSignal): Promise<void> {
    const backoff = new Backoff();
    this.buffer.restart(after);
    signal.addEventListener('abort', () => this.buffer.freeRoom(), { once: true });
    while (!signal.aborted) {
      if (await this.share(signal)) continue;
      try {
        if (await this.catchUp(signal, backoff)) continue;
      } catch {
        // The reason is the store's to report; the consumer goes on from where it stood.
      }
      if (isOver(signal)) return;
      this.drops++;
      this.ownDownSinceMs ??= performance.now();
      await backoff.pause(signal);
    }
  }

  dropped(): void {
    this.left?.();
  }

  /** Takes part in the shared feed for as long as it keeps up. False when it is too far behind to join. */
  private async share(signal: AbortSignal): Promise<boolean> {
    const { feed } = this.options;
    if (!feed || signal.aborted) return false;
    const out = new Promise<void>((resolve) => (this.left = resolve));
    if (!feed.join(this)) return false;
    const leave = () => this.left?.();
    signal.addEventListener('abort', leave, { once: true });
    this.isSharing = true;
    await out;
    this.isSharing = false;
    signal.removeEventListener('abort', leave);
    feed.leave(this);
    return true;
  }

  /** Reads by itself. True when it has reached the shared feed and may join. */
  private async catchUp(signal: AbortSignal, backoff: Backoff): Promise<boolean> {
    const own = new AbortController();
    const both = AbortSignal.any([own.signal, signal]);
    const { log, prefixes, buffer } = this;
    try {
      for await (const page of log.follow({ after: buffer.through, prefixes, signal: both })) {
        backoff.reset();
        this.ownDownSinceMs = null;
        await buffer.low(signal);
        if (signal.aborted) return false;
        if (!buffer.offer(page)) throw new Error('a buffer with little in it takes any page');
        if (page.live && this.options.feed?.accepts(this)) return true;
        await nextTurn();
      }
      return false;
    } finally {
      own.abort();
    }
  }
}
