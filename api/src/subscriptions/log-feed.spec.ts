import fc from 'fast-check';
import type { EventStore, FollowedPage } from '../event-store/event-store.port.js';
import {
  openToyStores,
  payInto,
  removeToyStores,
  until,
  type ToyStores,
} from '../../../test/support/till.js';
import { Bell } from './bell.js';
import { Intake } from './intake.js';
import { LogFeed } from './log-feed.js';
import { changed } from '../../../test/support/till-views.js';

let stores: ToyStores;
beforeEach(async () => {
  stores = await openToyStores();
});
afterEach(() => removeToyStores(stores));

/** A consumer that takes what it is given, pauses now and then, and can be ended and begun again where it stood. */
class Taker {
  readonly taken: string[] = [];
  private through = '';
  private readonly bell = new Bell();
  private readonly intake: Intake;
  private running = new AbortController();
  private ended: Promise<unknown> = Promise.resolve();

  constructor(
    log: ToyStores['log'],
    feed: LogFeed,
    private readonly settings: { readonly prefix: string; readonly pauseMs: number; readonly atOnce: number },
  ) {
    this.intake = new Intake(log, [settings.prefix], { filled: this.bell, feed });
  }

  begin(): void {
    this.running = new AbortController();
    const { signal } = this.running;
    this.ended = Promise.all([this.intake.run(this.through, signal), this.take(signal)]);
  }

  async end(): Promise<void> {
    this.running.abort();
    this.bell.ring();
    await this.ended;
  }

  isThrough(position: string): boolean {
    return this.through >= position;
  }

  private async take(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const page = this.intake.buffer.take(this.settings.atOnce);
      if (!page) {
        await this.bell.wait(20);
        continue;
      }
      this.taken.push(...page.events.map(({ stored }) => stored.position));
      this.through = page.through;
      if (this.settings.pauseMs > 0)
        await new Promise((resolve) => setTimeout(resolve, this.settings.pauseMs));
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
async function positions(prefix: string): Promise<string[]> {
  const all: string[] = [];
  const { signal } = new AbortController();
  for await (const page of stores.eventStore.follow({ after: '', prefixes: [prefix], signal })) {
    all.push(...page.events.map(({ position }) => position));
    if (page.live) return all;
  }
  return all;
}

const plans = fc.record({
  size: fc.integer({ min: 1, max: 40 }),
  piecesUntilLost: fc.integer({ min: 15, max: 80 }),
  takers: fc.array(
    fc.record({
      prefix: fc.constantFrom('till-', 'till-a', 'till-b'),
      pauseMs: fc.integer({ min: 0, max: 3 }),
      atOnce: fc.integer({ min: 1, max: 100 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  appends: fc.array(
    fc.record({ till: fc.constantFrom('a', 'b', 'c'), count: fc.integer({ min: 1, max: 200 }) }),
    {
      minLength: 1,
      maxLength: 12,
    },
  ),
  restartAfter: fc.integer({ min: 0, max: 11 }),
});

it('whoever is slow, ends or loses the connection, everybody gets every event once and in order', async () => {
  await fc.assert(
    fc.asyncProperty(plans, async ({ size, piecesUntilLost, takers: settings, appends, restartAfter }) => {
      const log = stores.logOver(unreliable(size, piecesUntilLost));
      const feed = new LogFeed(log, ['till-']);
      const takers = settings.map((one) => new Taker(log, feed, one));
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
        expect(takers[place]?.taken).toEqual(await positions(prefix));
      }
    }),
    { numRuns: 6 },
  );
}, 30_000);
