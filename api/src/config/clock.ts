/** The only source of time. Milliseconds since 1970 UTC. */
export abstract class Clock {
  abstract now(): number;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** The last instant written, since most of what is decided at once is decided within one millisecond. */
let written = { ms: 0, text: '1970-01-01T00:00:00.000Z' };

/** An instant as events and views write it: ISO-8601 UTC with milliseconds. */
export function isoInstant(ms: number): string {
  if (ms !== written.ms) written = { ms, text: new Date(ms).toISOString() };
  return written.text;
}
