import type { SWRConfiguration } from 'swr';
import { ApiError } from './api-error';

/** After this many retries an error stays until the user retries. */
const ERROR_RETRY_COUNT = 5;
const FIRST_RETRY_MS = 1_000;

/** How the cache behaves everywhere: a refusal is final, a missing response is retried. */
export const swrOptions: SWRConfiguration = {
  dedupingInterval: 2_000,
  focusThrottleInterval: 5_000,
  errorRetryCount: ERROR_RETRY_COUNT,
  shouldRetryOnError: (error: unknown) => mayRetry(error),
  onErrorRetry: (...[error, , config, revalidate, { retryCount }]) => {
    if (!mayRetry(error) || retryCount > (config.errorRetryCount ?? ERROR_RETRY_COUNT)) return;
    setTimeout(() => void revalidate({ retryCount }), retryDelayMs(error, retryCount));
  },
};

/** True for errors that may pass: no response, a failing server, too many requests. */
export function mayRetry(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.outcomeUnknown || error.status === 429;
}

function retryDelayMs(error: unknown, retryCount: number): number {
  const wanted = error instanceof ApiError ? error.retryAfter : null;
  if (wanted !== null) return wanted * 1_000;
  return FIRST_RETRY_MS * 2 ** Math.min(retryCount, 5) * (0.5 + Math.random());
}
