import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Position } from '../../api/src/event-sourcing/event.js';
import { ModelCommand } from '../support/model-command.js';
import {
  BEGINNING,
  RevisionConflict,
  type Appended,
  type NewEvent,
  type EventStore,
  type FollowedPage,
  type ReadOptions,
  type StoredEvent,
} from '../../api/src/engine/event-store/event-store.port.js';
import { InMemoryLog, openInMemoryEventStore } from '../support/in-memory-event-store.js';
import { all, sampleEvent } from '../support/sample-events.js';

/** Longest wait for a subscription to deliver existing events. */
const FOLLOW_WAIT_MS = 30_000;
const STREAMS = 3;
const FOLLOWERS = 2;
const CLIENTS = 2;
const COMMAND_LIMIT = 16;

/** A log shared by two clients, and the faults it can have. */
export interface TroubledEventStore {
  /** Faults during an append and during a follow. */
  readonly appendTroubles: readonly string[];
  readonly followTroubles: readonly string[];
  client(place: number): EventStore;
  /** Closes and reopens. */
  reopen(): Promise<void>;
  /** Appends during a fault that then ends. Null when no client was left to receive the result. */
  appendAmid(trouble: string, append: () => Promise<Appended>): Promise<Appended | null>;
  followAmid(trouble: string, follow: () => Promise<void>): Promise<void>;
}

interface Batch {
  readonly stream: number;
  readonly expected: bigint | 'no_stream';
  readonly events: readonly NewEvent[];
}

/** The outcome of an append without store-specific details. */
type Outcome = Readonly<{ revision: bigint } | { conflictAt: bigint | 'no_stream' } | { failed: string }>;

/** The reference, and the history of commands so far. */
class Model {
  readonly log = new InMemoryLog();
  readonly store = openInMemoryEventStore(this.log);
  readonly sent: Batch[] = [];
  /** Number of events delivered to each follower. */
  readonly followed = Array.from({ length: FOLLOWERS }, () => 0);

  revision(stream: number): bigint | 'no_stream' {
    return this.log.stream(nameIn('model', stream)).at(-1)?.revision ?? 'no_stream';
  }

  batch(stream: number, count: number, away = 0n): Batch {
    const revision = this.revision(stream);
    const number = (revision === 'no_stream' ? -1n : revision) + away;
    const expected = number < 0n ? ('no_stream' as const) : number;
    const batch: Batch = { stream, expected, events: Array.from({ length: count }, () => sampleEvent()) };
    this.sent.push(batch);
    return batch;
  }

  append(batch: Batch): Promise<Outcome> {
    return outcomeOf(appendTo(this.store, 'model', batch));
  }
}

/** The store that is compared with the reference, in a category of this run. */
class Run {
  readonly category = `model${randomUUID().replaceAll(/[^a-z]/g, '')}x`;
  readonly checkpoints = Array.from({ length: FOLLOWERS }, (): Position => BEGINNING);
  /** First seen position of each event: it never changes. */
  readonly positions = new Map<string, Position>();

  constructor(readonly subject: TroubledEventStore) {}

  appendBy(client: number, batch: Batch): Promise<Appended> {
    return appendTo(this.subject.client(client), this.category, batch);
  }

  read(client: number, stream: number, options?: ReadOptions): Promise<StoredEvent[]> {
    return all(this.subject.client(client).read(nameIn(this.category, stream), options));
  }

  async expectSame(model: Model): Promise<void> {
    for (let stream = 0; stream < STREAMS; stream += 1) {
      const [events, expected] = [
        await this.read(stream % CLIENTS, stream),
        model.log.stream(nameIn('model', stream)),
      ];
      expect(events.map(withoutPlace)).toEqual(expected.map(withoutPlace));
      for (const { id, position } of events) {
        expect(this.positions.get(id) ?? position).toBe(position);
        this.positions.set(id, position);
      }
    }
    const inOrder = model.log.events.map(({ id }) => this.positions.get(id));
    expect(inOrder).toEqual([...inOrder].sort());
  }

  /** Follows from the follower's checkpoint to the end of the log, or for one page. */
  async follow(model: Model, { client, follower, isOnePage }: Followed): Promise<void> {
    const due = model.log.events.slice(model.followed[follower]);
    const last = this.placeOf(due.at(-1));
    const seen: StoredEvent[] = [];
    const signal = AbortSignal.timeout(FOLLOW_WAIT_MS);
    const request = { after: this.reached(follower), prefixes: [`${this.category}-`], signal };
    for await (const page of this.subject.client(client).follow(request)) {
      this.expectInOrder(page, follower);
      seen.push(...page.events);
      if (isOnePage || (page.live && page.through >= last)) break;
    }
    expect(seen.map(withoutPlace)).toEqual(due.slice(0, seen.length).map(withoutPlace));
    const reached = due.filter((event) => this.placeOf(event) <= this.reached(follower));
    expect(seen).toHaveLength(isOnePage ? reached.length : due.length);
    model.followed[follower] = (model.followed[follower] ?? 0) + seen.length;
  }

  private placeOf(event: StoredEvent | undefined): Position {
    return this.positions.get(event?.id ?? '') ?? BEGINNING;
  }

  private reached(follower: number): Position {
    return this.checkpoints[follower] ?? BEGINNING;
  }

  private expectInOrder({ events, through }: FollowedPage, follower: number): void {
    for (const { position } of events) {
      expect(position > this.reached(follower)).toBe(true);
      this.checkpoints[follower] = position;
    }
    expect(through >= this.reached(follower)).toBe(true);
    this.checkpoints[follower] = through;
  }
}

interface Followed {
  readonly client: number;
  readonly follower: number;
  readonly isOnePage: boolean;
}

class Command extends ModelCommand<Model, Run> {}

const stream = fc.nat(STREAMS - 1);
const client = fc.nat(CLIENTS - 1);
const count = fc.integer({ min: 1, max: 3 });

const append = fc
  .record({ stream, client, count, away: fc.constantFrom(0n, 0n, 0n, -1n, -2n, 1n) })
  .map((asked) => {
    const words = `append ${asked.count} to ${asked.stream} at ${asked.away} from its end, client ${asked.client}`;
    return new Command(words, async (model, run) => {
      const batch = model.batch(asked.stream, asked.count, asked.away);
      expect(await outcomeOf(run.appendBy(asked.client, batch))).toEqual(await model.append(batch));
    });
  });

const repeat = fc.record({ client, place: fc.nat(100) }).map(
  ({ client: by, place }) =>
    new Command(
      `repeat batch ${place}, client ${by}`,
      async (model, run) => {
        const batch = model.sent[place % model.sent.length];
        if (!batch) throw new Error('nothing was sent');
        const answer = await outcomeOf(run.appendBy(by, batch));
        expect(answer).toEqual(await model.append(batch));
      },
      ({ sent }) => sent.length > 0,
    ),
);

const read = fc
  .record({
    stream,
    client,
    options: fc.record(
      {
        from: fc.bigInt({ min: 0n, max: 9n }),
        backwards: fc.boolean(),
        limit: fc.integer({ min: 1, max: 5 }),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ stream: from, client: by, options }) => {
    const words = `read ${from} ${fc.stringify(options)}, client ${by}`;
    // The port leaves backward reads from beyond the end undefined, and the stores differ.
    const isDefined = (model: Model) =>
      options.backwards !== true ||
      (options.from ?? -1n) <= BigInt(model.log.stream(nameIn('model', from)).length - 1);
    const step = async (model: Model, run: Run) => {
      const expected = await all(model.store.read(nameIn('model', from), options));
      const events = await run.read(by, from, options);
      expect(events.map(withoutPlace)).toEqual(expected.map(withoutPlace));
    };
    return new Command(words, step, isDefined);
  });

const elsewhere = count.map(
  (events) =>
    new Command(`append ${events} to a stream that nobody follows`, async (_, run) => {
      const batch = Array.from({ length: events }, () => sampleEvent());
      await run.subject.client(0).append(`other-${randomUUID()}`, 'no_stream', batch);
    }),
);

const reopen = fc.constant(new Command('close and open again', (_, run) => run.subject.reopen()));

const twoAtOnce = fc
  .record({ first: stream, second: stream, isSameBatch: fc.boolean(), count })
  .map((asked) => {
    const words = `two clients at once append to ${asked.first} and ${asked.isSameBatch ? 'the same again' : asked.second}`;
    return new Command(words, async (model, run) => {
      const one = model.batch(asked.first, asked.count);
      const batches = [one, asked.isSameBatch ? one : model.batch(asked.second, asked.count)];
      const tries = batches.map(async (batch, by) => {
        const answer = run.appendBy(by, batch);
        const outcome = await outcomeOf(answer);
        const position = 'revision' in outcome ? (await answer).position : null;
        return { batch, outcome, position };
      });
      const byPosition = (await Promise.all(tries)).sort((left, right) => {
        if (left.position === null || right.position === null) return left.position === null ? 1 : -1;
        return left.position < right.position ? -1 : 1;
      });
      for (const { batch, outcome } of byPosition) expect(outcome).toEqual(await model.append(batch));
    });
  });

function amidTrouble(trouble: string) {
  return fc.record({ stream, client, count, isSuperseded: fc.boolean() }).map((asked) => {
    const words = `append ${asked.count} to ${asked.stream} amid "${trouble}"${asked.isSuperseded ? ', superseded' : ''}, and again`;
    return new Command(words, async (model, run) => {
      const batch = model.batch(asked.stream, asked.count);
      const outcome = await outcomeOf(
        run.subject.appendAmid(trouble, () => run.appendBy(asked.client, batch)),
      );
      const stored = (await run.read(asked.client, asked.stream)).map(({ id }) => id);
      const isStored = stored.includes(batch.events[0]?.id ?? '');
      // Acknowledged events exist, refused ones do not, and unanswered ones may or may not.
      if ('revision' in outcome) expect(isStored).toBe(true);
      else expect(Object.keys(outcome)).toEqual(['failed']);
      if ('failed' in outcome && isStored) expect(outcome.failed).toBe('OutcomeUnknown');
      if (isStored) await model.append(batch);
      if (asked.isSuperseded) {
        const other = model.batch(asked.stream, 1);
        expect(await outcomeOf(run.appendBy(1 - asked.client, other))).toEqual(await model.append(other));
      }
      expect(await outcomeOf(run.appendBy(asked.client, batch))).toEqual(await model.append(batch));
    });
  });
}

function follow(troubles: readonly string[]) {
  const trouble = fc.option(fc.constantFrom(...troubles), { freq: troubles.length });
  return fc
    .record({ client, follower: fc.nat(FOLLOWERS - 1), isOnePage: fc.boolean(), trouble })
    .map((asked) => {
      const words = `follow ${fc.stringify(asked)}`;
      return new Command(words, async (model, run) => {
        const following = () => run.follow(model, asked);
        if (asked.trouble === null) await following();
        else await run.subject.followAmid(asked.trouble, following);
      });
    });
}

/** Runs arbitrary commands on the store and the reference: results and final contents are equal. */
export async function expectSameAsReference(subject: TroubledEventStore, numRuns: number): Promise<void> {
  const steps = fc.commands(
    [
      append,
      append,
      repeat,
      read,
      elsewhere,
      reopen,
      twoAtOnce,
      fc.oneof(...subject.appendTroubles.map(amidTrouble)),
      follow(subject.followTroubles),
    ],
    { maxCommands: COMMAND_LIMIT },
  );
  const property = fc.asyncProperty(steps, async (commands) => {
    const [model, real] = [new Model(), new Run(subject)];
    await fc.asyncModelRun(() => ({ model, real }), commands);
    for (let follower = 0; follower < FOLLOWERS; follower += 1)
      await real.follow(model, { client: follower % CLIENTS, follower, isOnePage: false });
  });
  await fc.assert(property, { numRuns });
}

function nameIn(category: string, place: number): string {
  return `${category}-${place}`;
}

function appendTo(store: EventStore, category: string, batch: Batch): Promise<Appended> {
  return store.append(nameIn(category, batch.stream), batch.expected, batch.events);
}

async function outcomeOf(appending: Promise<Appended | null>): Promise<Outcome> {
  try {
    const answer = await appending;
    return answer ? { revision: answer.revision } : { failed: 'OutcomeUnknown' };
  } catch (error) {
    if (error instanceof RevisionConflict) return { conflictAt: error.actual };
    return { failed: (error as Error).name };
  }
}

function withoutPlace(event: StoredEvent): object {
  const { id, type, data, metadata, revision, stream: name } = event;
  return { id, type, data, metadata, revision, place: name.slice(name.indexOf('-')) };
}
