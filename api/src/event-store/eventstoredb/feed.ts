import type { AllStreamResolvedEvent, AllStreamSubscription, Position } from '@eventstore/db-client';

/** What a subscription hands over, in store order: an event, or how far the server has looked without a match. */
export type FeedItem = AllStreamResolvedEvent | FeedCheckpoint;

/** A checkpoint on its way through the buffer, behind the events that came before it. */
export class FeedCheckpoint {
  constructor(readonly position: Position) {}
}

/** Puts a checkpoint behind what waits already: the client would tell of it at once, ahead of those events. */
export function queueCheckpoint(subscription: AllStreamSubscription, position: Position): void {
  subscription.push(new FeedCheckpoint(position));
}

/**
 * One subscription of the client, read item by item when its reader is ready: what is not read yet waits in a bounded
 * buffer, then at the server. Read like this rather than by `for await`, so that a page takes all that has come.
 */
export class EventFeed {
  private wake: (() => void) | undefined;
  private end: Error | undefined;

  constructor(private readonly subscription: AllStreamSubscription) {
    const ring = () => this.wake?.();
    subscription.on('readable', ring);
    subscription.on('end', () => this.ended(new Error('The event store ended a subscription')));
    subscription.on('close', () => this.ended(new Error('The event store closed a subscription')));
    // Stays for good: an error of a call that was stopped has no listener else, and would end the process.
    subscription.on('error', (error) => this.ended(error));
  }

  /** Why nothing more comes; undefined while it may. */
  get failure(): Error | undefined {
    return this.end;
  }

  /** True while items wait to be read. */
  get hasMore(): boolean {
    return this.subscription.readableLength > 0;
  }

  next(): FeedItem | null {
    return this.subscription.read() as FeedItem | null;
  }

  /** False when nothing came for `limitMs`; true also when the feed ended or `signal` did. */
  async comes(limitMs: number, signal: AbortSignal): Promise<boolean> {
    if (this.hasMore || this.end || signal.aborted) return true;
    return new Promise((resolve) => {
      const settle = (came: boolean) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', ring);
        this.wake = undefined;
        resolve(came);
      };
      const ring = () => settle(true);
      const timer = setTimeout(() => settle(false), limitMs);
      signal.addEventListener('abort', ring, { once: true });
      this.wake = ring;
    });
  }

  stop(): void {
    this.subscription.unsubscribe().catch(() => undefined);
    this.subscription.destroy();
  }

  private ended(reason: Error): void {
    this.end ??= reason;
    this.wake?.();
  }
}
