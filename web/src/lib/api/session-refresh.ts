import { apiErrorOf } from './api-error';
import { storageKeys } from './keys';
import type { PathOf } from './requests';
import { storage } from '../storage';

const LOCK = 'flip:refresh';

let running: Promise<boolean> | null = null;

/** Changes with each renewal of the session, in this tab or another. */
export function lastRenewal(): string | null {
  return storage('local').get(storageKeys.renewal);
}

/**
 * Renews the session once for all requests that found it expired, in this tab and in others.
 * Returns false when the session is over. `before`: the last renewal when the refused request was sent.
 */
export function refreshSession(
  before: string | null,
  post: (path: PathOf<'post'>) => Promise<Response>,
): Promise<boolean> {
  running ??= underLock(() => refreshUnlessDone(before, post)).finally(() => {
    running = null;
  });
  return running;
}

async function refreshUnlessDone(
  before: string | null,
  post: (path: PathOf<'post'>) => Promise<Response>,
): Promise<boolean> {
  // Another tab renewed the shared cookies while this one waited for the lock.
  if (lastRenewal() !== before) return true;
  const response = await post('/auth/refresh');
  if (response.ok) storage('local').mark(storageKeys.renewal);
  // Only a refusal ends the session: a failing server may renew it next time.
  if (!response.ok && response.status !== 401) throw await apiErrorOf(response);
  return response.ok;
}

/** Without the lock where the browser has none, or refuses it like all site data: tabs may then renew at the same time. */
async function underLock(work: () => Promise<boolean>): Promise<boolean> {
  if (!('locks' in navigator)) return work();
  let begun: Promise<boolean> | undefined;
  await navigator.locks.request(LOCK, () => (begun = work())).catch(() => undefined);
  return begun ?? work();
}
