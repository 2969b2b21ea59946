import { setTimeout as delay } from 'node:timers/promises';

/** Longest first pause after a failure; it doubles with every consecutive failure. */
const FIRST_PAUSE_MS = 50;
/** Longest pause between two attempts. */
const LONGEST_PAUSE_MS = 5_000;

/** A function, because the signal can abort during any wait and TypeScript would assume it did not. */
export const isOver = (signal: AbortSignal): boolean => signal.aborted;

/** Growing, jittered pauses between attempts, so that not all callers that lost a store return at one instant. */
export class Backoff {
  private failures = 0;

  constructor(private readonly firstMs = FIRST_PAUSE_MS) {}

  reset(): void {
    this.failures = 0;
  }

  /** Waits before the next attempt; returns early when `signal` aborts. */
  async pause(signal: AbortSignal): Promise<void> {
    const longestMs = Math.min(LONGEST_PAUSE_MS, this.firstMs * 2 ** this.failures);
    this.failures++;
    await delay(longestMs * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
  }
}
