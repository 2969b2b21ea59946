import { setTimeout as delay } from 'node:timers/promises';
import { jsonEvent, type AppendResult } from '@eventstore/db-client';
import type { Position } from '../../event-sourcing/event.js';
import { StoreUnavailable } from '../../config/store-unavailable.js';
import { OutcomeUnknown, type Appended, type NewEvent, type StoredEvent } from '../event-store.port.js';
import { appendFailure } from './failures.js';
import { positionText } from './position.js';
import type { EventStoreDbReads, OpenClient } from './reads.js';
import { within } from '../../config/time-limit.js';

/** How often the same events are sent before the stream is read for them. */
export const SEND_LIMIT = 4;
/** Most appends that wait or are under way; one more is answered as unavailable. */
export const APPENDS_IN_FLIGHT_LIMIT = 1_000;
/** A call that has less time than this is not begun. */
const SHORTEST_CALL_MS = 50;
/** Part of an append's time that is kept for looking whether it was stored. */
const LOOK_SHARE = 0.2;
/** First pause between two attempts, and how much longer each further one is: a cluster that lost its leader needs time. */
const RETRY_PAUSE_MS = 30;
const RETRY_PAUSE_FACTOR = 3;

/** Events for one stream; `deadlineAtMs` counts on performance.now()'s scale. */
export interface WantedAppend {
  readonly stream: string;
  readonly expected: bigint | 'no_stream';
  readonly events: readonly NewEvent[];
  readonly deadlineAtMs: number;
}

/** Appends, one at a time for each stream, until their outcome is known or their deadline is over. */
export class EventStoreDbAppends {
  /** The last append of each stream that has one under way; resolves when that is settled, however it ended. */
  private readonly tails = new Map<string, Promise<void>>();
  private inFlight = 0;

  constructor(
    private readonly open: OpenClient,
    private readonly reads: EventStoreDbReads,
  ) {}

  /** @throws RevisionConflict, OutcomeUnknown, EventTooLarge, StoreUnavailable */
  async append(wanted: WantedAppend): Promise<Appended> {
    if (this.inFlight >= APPENDS_IN_FLIGHT_LIMIT) {
      throw new StoreUnavailable('Too many appends wait for the event store');
    }
    this.inFlight += 1;
    const before = this.tails.get(wanted.stream) ?? Promise.resolve();
    const answer = this.afterwards(before, wanted);
    // Whoever comes next waits for both: an append that gave up its turn does not end that of the one before it.
    const settled = Promise.allSettled([before, answer]).then(() => undefined);
    this.tails.set(wanted.stream, settled);
    try {
      return await answer;
    } finally {
      this.inFlight -= 1;
      void settled.then(() => {
        if (this.tails.get(wanted.stream) === settled) this.tails.delete(wanted.stream);
      });
    }
  }

  /** Resolves when nothing is under way any more. */
  async drained(): Promise<void> {
    await Promise.all(this.tails.values());
  }

  private async afterwards(before: Promise<void>, wanted: WantedAppend): Promise<Appended> {
    await within(
      before,
      leftMs(wanted),
      () => new StoreUnavailable('The append waited too long for its turn'),
    );
    return this.settled(wanted);
  }

  /** Sends the same ids at the same revision until the store says what became of them. */
  private async settled(wanted: WantedAppend): Promise<Appended> {
    let failure: unknown;
    let mayBeStored = false;
    const lookMs = leftMs(wanted) * LOOK_SHARE;
    for (let attempt = 1; attempt <= SEND_LIMIT; attempt++) {
      if (attempt > 1) await pauseBefore(attempt);
      const limitMs = (leftMs(wanted) - lookMs) / 2;
      if (attempt > 1 && limitMs < SHORTEST_CALL_MS) break;
      try {
        return await this.send(wanted, limitMs);
      } catch (error) {
        const { kind, error: reason } = appendFailure(error, wanted.stream);
        if (kind === 'refused') throw reason;
        failure = reason;
        mayBeStored ||= kind === 'unknown';
      }
    }
    if (!mayBeStored) throw new StoreUnavailable('The event store cannot be reached', { cause: failure });
    const found = await this.found(wanted).catch(() => null);
    if (found) return found;
    throw new OutcomeUnknown('The event store did not say whether it stored the events', { cause: failure });
  }

  private async send(wanted: WantedAppend, limitMs: number): Promise<Appended> {
    const { client, callOptions } = this.open;
    const { stream, expected, events } = wanted;
    const messages = events.map(({ id, type, data, metadata }) =>
      jsonEvent({ id, type, data: { ...data }, metadata: { ...metadata } }),
    );
    const deadline = Math.max(1, Math.floor(limitMs));
    const options = { ...callOptions, expectedRevision: expected, deadline };
    const answer = client.appendToStream(stream, messages, options);
    return this.placed(wanted, await within(answer, limitMs, noAnswer));
  }

  /** The server tells the place of one event only: those of a batch are read. */
  private async placed(
    wanted: WantedAppend,
    { nextExpectedRevision, position }: AppendResult,
  ): Promise<Appended> {
    if (wanted.events.length > 1 || !position) {
      const found = await this.found(wanted);
      if (!found) throw new Error('The event store answered an append whose events cannot be read yet');
      return found;
    }
    const place = positionText({ commit: position.commit, prepare: position.commit });
    return { revision: nextExpectedRevision, position: place, positions: [place] };
  }

  /** The answer when exactly these events stand at the expected place. */
  private async found({ stream, expected, events, deadlineAtMs }: WantedAppend): Promise<Appended | null> {
    const from = expected === 'no_stream' ? 0n : expected + 1n;
    const page = { from, limit: events.length, backwards: false };
    const limitMs = Math.max(SHORTEST_CALL_MS, deadlineAtMs - performance.now());
    const stored = await this.reads.stream(stream, page, limitMs);
    const last = stored.at(-1);
    if (!last || !isSame(stored, events)) return null;
    return { revision: last.revision, position: last.position, positions: stored.map(placeOf) };
  }
}

const placeOf = (event: StoredEvent): Position => event.position;

function isSame(stored: readonly StoredEvent[], events: readonly NewEvent[]): boolean {
  return stored.length === events.length && stored.every((event, index) => event.id === events[index]?.id);
}

async function pauseBefore(attempt: number): Promise<void> {
  const longestMs = RETRY_PAUSE_MS * RETRY_PAUSE_FACTOR ** (attempt - 2);
  await delay(longestMs * (0.5 + Math.random() / 2));
}

function leftMs({ deadlineAtMs }: WantedAppend): number {
  return deadlineAtMs - performance.now();
}

function noAnswer(): Error {
  return new OutcomeUnknown('The event store did not answer an append in time');
}
