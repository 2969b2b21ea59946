import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { Projection } from '../../event-sourcing/projection.js';
import { StoreUnavailable } from '../storage/store-unavailable.js';
import type { EventStore } from '../event-store/event-store.port.js';
import {
  holdBack,
  openTillStores,
  paid,
  payInto,
  tillsProjection,
  until,
  type Paid,
} from '../../../../test/support/till.js';
import type { ViewStore } from '../view-store/view-store.port.js';
import { caughtUp, changed, TillViews } from '../../../../test/support/till-views.js';

/** A later look at the same facts: how often each till was paid into. */
const countsProjection: Projection<
  { readonly id: string; readonly kind: string; readonly count: number },
  Paid
> = {
  name: 'counts',
  version: 1,
  indexes: [{ name: 'byId', eq: ['kind'], sort: 'id' }],
  prefixes: tillsProjection.prefixes,
  keys: (event) => tillsProjection.keys(event),
  evolve: (row, event) => ({ id: event.stream, kind: 'count', count: (row?.count ?? 0) + 1 }),
};

let tills: TillViews;
beforeEach(async () => {
  tills = await TillViews.open();
});
afterEach(() => tills.close());

describe('a view is a fold of the log', () => {
  it('serves readers from the first start on, even before the first event', async () => {
    await tills.start();
    expect((await tills.stores.views.generations('tills')).live).not.toBeNull();
  });

  it('equals a refold after payments before, during and after a start', async () => {
    await tills.payMany(20, 5);
    const runner = await tills.start();
    const position = await tills.payMany(20, 10);
    expect(await caughtUp(runner, position)).toBe(true);
    expect(await tills.documents()).toEqual(await tills.refold());
    expect((await tills.documents()).size).toBe(20);
  });

  it('resumes at its position after a restart, applying nothing twice', async () => {
    const first = await tills.start();
    await caughtUp(first, await tills.payMany(5, 5));
    await first.stop();
    const position = await tills.payMany(5, 5);
    await tills.stores.close();
    tills.stores = await openTillStores([paid], tills.stores.folder);
    const second = await tills.start();
    expect(await caughtUp(second, position)).toBe(true);
    expect(await tills.documents()).toEqual(await tills.refold());
  });

  it('two processes that project concurrently do not change the result', async () => {
    const [one, two] = [await tills.start(), await tills.start()];
    const position = await tills.payMany(10, 30);
    expect(await caughtUp(one, position)).toBe(true);
    expect(await caughtUp(two, position)).toBe(true);
    expect(await tills.documents()).toEqual(await tills.refold());
  });

  it('an unavailable view store is awaited, and nothing is parked', async () => {
    let isAway = false;
    const views = changed(tills.stores.views, {
      commit: (batch) => (isAway ? Promise.reject(new Error('away')) : tills.stores.views.commit(batch)),
    });
    const runner = await tills.start({ views });
    isAway = true;
    const position = await tills.payMany(3, 3);
    expect(await runner.caughtUp(tillsProjection, position, 50)).toBe(false);
    isAway = false;
    expect(await caughtUp(runner, position)).toBe(true);
    expect(runner.status()[0]).toMatchObject({ parked: 0, live: true });
    expect(await tills.documents()).toEqual(await tills.refold());
  });

  it('reports by name which view is being built and which consumer has stopped, until it has recovered', async () => {
    let fails: Partial<Record<'promote' | 'commit' | 'getMany', boolean>> = { promote: true };
    const over = <Call extends 'promote' | 'commit' | 'getMany'>(call: Call) =>
      ((...asked: never[]) =>
        fails[call]
          ? Promise.reject(new Error('away'))
          : (tills.stores.views[call] as (...all: never[]) => unknown)(...asked)) as ViewStore[Call];
    const views = changed(tills.stores.views, {
      promote: over('promote'),
      commit: over('commit'),
      getMany: over('getMany'),
    });
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    const log = jest.spyOn(Logger.prototype, 'log').mockImplementation();
    const runner = await tills.start({ views });
    await until(() => runner.problems.includes('tills has stopped'));
    fails = {};
    await until(() => runner.problems.length === 0);
    for (const call of ['commit', 'getMany'] as const) {
      fails = { [call]: true };
      const position = await tills.payMany(1, 1);
      await until(() => runner.problems.includes('tills has stopped'));
      fails = {};
      expect(await caughtUp(runner, position)).toBe(true);
      await until(() => runner.problems.length === 0);
    }
    expect(warn).toHaveBeenCalledTimes(3);
    // The log itself was there all the time.
    expect(runner.lostSubscriptions).toBe(0);
    expect(log).toHaveBeenCalledTimes(3);
    jest.restoreAllMocks();
  });

  it('starts without the view store, reports its views as behind, and projects once it is back', async () => {
    let isAway = true;
    const views = changed(tills.stores.views, {
      declare: (projections) =>
        isAway ? Promise.reject(new StoreUnavailable('away')) : tills.stores.views.declare(projections),
    });
    const runner = await tills.start({ views });
    const position = await tills.payMany(2, 2);
    expect(await runner.caughtUp(tillsProjection, position, 20)).toBe(false);
    expect(runner.problems).toEqual(['tills is being built']);
    expect(runner.status()[0]).toMatchObject({ name: 'tills', live: false, generation: null });
    isAway = false;
    await until(() => runner.status()[0]?.live === true);
    expect(await caughtUp(runner, position)).toBe(true);
    expect(await tills.documents()).toEqual(await tills.refold());
  });

  it('a subscription that ends, with or without an error, is resumed at its position', async () => {
    let calls = 0;
    const eventStore: EventStore = changed<EventStore>(tills.stores.eventStore, {
      async *follow(options) {
        const call = ++calls;
        for await (const page of tills.stores.eventStore.follow(options)) {
          yield page;
          if (page.events.length === 0) continue;
          if (call === 2) throw new Error('the connection was lost');
          if (call < 5) return;
        }
      },
    });
    const runner = await tills.start({ log: tills.stores.logOver(eventStore) });
    for (let round = 0; round < 6; round++) {
      expect(await caughtUp(runner, await tills.payMany(2, 1))).toBe(true);
    }
    expect(calls).toBeGreaterThanOrEqual(4);
    expect(await tills.documents()).toEqual(await tills.refold());
  });
});

describe('read your writes', () => {
  it('returns once the position is in the view, and does not wait for positions beyond the head', async () => {
    const runner = await tills.start();
    const position = await tills.payMany(1, 1);
    expect(await caughtUp(runner, position)).toBe(true);
    expect((await tills.documents()).get('0')?.position).toBe(position);
    expect(await runner.caughtUp(tillsProjection, 'zzz', 0)).toBe(true);
    expect(await runner.caughtUp(tillsProjection, '', 0)).toBe(true);
  });

  it('reports that the view is behind after the timeout', async () => {
    const { held, release } = holdBack();
    const views = changed(tills.stores.views, {
      commit: (batch) => held.then(() => tills.stores.views.commit(batch)),
    });
    const runner = await tills.start({ views });
    const position = await tills.payMany(1, 1);
    expect(await runner.caughtUp(tillsProjection, position, 20)).toBe(false);
    release();
    expect(await caughtUp(runner, position)).toBe(true);
  });

  it('the position of a projection is stored even when no event concerned it', async () => {
    await tills.start({ checkpointEveryMs: 5 });
    const { live } = await tills.stores.views.generations('tills');
    const checkpoint = () => tills.stores.views.checkpoint('tills', live ?? 0);
    const foreign = { id: randomUUID(), type: 'Paid', data: {}, metadata: {} as never };
    const { position } = await tills.stores.eventStore.append('other-1', 'no_stream', [foreign]);
    await until(async () => (await checkpoint()) === position);
  });
});

describe('consumers share one subscription', () => {
  it('a slow one leaves, delays no other, and rejoins when it has caught up', async () => {
    let follows = 0;
    const eventStore: EventStore = changed<EventStore>(tills.stores.eventStore, {
      async *follow(options) {
        follows++;
        try {
          yield* tills.stores.eventStore.follow(options);
        } finally {
          follows--;
        }
      },
    });
    let release: () => void = () => undefined;
    let isHeld = false;
    const views = changed(tills.stores.views, {
      async commit(batch) {
        if (isHeld && batch.projection === 'counts')
          await new Promise<void>((resolve) => (release = resolve));
        return tills.stores.views.commit(batch);
      },
    });
    const runner = await tills.start({
      projections: [tillsProjection, countsProjection],
      log: tills.stores.logOver(eventStore),
      views,
    });
    await until(() => follows === 1);
    isHeld = true;
    const many = Array.from({ length: 200 }, () => ({ id: 'x', cents: 1 }));
    let position = '';
    for (let batch = 0; batch < 40; batch++) position = await payInto(tills.stores, String(batch), many);
    expect(await caughtUp(runner, position)).toBe(true);
    expect(await runner.caughtUp(countsProjection, position, 0)).toBe(false);
    await until(() => follows === 2 || follows === 1);
    isHeld = false;
    release();
    expect(await caughtUp(runner, position, countsProjection)).toBe(true);
    await until(() => follows === 1);
    position = await tills.payMany(3, 3);
    expect(await caughtUp(runner, position)).toBe(true);
    expect(await caughtUp(runner, position, countsProjection)).toBe(true);
    expect(await tills.documents()).toEqual(await tills.refold());
    const counts = [...(await tills.documents('counts')).values()].map(
      ({ document }) => (document as { count: number }).count,
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(8_009);
    expect(follows).toBe(1);
  });
});
