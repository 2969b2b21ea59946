import fc from 'fast-check';
import type { EventStore, FollowedPage } from '../event-store/event-store.port.js';
import {
  holdBack,
  openTillStores,
  payInto,
  removeTillStores,
  until,
  type TillStores,
} from '../../../../test/support/till.js';
import { counts } from '../../../../test/support/scale.js';
import { SharedFeed } from './shared-feed.js';
import { changed } from '../../../../test/support/till-views.js';

let stores: TillStores;
beforeEach(async () => {
  stores = await openTillStores();
});
afterEach(() => removeTillStores(stores));

/** A consumer that pauses now and then, and can be stopped and resumed where it stopped. */
class Taker {
  readonly taken: string[] = [];
  emptyBatches = 0;
  private running = new AbortController();
  private ended: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly feed: SharedFeed,
    private readonly settings: {
      readonly prefix: string;
      readonly pauseMs: number;
      readonly passes?: boolean;
      /** It keeps every batch with events in hand until then. */
      readonly until?: Promise<void>;
    },
    private through = '',
  ) {}

  begin(): void {
    this.running = new AbortController();
    this.ended = this.take(this.running.signal);
  }

  async end(): Promise<void> {
    this.running.abort();
    await this.ended;
  }

  isThrough(position: string): boolean {
    return this.through >= position;
  }

  private async take(signal: AbortSignal): Promise<void> {
    const { prefix, pauseMs, passes = false, until: held } = this.settings;
    const pass = (from: string, through: string) => {
      if (!passes || from !== this.through) return false;
      this.through = through;
      return true;
    };
    for await (const batch of this.feed.follow({ after: this.through, prefixes: [prefix], signal, pass })) {
      if (batch.events.length === 0) this.emptyBatches += 1;
      this.taken.push(...batch.events.map(({ stored }) => stored.position));
      this.through = batch.through;
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (batch.events.length > 0) await held;
    }
  }
}

/** Cuts pages into pieces of `size` and loses the connection after every so many of them. */
function unreliable(size: number, piecesUntilLost: number): EventStore {
  let pieces = 0;
  return changed<EventStore>(stores.eventStore, {
    async *follow(options) {
      for await (const page of stores.eventStore.follow(options)) {
        for (const piece of cut(page, size)) {
          yield piece;
          if (++pieces % piecesUntilLost !== 0) continue;
          if (pieces % 2 === 0) throw new Error('the connection was lost');
          return;
        }
      }
    },
  });
}

function* cut(page: FollowedPage, size: number): Generator<FollowedPage> {
  let left = page.events;
  while (left.length > size) {
    const events = left.slice(0, size);
    yield { events, through: events.at(-1)?.position ?? '', live: false };
    left = left.slice(size);
  }
  yield { ...page, events: left };
}

/** Every position of the log under a prefix. */
async function positions(prefix: string, after: string): Promise<string[]> {
  const all: string[] = [];
  const { signal } = new AbortController();
  for await (const page of stores.eventStore.follow({ after, prefixes: [prefix], signal })) {
    all.push(...page.events.map(({ position }) => position));
    if (page.live) return all;
  }
  return all;
}

const plans = fc.record({
  size: fc.integer({ min: 1, max: 40 }),
  piecesUntilLost: fc.integer({ min: 15, max: 80 }),
  waitingEvents: fc.integer({ min: 1, max: 60 }),
  takers: fc.array(
    fc.record({
      prefix: fc.constantFrom('till-', 'till-a', 'till-b'),
      pauseMs: fc.integer({ min: 0, max: 3 }),
      passes: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  appends: fc.array(
    fc.record({ till: fc.constantFrom('a', 'b', 'c'), count: fc.integer({ min: 1, max: 60 }) }),
    {
      minLength: 1,
      maxLength: 12,
    },
  ),
  restartAfter: fc.integer({ min: 0, max: 11 }),
});

it('every member gets every event once and in order, whichever is slow, ends or loses the connection', async () => {
  await fc.assert(
    fc.asyncProperty(
      plans,
      async ({ size, piecesUntilLost, takers: settings, appends, restartAfter, waitingEvents }) => {
        const log = stores.logOver(unreliable(size, piecesUntilLost));
        const feed = new SharedFeed(log, ['till-'], waitingEvents);
        const start = await stores.eventStore.head();
        const takers = settings.map((one) => new Taker(feed, one, start));
        for (const taker of takers) taker.begin();
        for (const [place, { till, count }] of appends.entries()) {
          await payInto(
            stores,
            till,
            Array.from({ length: count }, () => ({ id: 'x', cents: 1 })),
          );
          if (place !== restartAfter) continue;
          await takers[0]?.end();
          takers[0]?.begin();
        }
        const head = await stores.eventStore.head();
        await until(() => takers.every((taker) => taker.isThrough(head)));
        await Promise.all(takers.map((taker) => taker.end()));
        await feed.stop();
        for (const [place, { prefix }] of settings.entries()) {
          expect(takers[place]?.taken).toEqual(await positions(prefix, start));
        }
      },
    ),
    { numRuns: counts.feedRuns },
  );
});

it('a consumer at the head is not delayed by one that starts far behind', async () => {
  const old = await payInto(stores, 'a', [{ id: 'old', cents: 1 }]);
  // A reader from the beginning never gets there.
  const store = changed<EventStore>(stores.eventStore, {
    async *follow(options) {
      if (options.after === '') {
        await new Promise((resolve) => options.signal.addEventListener('abort', resolve));
        return;
      }
      yield* stores.eventStore.follow(options);
    },
  });
  const feed = new SharedFeed(stores.logOver(store), ['till-']);
  const [behind, ahead] = [
    new Taker(feed, { prefix: 'till-', pauseMs: 0 }),
    new Taker(feed, { prefix: 'till-', pauseMs: 0 }, old),
  ];
  behind.begin();
  ahead.begin();
  const position = await payInto(stores, 'a', [{ id: 'new', cents: 1 }]);
  await until(() => ahead.isThrough(position));
  expect(ahead.taken).toEqual([position]);
  await Promise.all([behind.end(), ahead.end()]);
  await feed.stop();
});

it('a consumer that joins ahead of the feed gets nothing twice', async () => {
  const first = await payInto(stores, 'a', [{ id: 'first', cents: 1 }]);
  const { held, release } = holdBack();
  // The feed's own follow, which begins after the first event, is slower than that from the beginning.
  const store = changed<EventStore>(stores.eventStore, {
    async *follow(options) {
      for await (const page of stores.eventStore.follow(options)) {
        if (options.after === first && page.events.length > 0) await held;
        yield page;
      }
    },
  });
  const feed = new SharedFeed(stores.logOver(store), ['till-']);
  const [slow, ahead] = [
    new Taker(feed, { prefix: 'till-', pauseMs: 0 }, first),
    new Taker(feed, { prefix: 'till-', pauseMs: 0 }),
  ];
  slow.begin();
  await until(() => slow.emptyBatches > 0);
  const second = await payInto(stores, 'a', [{ id: 'second', cents: 1 }]);
  ahead.begin();
  await until(() => ahead.isThrough(second));
  release();
  const third = await payInto(stores, 'a', [{ id: 'third', cents: 1 }]);
  await until(() => [slow, ahead].every((taker) => taker.isThrough(third)));
  expect([slow.taken, ahead.taken]).toEqual([
    [second, third],
    [first, second, third],
  ]);
  await Promise.all([slow.end(), ahead.end()]);
  await feed.stop();
});

it('wakes no consumer for events that do not concern it', async () => {
  const feed = new SharedFeed(stores.logOver(stores.eventStore), ['till-']);
  const start = await payInto(stores, 'a', [{ id: 'first', cents: 1 }]);
  const takers = [true, false].map(
    (passes) => new Taker(feed, { prefix: 'till-b', pauseMs: 0, passes }, start),
  );
  const [passing, woken] = takers;
  for (const taker of takers) taker.begin();
  for (let payment = 0; payment < 20; payment++) {
    const position = await payInto(stores, 'a', [{ id: String(payment), cents: 1 }]);
    await until(() => takers.every((taker) => taker.isThrough(position)));
  }
  const own = await payInto(stores, 'b', [{ id: 'own', cents: 1 }]);
  await until(() => takers.every((taker) => taker.isThrough(own)));
  expect(takers.map(({ taken }) => taken)).toEqual([[own], [own]]);
  expect(passing?.emptyBatches).toBeLessThan(3);
  expect(woken?.emptyBatches).toBeGreaterThan(15);
  await Promise.all(takers.map((taker) => taker.end()));
  await feed.stop();
});

it('moves no consumer over events that still wait for it', async () => {
  const feed = new SharedFeed(stores.logOver(stores.eventStore), ['till-']);
  const start = await payInto(stores, 'a', [{ id: 'first', cents: 1 }]);
  const { held, release } = holdBack();
  const witness = new Taker(feed, { prefix: 'till-a', pauseMs: 0 }, start);
  const busy = new Taker(feed, { prefix: 'till-b', pauseMs: 0, passes: true, until: held }, start);
  for (const taker of [witness, busy]) taker.begin();
  const first = await payInto(stores, 'b', [{ id: 'one', cents: 1 }]);
  await until(() => busy.taken.includes(first));
  const second = await payInto(stores, 'b', [{ id: 'two', cents: 1 }]);
  const others = await payInto(stores, 'a', [{ id: 'three', cents: 1 }]);
  await until(() => witness.isThrough(others));
  expect([busy.isThrough(first), busy.isThrough(second)]).toEqual([true, false]);
  release();
  await until(() => busy.isThrough(others));
  expect(busy.taken).toEqual([first, second]);
  await Promise.all([witness.end(), busy.end()]);
  await feed.stop();
});
