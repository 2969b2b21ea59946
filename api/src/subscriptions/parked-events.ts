import type { Position } from '../event-sourcing/event.js';
import type { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import type { LogEntry } from '../event-store/codec.js';

interface Place {
  readonly stream: string;
  readonly position: Position;
}

/** Reads parked events again, in the order of the log: decoded, or with the reason why they still cannot be. */
export async function readParked(log: EncryptedEventLog, parked: readonly Place[]): Promise<LogEntry[]> {
  const streams = new Map<string, Set<Position>>();
  for (const { stream, position } of parked) {
    streams.set(stream, (streams.get(stream) ?? new Set()).add(position));
  }
  const entries: LogEntry[] = [];
  for (const [stream, positions] of streams) {
    for await (const entry of log.entries(stream))
      if (positions.has(entry.stored.position)) entries.push(entry);
  }
  return entries.sort((one, other) => (one.stored.position < other.stored.position ? -1 : 1));
}
