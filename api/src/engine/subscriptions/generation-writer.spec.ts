import { tillsProjection } from '../../../../test/support/till.js';
import { Outage } from '../storage/outage.js';
import type { ViewStore } from '../view-store/view-store.port.js';
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
