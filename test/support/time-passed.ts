import { performance } from 'node:perf_hooks';

/** Moves the monotonic clock ahead, so that cached values expire without waiting. Undo with `jest.restoreAllMocks()`. */
export function letTimePass(ms: number): void {
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + ms);
}
