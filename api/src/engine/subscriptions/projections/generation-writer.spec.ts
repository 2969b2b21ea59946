import {
  openTillStores,
  payInto,
  removeTillStores,
  tillsProjection,
} from '../../../../../test/support/till.js';
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
