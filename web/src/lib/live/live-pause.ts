import { withoutReads } from '../api/session-reads';

const listeners = new Set<(isPaused: boolean) => void>();
let isPaused = false;

/** Calls back with whether live updates are paused, now and whenever that changes; returns a function that stops it. */
export function onLivePause(listener: (isPaused: boolean) => void): () => void {
  listeners.add(listener);
  listener(isPaused);
  return () => {
    listeners.delete(listener);
  };
}

/**
 * Ends the session, from its command to the next screen, while nothing is read: a read after the end would be refused, and
 * look like a lost session that leads to /signin. Updates resume when it fails, otherwise with the next session.
 */
export async function withLivePaused(endSession: () => Promise<void>): Promise<void> {
  setPaused(true);
  try {
    await withoutReads(endSession);
    isPaused = false;
  } catch (error) {
    setPaused(false);
    throw error;
  }
}

function setPaused(paused: boolean): void {
  isPaused = paused;
  for (const listener of listeners) listener(paused);
}
