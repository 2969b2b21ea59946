import type { Position } from '../event-sourcing/event.js';
import type { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import type { LogEntry } from '../event-store/codec.js';
import type { StoredEvent } from '../event-store/event-store.port.js';
import { reasonOf } from './projection-fold.js';

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
    for await (const stored of log.store.read(stream)) {
      if (positions.has(stored.position)) entries.push(await decoded(log, stored));
    }
  }
  return entries.sort((one, other) => (one.stored.position < other.stored.position ? -1 : 1));
}

async function decoded(log: EncryptedEventLog, stored: StoredEvent): Promise<LogEntry> {
  try {
    for await (const event of log.read(stored.stream, { from: stored.revision, limit: 1 })) {
      return { event, stored };
    }
    return { undecodable: 'the event is gone', stored };
  } catch (error) {
    return { undecodable: reasonOf(error), stored };
  }
}
