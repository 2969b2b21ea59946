import type { Locale } from '@kernel/accounts';
import type { PasswordReply, PasswordQuestion, PasswordVerdict } from './password-estimate';

let worker: Worker | null = null;
let questions = 0;
const waiting = new Map<number, (verdict: PasswordVerdict | null) => void>();

/** Fetches the word lists, off the main thread, before the first password is typed. */
export function loadWordLists(language: Locale): void {
  void ask({ language, password: null, ownWords: [] });
}

/** How hard a password is to guess; null when that cannot be known here. The server has the last word. */
export function judgePassword(
  password: string,
  ownWords: readonly string[],
  language: Locale,
): Promise<PasswordVerdict | null> {
  return ask({ language, password, ownWords: ownWords.filter(Boolean) });
}

function ask(question: Omit<PasswordQuestion, 'id'>): Promise<PasswordVerdict | null> {
  worker ??= startWorker();
  const id = (questions += 1);
  worker.postMessage({ ...question, id } satisfies PasswordQuestion);
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
    // Its code did not load: nothing is known now, and the next question tries again.
    worker = null;
    for (const resolve of waiting.values()) resolve(null);
    waiting.clear();
  };
  return started;
}
