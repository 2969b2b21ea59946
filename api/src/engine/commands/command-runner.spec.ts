import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Decider } from '../../event-sourcing/decider.js';
import { DomainError } from '../../kernel/domain-error.js';
import type { Clock } from '../../config/clock.js';
import { StoreUnavailable } from '../storage/store-unavailable.js';
import { type EventStore, type StoredEvent } from '../event-store/event-store.port.js';
import { counts } from '../../../../test/support/scale.js';
import { requestContext } from './request-context.js';
import { CommandRunner } from './command-runner.js';
import { changed } from '../../../../test/support/till-views.js';
import {
  newContext,
  openTillStores,
  paid,
  removeTillStores,
  till,
  TILL_LIMIT_CENTS,
  type Paid,
  type Pay,
  type TillState,
  type TillStores,
} from '../../../../test/support/till.js';

const clock: Clock = { now: () => Date.parse('2026-03-01T12:00:00.000Z') };
const newStream = () => `till-${randomUUID()}`;

let stores: TillStores;
beforeEach(async () => {
  stores = await openTillStores([paid, { ...paid, type: 'Closed', summary: 'The till was closed.' }]);
});
afterEach(() => removeTillStores(stores));

function pay(runner: CommandRunner, stream: string, payment: { id?: string; cents?: number } = {}) {
  return runner.execute<TillState, Pay, Paid, number>({
    decider: till,
    stream,
    command: { paymentId: payment.id ?? randomUUID(), cents: payment.cents ?? 2_000 },
    context: newContext(),
    select: (state) => state.total,
  });
}

async function stored(stream: string): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for await (const event of stores.eventStore.read(stream)) events.push(event);
  return events;
}

const sumOf = (events: readonly StoredEvent[]) =>
  events.reduce((sum, { data }) => sum + (data as Paid['data']).cents, 0);
const deadlineMs = 120_000; // Never reached in these cases.
const newRunner = (log = stores.log) => new CommandRunner(log, clock, { deadlineMs });
const codeOf = (result: PromiseSettledResult<unknown>) =>
  result.status === 'rejected' ? (result.reason as DomainError).code : 'accepted';

/** The log over a store with some of its calls replaced. */
const logWith = (changes: Partial<EventStore>) =>
  stores.logOver(changed<EventStore>(stores.eventStore, changes));

describe('the limit under concurrency', () => {
  it.each([1, 2])(
    '200 parallel payments through %i runners fill the limit exactly, and none is lost',
    async (count) => {
      const runners = Array.from({ length: count }, () => newRunner());
      for (let round = 0; round < counts.limitRaceRounds; round++) {
        const stream = newStream();
        const attempts = Array.from({ length: 200 }, (_, place) =>
          pay(runners[place % count] as CommandRunner, stream),
        );
        const codes = (await Promise.allSettled(attempts)).map(codeOf);
        expect(codes.filter((code) => code === 'accepted')).toHaveLength(12);
        expect(codes.filter((code) => code === 'limit')).toHaveLength(188);
        expect(sumOf(await stored(stream))).toBe(24_000);
      }
    },
  );

  it('any mix of amounts through two runners never exceeds the limit, and every refusal is correct', async () => {
    const amounts = fc.array(fc.integer({ min: 1, max: TILL_LIMIT_CENTS }), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(amounts, async (cents) => {
        const runners = [newRunner(), newRunner()];
        const stream = newStream();
        const results = await Promise.allSettled(
          cents.map((amount, place) => pay(runners[place % 2] as CommandRunner, stream, { cents: amount })),
        );
        const events = await stored(stream);
        const total = sumOf(events);
        expect(total).toBeLessThanOrEqual(TILL_LIMIT_CENTS);
        expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(events.length);
        // The reported remaining amount was correct at some moment, and was too little.
        let left = TILL_LIMIT_CENTS;
        const everLeft = new Set([left, ...events.map((event) => (left -= sumOf([event])))]);
        results.forEach((result, place) => {
          if (result.status === 'fulfilled') return;
          const { code, params } = result.reason as DomainError;
          expect(code).toBe('limit');
          expect(everLeft.has(params['remaining'] as number)).toBe(true);
          expect(cents[place]).toBeGreaterThan(params['remaining'] as number);
        });
      }),
      { numRuns: counts.runnerPropertyRuns },
    );
  });

  it('returns to each payment the total immediately after it', async () => {
    const runner = newRunner();
    const stream = newStream();
    const results = await Promise.all([1, 2, 3].map((cents) => pay(runner, stream, { cents })));
    expect(results.map(({ selected }) => selected)).toEqual([1, 3, 6]);
    expect(results.map(({ events }) => events[0]?.revision)).toEqual([0n, 1n, 2n]);
  });
});

describe('batches', () => {
  it('appends waiting commands together, and completes none before it is stored', async () => {
    const sizes: number[] = [];
    let letThrough: () => void = () => undefined;
    const log = logWith({
      async append(...call) {
        sizes.push(call[2].length);
        if (sizes.length === 2) await new Promise<void>((resolve) => (letThrough = resolve));
        return stores.eventStore.append(...call);
      },
    });
    const runner = newRunner(log);
    const stream = newStream();
    const first = pay(runner, stream, { cents: 1 });
    const others = Array.from({ length: 70 }, () => pay(runner, stream, { cents: 1 }));
    await first;
    let answered = 0;
    for (const other of others) void other.then(() => answered++);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(answered).toBe(0);
    expect(await stored(stream)).toHaveLength(1);
    letThrough();
    await Promise.all(others);
    expect(sizes).toEqual([1, 64, 6]);
  });

  it('a refused or broken command fails alone; the others in its batch are stored', async () => {
    const broken: typeof till = {
      ...till,
      decide() {
        throw new TypeError('a mistake in the program');
      },
    };
    const unfoldable: Decider<TillState, Pay, Paid> = {
      ...till,
      decide: ({ paymentId, cents }) => [{ type: 'Paid', data: { paymentId, cents } }],
      evolve() {
        throw new TypeError('a mistake in the fold');
      },
      name: 'unfoldable',
    };
    const tooLarge = { id: 'x'.repeat(100_000) };
    const runner = newRunner();
    const stream = newStream();
    const executeAs = (decider: typeof till) =>
      runner.execute({
        decider,
        stream,
        command: { paymentId: randomUUID(), cents: 1 },
        context: newContext(),
      });
    await pay(runner, stream);
    const results = await Promise.allSettled([
      pay(runner, stream),
      executeAs(broken),
      pay(runner, stream, { cents: 90_000 }),
      executeAs(unfoldable),
      pay(runner, stream, tooLarge),
      pay(runner, stream),
    ]);
    const succeeded = results.map(({ status }) => status === 'fulfilled');
    expect(succeeded).toEqual([true, false, false, false, false, true]);
    expect(sumOf(await stored(stream))).toBe(6_000);
    expect((await pay(runner, stream, { cents: 19_000 })).selected).toBe(25_000);
  });

  it('a command with an unreadable result is stored, and only its caller gets an error', async () => {
    const [runner, stream] = [newRunner(), newStream()];
    const unreadable = runner.execute<TillState, Pay, Paid, number>({
      decider: till,
      stream,
      command: { paymentId: randomUUID(), cents: 1 },
      context: newContext(),
      select() {
        throw new TypeError('a mistake in the reading');
      },
    });
    const results = await Promise.allSettled([pay(runner, stream), unreadable, pay(runner, stream)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(sumOf(await stored(stream))).toBe(4_001);
  });

  it('events that do not fit into one append go into the next one, in command order', async () => {
    const part = (paymentId: string): Paid => ({ type: 'Paid', data: { paymentId, cents: 1 } });
    const inTenParts: typeof till = {
      ...till,
      decide: ({ paymentId }) => Array.from({ length: 10 }, () => part(paymentId)),
    };
    const [runner, stream] = [newRunner(), newStream()];
    const asked = Array.from({ length: 60 }, (_, place) => {
      const command = { paymentId: String(place), cents: 10 };
      const select = ({ total }: TillState) => total;
      return runner.execute({ decider: inTenParts, stream, command, context: newContext(), select });
    });
    const totals = (await Promise.all(asked)).map(({ selected }) => selected);
    expect(totals).toEqual(asked.map((_, place) => (place + 1) * 10));
    expect(await stored(stream)).toHaveLength(600);
  });

  it('a batch that could not be stored does not affect later decisions', async () => {
    let isAway = true;
    const log = logWith({
      append(...call) {
        return isAway ? Promise.reject(new StoreUnavailable('away')) : stores.eventStore.append(...call);
      },
    });
    const runner = newRunner(log);
    const stream = newStream();
    const lost = await Promise.allSettled([1, 2, 3].map(() => pay(runner, stream, { cents: 20_000 })));
    expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    isAway = false;
    expect((await pay(runner, stream, { cents: 25_000 })).selected).toBe(25_000);
  });
});

describe('a concurrent append by another process', () => {
  it('a refusal or a repeat is never decided from outdated state', async () => {
    const [mine, theirs] = [newRunner(), newRunner()];
    const stream = newStream();
    await pay(mine, stream, { cents: 25_000, id: 'first' });
    // This process has not seen a refund by the other one.
    await theirs.execute({
      decider: {
        ...till,
        decide: () => [{ type: 'Paid', data: { paymentId: 'refund', cents: -5_000 } }],
      },
      stream,
      command: { paymentId: 'refund', cents: -5_000 },
      context: newContext(),
    });
    expect((await pay(mine, stream, { cents: 5_000, id: 'second' })).selected).toBe(25_000);
    await pay(theirs, stream, { cents: 0, id: 'third' });
    const repeat = await pay(mine, stream, { cents: 0, id: 'third' });
    expect(repeat).toEqual({ events: [], position: null, selected: 25_000 });
  });

  it('a conflict is decided again and never reaches the caller', async () => {
    const [mine, theirs] = [newRunner(), newRunner()];
    const stream = newStream();
    await pay(mine, stream, { cents: 1_000 });
    await pay(theirs, stream, { cents: 23_000 });
    await expect(pay(mine, stream, { cents: 2_000 })).rejects.toMatchObject({
      code: 'limit',
      params: { remaining: 1_000 },
    });
    await pay(theirs, stream, { cents: 500 });
    expect((await pay(mine, stream, { cents: 500 })).selected).toBe(25_000);
  });

  it('fails at the deadline when every attempt conflicts', async () => {
    const log = logWith({
      async append(...call) {
        await newRunner().execute({
          decider: { ...till, decide: () => [{ type: 'Paid', data: { paymentId: 'theirs', cents: 0 } }] },
          stream: call[0],
          command: { paymentId: '', cents: 0 },
          context: newContext(),
        });
        return stores.eventStore.append(...call);
      },
    });
    const runner = new CommandRunner(log, clock, { deadlineMs: 150 });
    await expect(pay(runner, newStream())).rejects.toBeInstanceOf(StoreUnavailable);
  });
});

describe('limits of waiting', () => {
  it('refuses the 513th waiting command of a stream, and no other', async () => {
    const log = logWith({ append: () => new Promise(() => undefined) });
    const runner = new CommandRunner(log, clock, { deadlineMs: 200 });
    const stream = newStream();
    const waiting = [pay(runner, stream)];
    await new Promise((resolve) => setTimeout(resolve, 10));
    for (let place = 0; place < 512; place++) waiting.push(pay(runner, stream));
    await expect(pay(runner, stream)).rejects.toThrow(/too many commands wait/);
    const results = await Promise.allSettled(waiting);
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
  });

  it('a store that never responds is reported to the caller at the deadline', async () => {
    const log = logWith({ append: () => new Promise(() => undefined) });
    const runner = new CommandRunner(log, clock, { deadlineMs: 50 });
    await expect(pay(runner, newStream())).rejects.toBeInstanceOf(StoreUnavailable);
  });
});

describe('event metadata', () => {
  it('time never decreases within a stream, even when the clock does', async () => {
    let now = Date.parse('2026-03-01T12:00:00.000Z');
    const turning: Clock = { now: () => now };
    const stream = newStream();
    const first = new CommandRunner(stores.log, turning);
    await pay(first, stream);
    now -= 60_000;
    await pay(first, stream);
    await pay(new CommandRunner(stores.log, turning), stream);
    now += 61_000;
    await pay(first, stream);
    const instants = (await stored(stream)).map(({ metadata }) => (metadata as { at: string }).at);
    expect(instants).toEqual([
      '2026-03-01T12:00:00.000Z',
      '2026-03-01T12:00:00.000Z',
      '2026-03-01T12:00:00.000Z',
      '2026-03-01T12:00:01.000Z',
    ]);
  });

  it('ids are derived from the command and numbered across its streams', async () => {
    const context = newContext();
    const runner = newRunner();
    const command = { paymentId: 'same', cents: 1 };
    const one = await runner.execute({ decider: till, stream: newStream(), command, context });
    const two = await runner.execute({
      decider: till,
      stream: newStream(),
      command,
      context: { ...context, indexFrom: 1 },
    });
    const again = await newRunner().execute({
      decider: till,
      stream: newStream(),
      command: { ...command, cents: 2 },
      context: newContext(),
    });
    const ids = [one, two, again].map(({ events }) => events[0]?.id);
    expect(new Set(ids).size).toBe(3);
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5/);
  });

  it("the request keeps the position of its events, or of the stream's last event", async () => {
    const runner = newRunner();
    const stream = newStream();
    const positionAfter = (id: string) => {
      const scope = { correlationId: randomUUID(), position: null as string | null };
      return requestContext.run(scope, async () => {
        await pay(runner, stream, { id, cents: 1 });
        return scope.position;
      });
    };
    const recorded = await positionAfter('one');
    expect(recorded).toBe((await stored(stream))[0]?.position);
    expect(await positionAfter('one')).toBe(recorded);
  });
});

describe('states', () => {
  const counter: Decider<{ events: number }, { at: string }, Paid> = {
    name: 'counter',
    initialState: () => ({ events: 0 }),
    decide: () => [],
    evolve: (state) => ({ events: state.events + 1 }),
  };

  it('two deciders on one stream each see every event, even in the same batch', async () => {
    const runner = newRunner();
    const stream = newStream();
    const count = () => runner.query(counter, stream, ({ events }) => events);
    expect(await count()).toBe(0);
    await pay(runner, stream, { cents: 1 });
    const [, between] = await Promise.all([
      pay(runner, stream, { cents: 1 }),
      count(),
      pay(runner, stream, { cents: 1 }),
    ]);
    expect(between).toBe(2);
    expect(await count()).toBe(3);
    expect(await runner.query(till, stream, ({ total }) => total)).toBe(3);
  });

  it("a query of a stream shows another process's latest events", async () => {
    const [mine, theirs] = [newRunner(), newRunner()];
    const stream = newStream();
    expect(await mine.query(till, stream, ({ total }) => total)).toBe(0);
    await pay(theirs, stream, { cents: 7 });
    expect(await mine.query(till, stream, ({ total }) => total)).toBe(7);
  });

  it('a stream with states that were evicted while its commands waited continues correctly, page by page', async () => {
    const runner = new CommandRunner(stores.log, clock, { deadlineMs, cachedStreams: 2 });
    const streams = [newStream(), newStream(), newStream()];
    const payAll = () =>
      streams.flatMap((stream) => Array.from({ length: 300 }, () => pay(runner, stream, { cents: 1 })));
    await Promise.all(payAll());
    await Promise.all(payAll());
    for (const stream of streams) expect((await pay(runner, stream, { cents: 1 })).selected).toBe(601);
    expect((await pay(newRunner(), streams[0] as string, { cents: 1 })).selected).toBe(602);
  });

  it.each([
    ['streams', { cachedStreams: 2 }],
    ['events', { cachedEvents: 5 }],
  ])('keeps the states of the streams used last, within its limit of %s', async (_, limits) => {
    const loaded: string[] = [];
    const log = logWith({
      read(stream, options) {
        if (options?.from === 0n) loaded.push(stream);
        return stores.eventStore.read(stream, options);
      },
    });
    const runner = new CommandRunner(log, clock, { deadlineMs, ...limits });
    const [first, second, third] = [newStream(), newStream(), newStream()];
    for (const stream of [first, second, first, second, first]) await pay(runner, stream, { cents: 1 });
    expect(loaded).toEqual([first, second]);
    for (const stream of [third, first, second]) await pay(runner, stream, { cents: 1 });
    expect(loaded).toEqual([first, second, third, second]);
  });

  it('a stream with an unreadable event refuses commands as unavailable', async () => {
    const stream = newStream();
    await stores.eventStore.append(stream, 'no_stream', [
      { id: randomUUID(), type: 'NeverHeardOf', data: {}, metadata: {} as never },
    ]);
    await expect(pay(newRunner(), stream)).rejects.toBeInstanceOf(StoreUnavailable);
  });
});
