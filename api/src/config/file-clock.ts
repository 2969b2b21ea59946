import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import type { Clock } from './clock.js';

/** The frozen instant is read again at most this often. */
const REREAD_MS = 1_000;

/** A clock that stands still at the ISO instant a file holds (FLIP_TEST_CLOCK, test mode only). */
export class FileClock implements Clock {
  #now: number;
  #readAtMs: number;

  /** @throws Error when the file holds no instant */
  constructor(private readonly path: string) {
    this.#now = instantIn(path);
    this.#readAtMs = performance.now();
  }

  now(): number {
    if (performance.now() - this.#readAtMs < REREAD_MS) return this.#now;
    this.#readAtMs = performance.now();
    this.#now = this.#reread();
    return this.#now;
  }

  /** A file that is just being written keeps the last instant. */
  #reread(): number {
    try {
      return instantIn(this.path);
    } catch {
      return this.#now;
    }
  }
}

function instantIn(path: string): number {
  const ms = Date.parse(readFileSync(path, 'utf8').trim());
  if (Number.isNaN(ms)) throw new Error(`${path} holds no ISO instant`);
  return ms;
}
