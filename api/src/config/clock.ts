import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

/** The only source of time. */
export abstract class Clock {
  /** Milliseconds since 1970 UTC. */
  abstract now(): number;
  /** Milliseconds that passed, whatever the clock is set to, sleep included; absent for a clock that tests set. */
  readonly elapsed?: () => number;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now(), elapsed: () => uptime() * 1_000 };

/** An instant as stored in events and views: ISO-8601 UTC with milliseconds. */
export function isoInstant(ms: number): string {
  return new Date(ms).toISOString();
}

/** A clock frozen at the ISO instant in a file (FLIP_TEST_CLOCK, test mode only). */
export class FileClock implements Clock {
  #nowMs: number;

  /** @throws Error when the file does not contain an instant */
  constructor(private readonly path: string) {
    this.#nowMs = instantIn(path);
  }

  now(): number {
    try {
      this.#nowMs = instantIn(this.path);
    } catch {
      // The file is being written: keep the last instant.
    }
    return this.#nowMs;
  }
}

function instantIn(path: string): number {
  const ms = Date.parse(readFileSync(path, 'utf8').trim());
  if (Number.isNaN(ms)) throw new Error(`${path} contains no ISO instant`);
  return ms;
}
