import type { SWRConfiguration } from 'swr';
import { ApiError } from './api-error';
import { swrOptions } from './swr-options';

const failure = (status: number, retryAfter: number | null = null) =>
  new ApiError({ status, code: 'x', message: '', retryAfter });
const retried = jest.fn<Promise<boolean>, []>(() => Promise.resolve(true));

/** Reports an error as SWR does, after so many retries. */
function fail(error: ApiError, retryCount = 1): void {
  const report = swrOptions.onErrorRetry as NonNullable<SWRConfiguration['onErrorRetry']>;
  const config = swrOptions as Parameters<typeof report>[2];
  report(error, 'key', config, retried, { retryCount, dedupe: true });
}

beforeEach(() => {
  jest.useFakeTimers();
  retried.mockClear();
});
afterEach(() => {
  jest.useRealTimers();
});

it('a read is repeated when the server asked for it', () => {
  fail(failure(503, 7));
  jest.advanceTimersByTime(6_999);
  expect(retried).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(retried).toHaveBeenCalledTimes(1);
});

it('a refusal is final, and so is a failure after five retries', () => {
  fail(failure(404));
  fail(failure(500), 6);
  jest.advanceTimersByTime(600_000);
  expect(retried).not.toHaveBeenCalled();
});
