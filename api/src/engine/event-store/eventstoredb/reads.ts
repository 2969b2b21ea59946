import { setTimeout as delay } from 'node:timers/promises';
import {
  BACKWARDS,
  END,
  FORWARDS,
  START,
  type BaseOptions,
  type EventStoreDBClient,
  type Position as LogPosition,
  type ReadAllOptions,
  type ReadStreamOptions,
  type RecordedEvent,
  type StreamingRead,
} from '@eventstore/db-client';
import type { Position } from '../../../event-sourcing/event.js';
import { StoreUnavailable } from '../../storage/store-unavailable.js';
import { BEGINNING, type StoredEvent } from '../event-store.port.js';
import type { StreamPage } from '../stream-pages.js';
import { isMissingStream, refusal } from './failures.js';

/** Longest time of one read. */
export const READ_DEADLINE_MS = 2_000;
/** The first call after a server restart fails on the old connection. */
const READ_ATTEMPT_LIMIT = 3;
const RETRY_PAUSE_MS = 50;

/** Every digit of an unsigned 64-bit number, so that text order is number order. */
const POSITION_DIGITS = 20;
const LARGEST = 2n ** 63n - 1n;
const POSITION_TEXT = /^(\d{20})(?::(\d{20}))?$/;

/** The one client of this process, and the options of each call. */
export interface OpenClient {
  readonly client: EventStoreDBClient;
  /** Credentials: an append without them uses the batch call, which has no deadline. Leader: other nodes may lag. */
  readonly callOptions: BaseOptions;
}

/** Reads with our own timer: the client has no deadline for a read. */
export class EventStoreDbReads {
  constructor(
    private readonly open: OpenClient,
    private readonly deadlineMs = READ_DEADLINE_MS,
  ) {}

  /** Events of one stream; none when it is missing. @throws StoreUnavailable */
  async stream(stream: string, page: StreamPage, deadlineMs = this.deadlineMs): Promise<StoredEvent[]> {
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
    const fromPosition = logPosition(after) ?? START;
    // A read includes the event at the position; a subscription does not.
    const events = await this.all({ direction: FORWARDS, fromPosition, maxCount: limit + 1 });
    return events.filter((event) => event.position > after).slice(0, limit);
  }

  /** Position of the last event of all. @throws StoreUnavailable */
  async head(): Promise<Position> {
    return (await this.newest(1))[0]?.position ?? BEGINNING;
  }

  /** The newest events of all, the server's own too, newest first. @throws StoreUnavailable */
  newest(limit: number): Promise<StoredEvent[]> {
    return this.all({ direction: BACKWARDS, fromPosition: END, maxCount: limit });
  }

  private async all(options: ReadAllOptions): Promise<StoredEvent[]> {
    const { client, callOptions } = this.open;
    const found = await attempted(() => client.readAll({ ...callOptions, ...options }), this.deadlineMs);
    return found.flatMap(({ event }) => (event ? [storedEvent(event)] : []));
  }
}

/** An event as the client delivers it. @throws Error when the server sends no position */
export function storedEvent(recorded: RecordedEvent): StoredEvent {
  const { id, type, streamId, revision, data, metadata, position } = recorded;
  const place = positionText(position ?? { commit: -1n, prepare: -1n });
  return { id, type, stream: streamId, revision, position: place, data, metadata };
}

/**
 * {7, 7} → '00000000000000000007', the form of every appended event. A checkpoint may be before the event that is
 * committed there: {7, 3} → '00000000000000000006:00000000000000000003', between 6 and 7 as text too.
 * @throws Error when the server sends no position
 */
export function positionText({ commit, prepare }: LogPosition): Position {
  if (commit < 0n || commit > LARGEST) {
    throw new Error('The event store sends no positions: it must be of version 22.10 or later');
  }
  if (prepare === commit) return digits(commit);
  if (commit === 0n) return BEGINNING;
  // A server without a prepare position sends the largest number.
  return `${digits(commit - 1n)}:${digits(prepare > commit ? 0n : prepare)}`;
}

/** The position that the text represents, null before the first event. @throws TypeError when it is not a position of this store */
export function logPosition(position: Position): LogPosition | null {
  if (position === BEGINNING) return null;
  const [, first, prepare] = POSITION_TEXT.exec(position) ?? [];
  if (first === undefined) throw new TypeError(`Not a position of the event log: ${position}`);
  if (prepare === undefined) return { commit: BigInt(first), prepare: BigInt(first) };
  return { commit: BigInt(first) + 1n, prepare: BigInt(prepare) };
}

function digits(number: bigint): string {
  return String(number).padStart(POSITION_DIGITS, '0');
}

async function attempted<T>(read: () => StreamingRead<T>, deadlineMs: number): Promise<T[]> {
  const deadlineAtMs = performance.now() + deadlineMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await collected(read(), deadlineAtMs - performance.now());
    } catch (error) {
      if (isMissingStream(error)) return [];
      const refused = refusal(error);
      if (refused) throw refused;
      const leftMs = deadlineAtMs - performance.now();
      if (attempt >= READ_ATTEMPT_LIMIT || leftMs <= RETRY_PAUSE_MS)
        throw new StoreUnavailable('The event store cannot be read', { cause: error });
      await delay(RETRY_PAUSE_MS * (0.5 + Math.random() / 2));
    }
  }
}

async function collected<T>(reading: StreamingRead<T>, limitMs: number): Promise<T[]> {
  // An error after the end of this read needs a listener, or it ends the process.
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
