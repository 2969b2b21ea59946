import { randomUUID } from 'node:crypto';
import type { Answer, Browser } from './browser.js';

export const SENDS = 200;
/** 12 × $20 = $240 is the most that fits under $250. */
export const FITTING = 12;

export interface Refusal {
  readonly code: string;
  readonly params: { readonly remaining?: string };
}

/** SENDS of $20 at once, distributed over the browsers in turn. */
export function sendInParallel(
  browsers: readonly Browser[],
  send = (browser: Browser) => browser.send<Refusal>(),
): Promise<readonly Answer<Refusal>[]> {
  const sends = Array.from({ length: SENDS }, (_, place) => browsers[place % browsers.length]);
  return Promise.all(sends.flatMap((browser) => (browser ? [send(browser)] : [])));
}

/** A 503 leaves the outcome open (a busy machine may hit a deadline), so the same key is sent again. */
export async function sendUntilPromised(browser: Browser): Promise<Answer<Refusal>> {
  const key = randomUUID();
  for (;;) {
    const answer = await browser.send<Refusal>({}, key);
    if (answer.status !== 503) return answer;
  }
}

/** Number of responses per status. */
export function tally(answers: readonly Answer[]): Readonly<Record<number, number>> {
  const tallied: Record<number, number> = {};
  for (const answer of answers) tallied[answer.status] = (tallied[answer.status] ?? 0) + 1;
  return tallied;
}
