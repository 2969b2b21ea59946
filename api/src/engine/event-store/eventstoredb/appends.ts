import { Backoff } from '../../waiting/backoff.js';
import { jsonEvent, type AppendResult } from '@eventstore/db-client';
import { StoreUnavailable } from '../../storage/store-unavailable.js';
import { OutcomeUnknown, type Appended, type NewEvent } from '../event-store.port.js';
import { refusal, wasNeverSent } from './failures.js';
import { positionText, type EventStoreDbReads, type OpenClient } from './reads.js';
import { within } from '../../waiting/time-limit.js';

/** Attempts to send the same events before the stream is read for them. */
export const SEND_LIMIT = 4;
/** Most waiting and running appends; one more is rejected as unavailable. */
export const APPENDS_IN_FLIGHT_LIMIT = 1_000;
/** A call with less time is not started. */
const SHORTEST_CALL_MS = 50;
/** Share of an append's time reserved for reading whether it was stored. */
const READ_SHARE = 0.2;
/** First pause between two attempts; each further one is longer: a cluster that lost its leader needs time. */
const RETRY_PAUSE_MS = 60;

const utf8 = new TextEncoder();

/** Events for one stream; `deadlineAtMs` is on performance.now()'s scale. */
export interface PendingAppend {
  readonly stream: string;
  readonly expected: bigint | 'no_stream';
  readonly events: readonly NewEvent[];
  readonly deadlineAtMs: number;
}

/** Appends, one at a time per stream, until the outcome is known or the deadline is over. */
export class EventStoreDbAppends {
  /** The last running append of each stream; resolves when it ended, in any way. */
  private readonly tails = new Map<string, Promise<void>>();
  private inFlight = 0;

  constructor(
    private readonly open: OpenClient,
    private readonly reads: EventStoreDbReads,
  ) {}

  /** @throws RevisionConflict, OutcomeUnknown, EventTooLarge, StoreUnavailable */
  async append(pending: PendingAppend): Promise<Appended> {
    if (this.inFlight >= APPENDS_IN_FLIGHT_LIMIT) {
      throw new StoreUnavailable('Too many appends are waiting for the event store');
    }
    this.inFlight += 1;
    const { stream } = pending;
    const before = this.tails.get(stream) ?? Promise.resolve();
    const answer = within(before, leftMs(pending), tooLate).then(() => this.sendUntilKnown(pending));
    // The next append waits for both: abandoning an append does not cancel the previous one.
    const ended = Promise.allSettled([before, answer]).then(() => {
      this.inFlight -= 1;
      if (this.tails.get(stream) === ended) this.tails.delete(stream);
    });
    this.tails.set(stream, ended);
    return answer;
  }

  /** Resolves when no append is running. */
  async drained(): Promise<void> {
    await Promise.all(this.tails.values());
  }

  /** Sends the same ids at the same revision until the outcome is known. */
  private async sendUntilKnown(pending: PendingAppend): Promise<Appended> {
    let failure: unknown;
    let mayBeStored = false;
    const readMs = leftMs(pending) * READ_SHARE;
    const backoff = new Backoff(RETRY_PAUSE_MS);
    for (let attempt = 1; attempt <= SEND_LIMIT; attempt++) {
      if (attempt > 1) await backoff.pause(AbortSignal.timeout(Math.max(0, Math.ceil(leftMs(pending)))));
      const limitMs = (leftMs(pending) - readMs) / 2;
      if (attempt > 1 && limitMs < SHORTEST_CALL_MS) break;
      try {
        return await this.send(pending, limitMs);
      } catch (error) {
        const refused = refusal(error, pending.stream);
        if (refused) throw refused;
        failure = error;
        mayBeStored ||= !wasNeverSent(error);
      }
    }
    if (!mayBeStored) throw new StoreUnavailable('The event store cannot be reached', { cause: failure });
    const found = await this.findStored(pending).catch(() => null);
    if (found) return found;
    throw new OutcomeUnknown('The event store did not say whether it stored the events', { cause: failure });
  }

  private async send(pending: PendingAppend, limitMs: number): Promise<Appended> {
    const { client, callOptions } = this.open;
    const { stream, expected, events } = pending;
    // The client sends texts through base64, bytes as they are; it takes bytes for metadata alone.
    const messages = events.map(({ id, type, data, metadata }) =>
      jsonEvent({ id, type, data: { ...data }, metadata: utf8.encode(JSON.stringify(metadata)) }),
    );
    const deadline = Math.max(1, Math.floor(limitMs));
    const options = { ...callOptions, expectedRevision: expected, deadline };
    const response = client.appendToStream(stream, messages, options);
    return this.placed(pending, await within(response, limitMs, noResponse));
  }

  /** The server may acknowledge without a position: then the last event is read. */
  private async placed(
    pending: PendingAppend,
    { nextExpectedRevision, position }: AppendResult,
  ): Promise<Appended> {
    if (position) {
      const place = positionText({ commit: position.commit, prepare: position.commit });
      return { revision: nextExpectedRevision, position: place };
    }
    const found = await this.findStored(pending);
    if (!found) throw new Error('The event store acknowledged an append whose events cannot be read yet');
    return found;
  }

  /** The result when exactly these events are at the expected place. */
  private async findStored(pending: PendingAppend): Promise<Appended | null> {
    const { stream, expected, events } = pending;
    const from = expected === 'no_stream' ? 0n : expected + 1n;
    const page = { from, limit: events.length, backwards: false };
    const limitMs = Math.max(SHORTEST_CALL_MS, leftMs(pending));
    const stored = await this.reads.stream(stream, page, limitMs);
    const last = stored.at(-1);
    const isSame = stored.length === events.length && stored.every(({ id }, n) => id === events[n]?.id);
    return last && isSame ? { revision: last.revision, position: last.position } : null;
  }
}

function leftMs({ deadlineAtMs }: PendingAppend): number {
  return deadlineAtMs - performance.now();
}

function tooLate(): Error {
  return new StoreUnavailable('The append waited too long for its turn');
}

function noResponse(): Error {
  return new OutcomeUnknown('The event store did not answer an append in time');
}
