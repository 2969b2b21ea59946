import { useSyncExternalStore } from 'react';

/** When the browser went offline; null while it is online. */
let lostAtMs: number | null = null;

function readLostAtMs(): number | null {
  if (navigator.onLine) lostAtMs = null;
  else lostAtMs ??= Date.now();
  return lostAtMs;
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/** When the browser went offline, or null: the data on screen is older than that. */
export function useOfflineSince(): number | null {
  return useSyncExternalStore(subscribe, readLostAtMs, () => null);
}

/** False while the browser is offline: sending is paused and explains why. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}
