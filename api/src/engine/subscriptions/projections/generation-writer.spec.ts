import {
  openTillStores,
  payInto,
  removeTillStores,
  tillsProjection,
} from '../../../../../test/support/till.js';
import type { Position } from '../../../event-sourcing/event.js';
import { BEGINNING } from '../../event-store/event-store.port.js';
import { Outage } from '../../storage/outage.js';
import type { ViewStore } from '../../view-store/view-store.port.js';
import { CheckpointMoved, GenerationWriter } from './generation-writer.js';

it('a store that was restored ends the writing: what was delivered since comes again', async () => {
  let checkpoint = '5';
  let isRestored = false;
  const views = {
    generations: () => Promise.resolve({ live: 1, building: null }),
    checkpoint: () => Promise.resolve(checkpoint),
    parked: () => Promise.resolve([]),
    commit() {
      if (isRestored) return Promise.resolve('ok');
      checkpoint = '2';
      isRestored = true;
      return Promise.resolve('stale');
    },
  } as unknown as ViewStore;
  const writer = new GenerationWriter(views, tillsProjection, { generation: 1, outage: new Outage('tills') });
  await writer.load();
  const { signal } = new AbortController();
  await expect(writer.storeThrough('9', signal)).rejects.toBeInstanceOf(CheckpointMoved);
  expect(writer.checkpoint).toBe('2');
});

it('a process that lags another writes none of its pages again, and is in no outage', async () => {
  const stores = await openTillStores();
  const { views, log } = stores;
  const { name, prefixes } = tillsProjection;
  await views.declare([tillsProjection]);
  const outage = new Outage(name);
  const begun = jest.spyOn(outage, 'begin');
  const { signal } = new AbortController();
  const [ahead, behind] = [1, 2].map(
    () => new GenerationWriter(views, tillsProjection, { generation: 1, outage }),
  ) as [GenerationWriter, GenerationWriter];
  await ahead.load();
  await behind.load();
  let after = BEGINNING;
  const nextPage = async (payments: readonly string[]) => {
    for (const id of payments) await payInto(stores, 'corner', [{ id, cents: 1 }]);
    for await (const page of log.follow({ after, prefixes, signal }))
      if (page.events.length > 0) {
        after = page.through;
        return page;
      }
    throw new Error('the follow ended');
  };
  try {
    const pages = [await nextPage(['1']), await nextPage(['2', '3']), await nextPage(['4'])];
    for (const page of pages) await ahead.write(page, signal);
    // The first page finds out how far the other process is.
    for (const page of pages) expect(await behind.write(page, signal)).toBe(after);
    expect(begun).not.toHaveBeenCalled();
    await behind.write(await nextPage(['5']), signal);
    await views.promote(name, 1);
    expect(await views.get(tillsProjection, 'corner')).toMatchObject({
      payments: ['1', '2', '3', '4', '5'],
    });
  } finally {
    await removeTillStores(stores);
  }
});

describe('of two processes', () => {
  const { name, prefixes } = tillsProjection;
  const { signal } = new AbortController();
  let stores: Awaited<ReturnType<typeof openTillStores>>;
  let after: Position;
  let commits: number;
  let faster: GenerationWriter;
  let slower: GenerationWriter;
  let isBroken: boolean;
  const projection: typeof tillsProjection = {
    ...tillsProjection,
    evolve(...taken) {
      if (isBroken) throw new Error('cannot');
      return tillsProjection.evolve(...taken);
    },
  };

  beforeEach(async () => {
    stores = await openTillStores();
    await stores.views.declare([tillsProjection]);
    after = BEGINNING;
    commits = 0;
    isBroken = false;
    const { views } = stores;
    const counting: Pick<ViewStore, 'generations' | 'checkpoint' | 'parked' | 'getMany' | 'commit'> = {
      generations: (...asked) => views.generations(...asked),
      checkpoint: (...asked) => views.checkpoint(...asked),
      parked: (...asked) => views.parked(...asked),
      getMany: (...asked) => views.getMany(...asked),
      commit: (batch) => {
        commits += 1;
        return views.commit(batch);
      },
    };
    const settings = () => ({ generation: 1, outage: new Outage(name) });
    faster = new GenerationWriter(views, projection, settings());
    slower = new GenerationWriter(counting as ViewStore, projection, settings());
    await faster.load();
    await slower.load();
    // Its first page is stale: from then on it follows.
    const page = await nextPage('0');
    await faster.write(page, signal);
    await slower.write(page, signal);
    commits = 0;
  });
  afterEach(async () => removeTillStores(stores));

  async function nextPage(id: string) {
    await payInto(stores, 'corner', [{ id, cents: 1 }]);
    for await (const page of stores.log.follow({ after, prefixes, signal }))
      if (page.events.length > 0) {
        after = page.through;
        return page;
      }
    throw new Error('the follow ended');
  }

  it('the slower one waits for what the other stores, and folds nothing again', async () => {
    for (const id of ['1', '2', '3']) {
      const page = await nextPage(id);
      const written = slower.write(page, signal);
      await faster.write(page, signal);
      expect(await written).toBe(after);
    }
    expect(commits).toBe(0);
  });

  it('the slower one goes on where the other stopped', async () => {
    const [first, second] = [await nextPage('1'), await nextPage('2')];
    await faster.write(first, signal);
    await slower.write(first, signal);
    // The other process is killed.
    expect(await slower.write(second, signal)).toBe(after);
    expect(await slower.write(await nextPage('3'), signal)).toBe(after);
    expect(commits).toBe(2);
    await stores.views.promote(name, 1);
    expect(await stores.views.get(tillsProjection, 'corner')).toMatchObject({
      payments: ['0', '1', '2', '3'],
    });
  });

  it('an event that the other one has applied after all parks no later one', async () => {
    isBroken = true;
    const parked = await nextPage('1');
    await faster.write(parked, signal);
    isBroken = false;
    expect(await slower.retry(parked.events)).toEqual({ applied: 1, remaining: 0 });
    await faster.write(await nextPage('2'), signal);
    await stores.views.promote(name, 1);
    expect(await stores.views.get(tillsProjection, 'corner')).toMatchObject({ payments: ['0', '1', '2'] });
  });
});
