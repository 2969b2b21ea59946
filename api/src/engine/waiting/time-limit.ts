import { once } from 'node:events';

/** The result of `promise`; rejects with `tooLate()` after `limitMs`. The promise continues, and its result is ignored. */
export async function within<T>(promise: Promise<T>, limitMs: number, tooLate: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate()), limitMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The result of `promise`; rejects with the signal's reason as soon as it aborts. Without a signal nothing aborts. */
export async function unlessAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return promise;
  const done = new AbortController();
  const abort = signal.aborted ? Promise.resolve() : once(signal, 'abort', { signal: done.signal });
  const aborted = abort.then(() => signal.throwIfAborted()) as Promise<never>;
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    done.abort();
  }
}
