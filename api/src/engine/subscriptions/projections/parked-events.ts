import type { EncryptedEventLog } from '../../event-store/encrypted-event-log.js';
import type { LogEntry } from '../../event-store/codec.js';
import type { EventPlace } from '../../event-store/event-store.port.js';

/** Where a parked event is in the log. */
export type ParkedPlace = Pick<EventPlace, 'stream' | 'position'>;

/** Reads parked events again, in the order of the log: decoded, or with the reason why they still cannot be. */
export async function readParked(
  log: EncryptedEventLog,
  parked: readonly ParkedPlace[],
): Promise<LogEntry[]> {
  const positions = new Set(parked.map(({ position }) => position));
  const entries: LogEntry[] = [];
  for (const stream of new Set(parked.map((place) => place.stream)))
    for await (const entry of log.entries(stream))
      if (positions.has(entry.stored.position)) entries.push(entry);
  return entries.sort((one, other) => (one.stored.position < other.stored.position ? -1 : 1));
}
