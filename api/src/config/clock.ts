import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { ConfigurationError } from './read-config.js';

/** The only source of time. */
export abstract class Clock {
  /** Milliseconds since 1970 UTC. */
  abstract now(): number;
  /** Milliseconds that passed, independent of the clock's setting and including sleep; absent for a clock that tests set. */
  readonly elapsed?: () => number;
}

/** How old the answer about the passed time may be: reading it opens a file of the system, and each command asks several times. */
const UPTIME_VALID_MS = 100;
let uptimeRead = { atMs: -Infinity, elapsedMs: 0 };

/** Read again as soon as the clock has moved, also by being set or by a sleep. */
function elapsed(): number {
  const atMs = Date.now();
  if (Math.abs(atMs - uptimeRead.atMs) >= UPTIME_VALID_MS) uptimeRead = { atMs, elapsedMs: uptime() * 1_000 };
  return uptimeRead.elapsedMs;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now(), elapsed };

/** An instant as stored in events and views: ISO-8601 UTC with milliseconds. */
export function isoInstant(ms: number): string {
  return new Date(ms).toISOString();
}

/** A clock frozen at the ISO instant in a file (FLIP_TEST_CLOCK, test mode only). */
export class FileClock implements Clock {
  #nowMs = NaN;

  /** @throws ConfigurationError when the file does not contain an instant */
  constructor(private readonly path: string) {
    if (Number.isNaN(this.now()))
      throw new ConfigurationError(`FLIP_TEST_CLOCK: ${path} contains no ISO instant`);
  }

  /** While the file is being written it keeps the last instant. */
  now(): number {
    try {
      const ms = Date.parse(readFileSync(this.path, 'utf8').trim());
      if (!Number.isNaN(ms)) this.#nowMs = ms;
    } catch {
      // Replaced at this moment, or not a file, which the constructor refuses.
    }
    return this.#nowMs;
  }
}
