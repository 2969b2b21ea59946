import { setTimeout as delay } from 'node:timers/promises';
import {
  BACKWARDS,
  END,
  FORWARDS,
  START,
  type BaseOptions,
  type EventStoreDBClient,
  type ReadAllOptions,
  type ReadStreamOptions,
  type RecordedEvent,
  type StreamingRead,
} from '@eventstore/db-client';
import type { Position } from '../../event-sourcing/event.js';
import { StoreUnavailable } from '../../config/store-unavailable.js';
import { BEGINNING, type StoredEvent } from '../event-store.port.js';
import { isMissingStream, readFailure } from './failures.js';
import { logPosition, positionText } from './position.js';

/** Longest time one read may take. */
export const READ_DEADLINE_MS = 2_000;
/** Events that one read asks for. */
export const READ_PAGE_LIMIT = 500;
/** The first call after a restart of the server fails on the old connection. */
const READ_ATTEMPT_LIMIT = 3;
const RETRY_PAUSE_MS = 50;

/** The one client of this process, and what goes with each of its calls. */
export interface OpenClient {
  readonly client: EventStoreDBClient;
  /** Credentials: an append without them goes another way, that keeps no deadline. The leader: nobody else is up to date. */
  readonly callOptions: BaseOptions;
}

/** A part of one stream; without `from` it begins at the end that the direction starts from. */
export interface StreamPage {
  readonly from?: bigint | undefined;
  readonly limit: number;
  readonly backwards: boolean;
}

/** Reads with a timer of their own: the client keeps no deadline of a read. */
export class EventStoreDbReads {
  constructor(private readonly open: OpenClient) {}

  /** Events of one stream; none when it is not there. @throws StoreUnavailable */
  async stream(stream: string, page: StreamPage, deadlineMs = READ_DEADLINE_MS): Promise<StoredEvent[]> {
    const { client, callOptions } = this.open;
    const { from, limit, backwards } = page;
    const options: ReadStreamOptions = {
      ...callOptions,
      direction: backwards ? BACKWARDS : FORWARDS,
      fromRevision: from ?? (backwards ? END : START),
      maxCount: limit,
    };
    const found = await attempted(() => client.readStream(stream, options), deadlineMs);
    return found.flatMap(({ event }) => (event ? [storedEvent(event)] : []));
  }

  /** The first events of all streams after a position. @throws StoreUnavailable */
  async allAfter(after: Position, limit: number): Promise<StoredEvent[]> {
    const { client, callOptions } = this.open;
    // Reading begins with the event at the position, following a subscription does not.
    const fromPosition = logPosition(after) ?? START;
    const options: ReadAllOptions = {
      ...callOptions,
      direction: FORWARDS,
      fromPosition,
      maxCount: limit + 1,
    };
    const found = await attempted(() => client.readAll(options), READ_DEADLINE_MS);
    const events = found.flatMap(({ event }) => (event ? [storedEvent(event)] : []));
    return events.filter((event) => event.position > after).slice(0, limit);
  }

  /** Position of the last event of all. @throws StoreUnavailable */
  async head(): Promise<Position> {
    const { client, callOptions } = this.open;
    const options: ReadAllOptions = { ...callOptions, direction: BACKWARDS, fromPosition: END, maxCount: 1 };
    const [last] = await attempted(() => client.readAll(options), READ_DEADLINE_MS);
    return last?.event ? positionText(last.event.position) : BEGINNING;
  }
}

/** An event as the client hands it over. @throws Error when the server does not tell its position */
export function storedEvent(recorded: RecordedEvent): StoredEvent {
  const { id, type, streamId, revision, data, metadata, position } = recorded;
  const place = positionText(position ?? { commit: -1n, prepare: -1n });
  return { id, type, stream: streamId, revision, position: place, data, metadata };
}

async function attempted<T>(read: () => StreamingRead<T>, deadlineMs: number): Promise<T[]> {
  const deadlineAtMs = performance.now() + deadlineMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await collected(read(), deadlineAtMs - performance.now());
    } catch (error) {
      if (isMissingStream(error)) return [];
      const leftMs = deadlineAtMs - performance.now();
      if (attempt >= READ_ATTEMPT_LIMIT || leftMs <= RETRY_PAUSE_MS) throw readFailure(error);
      await delay(RETRY_PAUSE_MS * (0.5 + Math.random() / 2));
    }
  }
}

async function collected<T>(reading: StreamingRead<T>, limitMs: number): Promise<T[]> {
  // An error of the call after this read has ended must find a listener, or it ends the process.
  reading.on('error', () => undefined);
  const timer = setTimeout(() => {
    reading.destroy(new StoreUnavailable('The event store did not answer a read in time'));
  }, limitMs);
  const items: T[] = [];
  try {
    for await (const item of reading) items.push(item);
    return items;
  } catch (error) {
    reading.cancel().catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
