import { setImmediate as nextTurn } from 'node:timers/promises';

/** A turn of the event loop that takes longer served others. */
const QUIET_TURN_MS = 0.3;

/** Lets others go first: resolves after a turn of the event loop in which nothing else was done, or after `longestMs`. */
export async function untilQuiet(longestMs: number): Promise<void> {
  const sinceMs = performance.now();
  for (let nowMs = sinceMs; ;) {
    await nextTurn();
    const turnMs = performance.now() - nowMs;
    nowMs += turnMs;
    if (turnMs <= QUIET_TURN_MS || nowMs - sinceMs >= longestMs) return;
  }
}
