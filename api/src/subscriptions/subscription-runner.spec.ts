import { randomUUID } from 'node:crypto';
import type { Projection } from '../event-sourcing/projection.js';
import { StoreUnavailable } from '../config/store-unavailable.js';
import type { EventStore } from '../event-store/event-store.port.js';
import { openToyStores, paid, payInto, tillsProjection, until } from '../../../test/support/till.js';
import { caughtUp, changed, ToyViews } from '../../../test/support/till-views.js';

/** A later look at the same facts: how often each till was paid into. */
const countsProjection: Projection<{ readonly id: string; readonly kind: string; readonly count: number }> = {
  name: 'counts',
  version: 1,
  view: 'counts',
  indexes: [{ name: 'byId', eq: ['kind'], sort: 'id' }],
  prefixes: tillsProjection.prefixes,
  key: (event) => tillsProjection.key(event),
  apply: (row, event) => ({ id: event.stream, kind: 'count', count: (row?.count ?? 0) + 1 }),
};

let toy: ToyViews;
beforeEach(async () => {
  toy = await ToyViews.open();
});
afterEach(() => toy.close());

describe('a view is a fold of the log', () => {
  it('serves readers from the first start on, before there is an event', async () => {
    await toy.start();
    expect((await toy.stores.views.generations('tills')).live).not.toBeNull();
  });

  it('equals the refold after payments before, during and after a start', async () => {
    await toy.payMany(20, 5);
    const runner = await toy.start();
    const position = await toy.payMany(20, 10);
    expect(await caughtUp(runner, position)).toBe(true);
    expect(await toy.documents()).toEqual(await toy.refold());
    expect((await toy.documents()).size).toBe(20);
  });

  it('goes on where it stood after a restart, applying nothing twice', async () => {
    const first = await toy.start();
    await caughtUp(first, await toy.payMany(5, 5));
    await first.stop();
    const position = await toy.payMany(5, 5);
    await toy.stores.close();
    toy.stores = await openToyStores([paid], toy.stores.folder);
    const second = await toy.start();
    expect(await caughtUp(second, position)).toBe(true);
    expect(await toy.documents()).toEqual(await toy.refold());
  });

  it('two processes that project at once change nothing about the result', async () => {
    const [one, two] = [await toy.start(), await toy.start()];
    const position = await toy.payMany(10, 30);
    expect(await caughtUp(one, position)).toBe(true);
    expect(await caughtUp(two, position)).toBe(true);
    expect(await toy.documents()).toEqual(await toy.refold());
  });

  it('a view store that is away is waited for, and nothing is parked', async () => {
    let isAway = false;
    const views = changed(toy.stores.views, {
      commit: (batch) => (isAway ? Promise.reject(new Error('away')) : toy.stores.views.commit(batch)),
    });
    const runner = await toy.start({ views });
    isAway = true;
    const position = await toy.payMany(3, 3);
    expect(await runner.caughtUp('tills', position, 50)).toBe(false);
    isAway = false;
    expect(await caughtUp(runner, position)).toBe(true);
    expect(runner.status()[0]).toMatchObject({ parked: 0, live: true });
    expect(await toy.documents()).toEqual(await toy.refold());
  });

  it('starts without the view store, reports its views as behind, and projects once it is back', async () => {
    let isAway = true;
    const views = changed(toy.stores.views, {
      declare: (projections) =>
        isAway ? Promise.reject(new StoreUnavailable('away')) : toy.stores.views.declare(projections),
    });
    const runner = await toy.start({ views });
    const position = await toy.payMany(2, 2);
    expect(await runner.caughtUp('tills', position, 20)).toBe(false);
    expect(runner.status()[0]).toMatchObject({ name: 'tills', live: false, generation: null });
    isAway = false;
    await until(() => runner.status()[0]?.live === true);
    expect(await caughtUp(runner, position)).toBe(true);
    expect(await toy.documents()).toEqual(await toy.refold());
  });

  it('a subscription that ends, with or without an error, is taken up again where it stood', async () => {
    let calls = 0;
    const eventStore: EventStore = changed<EventStore>(toy.stores.eventStore, {
      async *follow(options) {
        const call = ++calls;
        for await (const page of toy.stores.eventStore.follow(options)) {
          yield page;
          if (page.events.length === 0) continue;
          if (call === 2) throw new Error('the connection was lost');
          if (call < 5) return;
        }
      },
    });
    const runner = await toy.start({ log: toy.stores.logOver(eventStore) });
    for (let round = 0; round < 6; round++) {
      expect(await caughtUp(runner, await toy.payMany(2, 1))).toBe(true);
    }
    expect(runner.lostSubscriptions).toBeGreaterThanOrEqual(4);
    expect(await toy.documents()).toEqual(await toy.refold());
  });
});

describe('read your writes', () => {
  it('is reached once the position is in the view; beyond the head nothing is waited for', async () => {
    const runner = await toy.start();
    const position = await toy.payMany(1, 1);
    expect(await caughtUp(runner, position)).toBe(true);
    expect((await toy.documents()).get('0')?.position).toBe(position);
    expect(await runner.caughtUp('tills', 'zzz', 0)).toBe(true);
    expect(await runner.caughtUp('tills', '', 0)).toBe(true);
  });

  it('tells that the view is behind when the time is up', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const views = changed(toy.stores.views, {
      commit: (batch) => held.then(() => toy.stores.views.commit(batch)),
    });
    const runner = await toy.start({ views });
    const position = await toy.payMany(1, 1);
    expect(await runner.caughtUp('tills', position, 20)).toBe(false);
    release();
    expect(await caughtUp(runner, position)).toBe(true);
  });

  it('how far a projection is stays on disk even when nothing concerned it', async () => {
    await toy.start({ checkpointEveryMs: 5 });
    const { live } = await toy.stores.views.generations('tills');
    const checkpoint = () => toy.stores.views.checkpoint('tills', live ?? 0);
    const foreign = { id: randomUUID(), type: 'Paid', data: {}, metadata: {} as never };
    const { position } = await toy.stores.eventStore.append('other-1', 'no_stream', [foreign]);
    await until(async () => (await checkpoint()) === position);
  });
});

describe('consumers share one follow', () => {
  it('a slow one leaves, holds nobody back, and joins again when it has caught up', async () => {
    let follows = 0;
    const eventStore: EventStore = changed<EventStore>(toy.stores.eventStore, {
      async *follow(options) {
        follows++;
        try {
          yield* toy.stores.eventStore.follow(options);
        } finally {
          follows--;
        }
      },
    });
    let release: () => void = () => undefined;
    let isHeld = false;
    const views = changed(toy.stores.views, {
      async commit(batch) {
        if (isHeld && batch.projection === 'counts')
          await new Promise<void>((resolve) => (release = resolve));
        return toy.stores.views.commit(batch);
      },
    });
    const runner = await toy.start({
      projections: [tillsProjection, countsProjection],
      log: toy.stores.logOver(eventStore),
      views,
    });
    await until(() => follows === 1);
    isHeld = true;
    const many = Array.from({ length: 200 }, () => ({ id: 'x', cents: 1 }));
    let position = '';
    for (let batch = 0; batch < 40; batch++) position = await payInto(toy.stores, String(batch), many);
    expect(await caughtUp(runner, position, 'tills')).toBe(true);
    expect(await runner.caughtUp('counts', position, 0)).toBe(false);
    await until(() => follows === 2 || follows === 1);
    isHeld = false;
    release();
    expect(await caughtUp(runner, position, 'counts')).toBe(true);
    await until(() => follows === 1);
    position = await toy.payMany(3, 3);
    expect(await caughtUp(runner, position, 'tills')).toBe(true);
    expect(await caughtUp(runner, position, 'counts')).toBe(true);
    expect(await toy.documents()).toEqual(await toy.refold());
    const counts = [...(await toy.documents('counts')).values()].map(
      ({ document }) => (document as { count: number }).count,
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(8_009);
    expect(follows).toBe(1);
  });
});
