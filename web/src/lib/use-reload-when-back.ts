import { useEffect } from 'react';
import { storageKeys } from './keys';
import { reloadPage } from './reload-page';

/** How often the server is asked whether it is there again. */
const ASK_EVERY_MS = 3_000;
/** A page that fails again this soon after a reload is not loaded again by itself. */
const RELOAD_AGAIN_AFTER_MS = 60_000;

/**
 * Loads the page again as soon as the server responds. Browsers do not request code that could not be fetched twice on
 * one page, and a reload without a server would leave the sender with the browser's own error page.
 */
export function useReloadWhenBack(waiting: boolean): void {
  useEffect(() => {
    if (!waiting || reloadedLately()) return undefined;
    const ask = () => void reloadIfBack();
    // It may only have newer files.
    ask();
    const timer = setInterval(ask, ASK_EVERY_MS);
    window.addEventListener('online', ask);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', ask);
    };
  }, [waiting]);
}

async function reloadIfBack(): Promise<void> {
  const response = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (!response?.ok || reloadedLately()) return;
  sessionStorage.setItem(storageKeys.reloadedAt, String(Date.now()));
  reloadPage();
}

function reloadedLately(): boolean {
  const at = Number(sessionStorage.getItem(storageKeys.reloadedAt) ?? 0);
  return Date.now() - at < RELOAD_AGAIN_AFTER_MS;
}
