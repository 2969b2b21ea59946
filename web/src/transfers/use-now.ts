import { useSyncExternalStore } from 'react';

/** How often a screen that shows "minutes ago" reads the clock. */
const TICK_MS = 10_000;

/** The current time in ms, as of the last tick. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / TICK_MS) * TICK_MS);
}

function subscribe(onTick: () => void): () => void {
  const timer = setInterval(onTick, TICK_MS);
  return () => {
    clearInterval(timer);
  };
}
