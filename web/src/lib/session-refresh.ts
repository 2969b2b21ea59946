import { apiErrorOf } from './api-error';

const LOCK = 'flip:refresh';
const REFRESHED_AT = 'flip:refreshed-at';

let running: Promise<boolean> | null = null;

/**
 * Renews the session once for all requests that found it expired, in this tab and in others.
 * Returns false when the session is over. `sentAtMs`: when the refused request was sent.
 */
export function refreshSession(
  sentAtMs: number,
  post: (path: string) => Promise<Response>,
): Promise<boolean> {
  running ??= underLock(() => refreshUnlessDone(sentAtMs, post)).finally(() => {
    running = null;
  });
  return running;
}

async function refreshUnlessDone(
  sentAtMs: number,
  post: (path: string) => Promise<Response>,
): Promise<boolean> {
  // Another tab renewed the shared cookies while this one waited for the lock.
  if (readRefreshedAt() > sentAtMs) return true;
  const response = await post('/auth/refresh');
  if (response.ok) writeRefreshedAt(Date.now());
  // Only a refusal ends the session: a failing server may renew it next time.
  if (!response.ok && response.status !== 401) throw await apiErrorOf(response);
  return response.ok;
}

async function underLock(work: () => Promise<boolean>): Promise<boolean> {
  if (!('locks' in navigator)) return work();
  return await navigator.locks.request(LOCK, work);
}

function readRefreshedAt(): number {
  try {
    return Number(localStorage.getItem(REFRESHED_AT) ?? 0);
  } catch {
    return 0;
  }
}

function writeRefreshedAt(atMs: number): void {
  try {
    localStorage.setItem(REFRESHED_AT, String(atMs));
  } catch {
    // Without storage every tab renews the session itself.
  }
}
