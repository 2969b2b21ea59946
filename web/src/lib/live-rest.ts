import { withoutReads } from './session-reads';

const listeners = new Set<(isResting: boolean) => void>();
let isResting = false;

/** Calls back with whether live changes rest, now and whenever that changes; returns a function that stops it. */
export function onLiveRest(listener: (isResting: boolean) => void): () => void {
  listeners.add(listener);
  listener(isResting);
  return () => {
    listeners.delete(listener);
  };
}

/**
 * Ends the session, from its command to the next screen, while nothing is read: a read after the end would be refused, and
 * look like a lost session that leads to /signin. Everything goes on when it fails; else with the next session.
 */
export async function withoutLive(endSession: () => Promise<void>): Promise<void> {
  tell(true);
  try {
    await withoutReads(endSession);
    isResting = false;
  } catch (error) {
    tell(false);
    throw error;
  }
}

function tell(rests: boolean): void {
  isResting = rests;
  for (const listener of listeners) listener(rests);
}
