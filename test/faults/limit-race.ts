import type { ApiResponse, Browser } from '../support/browser.js';

export const SENDS = 200;
/** 12 × $20 = $240 is the largest total under $250. */
export const FITTING = 12;

export interface Refusal {
  readonly code: string;
  readonly params: { readonly remaining?: string };
}

/** SENDS of $20 at once, distributed over the browsers in turn. */
export function sendInParallel(browsers: readonly Browser[]): Promise<readonly ApiResponse<Refusal>[]> {
  const sends = Array.from({ length: SENDS }, (_, place) => browsers[place % browsers.length]);
  return Promise.all(sends.flatMap((browser) => (browser ? [browser.send<Refusal>()] : [])));
}

/** Number of responses per status. */
export function tally(responses: readonly ApiResponse[]): Readonly<Record<number, number>> {
  const tallied: Record<number, number> = {};
  for (const response of responses) tallied[response.status] = (tallied[response.status] ?? 0) + 1;
  return tallied;
}
