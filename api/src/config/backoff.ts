import { setTimeout as delay } from 'node:timers/promises';

/** First pause after a failure; each further one in a row may be twice as long. */
const FIRST_PAUSE_MS = 50;
/** Longest pause between two tries. */
const LONGEST_PAUSE_MS = 10_000;

/** A signal read anew: it can end during any wait. */
export const isOver = (signal: AbortSignal): boolean => signal.aborted;

/** Growing, jittered pauses between tries, so that many who lost a store do not return at one instant. */
export class Backoff {
  private failures = 0;

  constructor(private readonly firstMs = FIRST_PAUSE_MS) {}

  reset(): void {
    this.failures = 0;
  }

  /** Waits before the next try; returns early when `signal` ends the work. */
  async pause(signal: AbortSignal): Promise<void> {
    const longestMs = Math.min(LONGEST_PAUSE_MS, this.firstMs * 2 ** this.failures);
    this.failures++;
    await delay(longestMs * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
  }
}
