import { useSyncExternalStore } from 'react';

/** When the network was lost, as far as the browser knows; null while it is there. */
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

/** When the network was lost, or null: what is shown was loaded before that. */
export function useOfflineSince(): number | null {
  return useSyncExternalStore(subscribe, readLostAtMs, () => null);
}

/** False while the browser knows that it has no network: sending is paused and says why. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}
