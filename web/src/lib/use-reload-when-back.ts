import { useEffect } from 'react';
import { storageKeys } from './api/keys';
import { reloadPage } from './reload-page';
import { storage } from './storage';

/** How often to check whether the server is back. */
const CHECK_EVERY_MS = 3_000;
/** A page that fails again this soon after a reload is not reloaded automatically. */
const RELOAD_AGAIN_AFTER_MS = 60_000;

/**
 * Loads the page again as soon as the server responds. Browsers do not request code that could not be fetched twice on
 * one page, and a reload without a server would leave the sender with the browser's own error page.
 */
export function useReloadWhenBack(waiting: boolean): void {
  useEffect(() => {
    if (!waiting || reloadedLately()) return undefined;
    const check = () => void reloadIfBack();
    // It may only have newer files.
    check();
    const timer = setInterval(check, CHECK_EVERY_MS);
    window.addEventListener('online', check);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', check);
    };
  }, [waiting]);
}

async function reloadIfBack(): Promise<void> {
  const response = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (!response?.ok || reloadedLately()) return;
  storage('session').set(storageKeys.reloadedAt, String(Date.now()));
  reloadPage();
}

function reloadedLately(): boolean {
  const agoMs = Date.now() - Number(storage('session').get(storageKeys.reloadedAt) ?? 0);
  // Negative after the clock was put back: how long ago is not known then.
  return agoMs >= 0 && agoMs < RELOAD_AGAIN_AFTER_MS;
}
