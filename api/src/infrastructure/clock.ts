/** The only source of time. Milliseconds since 1970 UTC. */
export interface Clock {
  now(): number;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** An instant as events and views write it: ISO-8601 UTC with milliseconds. */
export function isoInstant(ms: number): string {
  return new Date(ms).toISOString();
}
