import type { Locale } from '@kernel/people/accounts';
import type { PasswordReply, PasswordRequest, PasswordVerdict } from './password-estimate';

let worker: Worker | null = null;
let requests = 0;
const waiting = new Map<number, (verdict: PasswordVerdict | null) => void>();

/** Fetches the word lists, off the main thread, before the first password is typed. */
export function loadWordLists(language: Locale): void {
  void request({ language, password: null, ownWords: [] });
}

/** How hard a password is to guess; null when that cannot be known here. The server decides. */
export function judgePassword(
  password: string,
  ownWords: readonly string[],
  language: Locale,
): Promise<PasswordVerdict | null> {
  return request({ language, password, ownWords: ownWords.filter(Boolean) });
}

function request(request: Omit<PasswordRequest, 'id'>): Promise<PasswordVerdict | null> {
  worker ??= startWorker();
  const id = (requests += 1);
  worker.postMessage({ ...request, id } satisfies PasswordRequest);
  return new Promise((resolve) => {
    waiting.set(id, resolve);
  });
}

function startWorker(): Worker {
  const started = new Worker(new URL('./password.worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data }: MessageEvent<PasswordReply>) => {
    waiting.get(data.id)?.(data.verdict);
    waiting.delete(data.id);
  };
  started.onerror = () => {
    // Its code did not load: nothing is known now, and the next request tries again.
    worker = null;
    for (const resolve of waiting.values()) resolve(null);
    waiting.clear();
  };
  return started;
}
