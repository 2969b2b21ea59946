import { isOver } from '../../waiting/backoff.js';

/** The work on the keys of one queue. */
export interface QueuedWork {
  /** Most keys in progress now. */
  limit(): number;
  /** Keys that go before those that have waited longer. */
  goesFirst?(key: string): boolean;
  /** A throw ends all queues: it means that our own stores do not work. */
  work(key: string, signal: AbortSignal): Promise<void>;
}

/**
 * Keys in named queues that are worked all the time: each queue is filled up to its own limit as soon as something waits
 * in it, so that no work waits for the slowest one before it or for another queue. A key is in progress once at a time,
 * regardless of the number of queues it is in; added again in the meantime, it follows. Keys that another process works are
 * dropped, and so is every key while the queues are not worked: whoever works them finds them.
 */
export class WorkQueues<Name extends string> {
  private readonly names: readonly Name[];
  private readonly waiting = new Map<Name, Set<string>>();
  private readonly inProgress = new Map<string, Promise<void>>();
  private readonly counts = new Map<Name, number>();
  private signal: AbortSignal | undefined;
  private isOurs: (key: string) => boolean = () => false;
  private fail: (error: unknown) => void = () => undefined;

  /** @param capacity most waiting keys of one queue */
  constructor(
    private readonly queues: Readonly<Record<Name, QueuedWork>>,
    private readonly capacity: number,
  ) {
    this.names = Object.keys(queues) as Name[];
    for (const name of this.names) this.waiting.set(name, new Set());
  }

  /** Starts the key now if its queue is not full. False when too many wait already: it has to be added again later. */
  add(name: Name, key: string): boolean {
    if (!this.isOurs(key)) return true;
    const waiting = this.waitingIn(name);
    if (waiting.size >= this.capacity) return false;
    waiting.add(key);
    this.fill();
    return true;
  }

  waits(name: Name, key: string): boolean {
    return this.waitingIn(name).has(key);
  }

  keysInProgress(): Iterable<string> {
    return this.inProgress.keys();
  }

  /** Starts what may start. Needed only after a limit has risen. */
  fill(): void {
    for (const name of this.names) while (this.startNext(name));
  }

  /**
   * Works the queues until `signal` aborts, then waits for what is in progress. A key begins only while it `isOurs`.
   * @throws what a work has thrown
   */
  async run(signal: AbortSignal, isOurs: (key: string) => boolean): Promise<void> {
    const failed = new AbortController();
    this.fail = (error) => failed.abort(error);
    this.signal = AbortSignal.any([signal, failed.signal]);
    this.isOurs = isOurs;
    this.fill();
    await aborted(this.signal);
    await Promise.all(this.inProgress.values());
    this.signal = undefined;
    this.isOurs = () => false;
    if (isOver(failed.signal)) throw failed.signal.reason;
  }

  private startNext(name: Name): boolean {
    const { signal } = this;
    if (!signal || isOver(signal) || this.countOf(name) >= this.queues[name].limit()) return false;
    const key = this.nextOf(name);
    if (key === undefined) return false;
    this.waitingIn(name).delete(key);
    this.counts.set(name, this.countOf(name) + 1);
    // Begun after this function, in which it may add the same key again.
    this.inProgress.set(
      key,
      Promise.resolve().then(() => this.workOn(name, key, signal)),
    );
    return true;
  }

  private async workOn(name: Name, key: string, signal: AbortSignal): Promise<void> {
    try {
      await this.queues[name].work(key, signal);
    } catch (error) {
      this.fail(error);
    }
    this.counts.set(name, this.countOf(name) - 1);
    this.inProgress.delete(key);
    this.fill();
  }

  private nextOf(name: Name): string | undefined {
    const queue = this.queues[name];
    let longest: string | undefined;
    for (const key of this.waitingIn(name)) {
      if (this.inProgress.has(key)) continue;
      if (!this.isOurs(key)) {
        this.waitingIn(name).delete(key);
        continue;
      }
      if (queue.goesFirst?.(key) ?? true) return key;
      longest ??= key;
    }
    return longest;
  }

  private waitingIn(name: Name): Set<string> {
    return this.waiting.get(name) ?? new Set();
  }

  private countOf(name: Name): number {
    return this.counts.get(name) ?? 0;
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
