import { performance } from 'node:perf_hooks';

/** Advances the monotonic clock, so that cached values expire without waiting. Undo with `jest.restoreAllMocks()`. */
export function letTimePass(ms: number): void {
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + ms);
}
