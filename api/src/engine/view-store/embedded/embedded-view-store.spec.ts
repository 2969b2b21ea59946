import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { counts } from '../../../../../test/support/scale.js';
import {
  liveNotes,
  type ViewStoreUnderTest,
  notesView,
} from '../../../../../test/support/view-store-fixture.js';
import { openEmbeddedViewStore } from './embedded-view-store.js';
import { modelCases } from '../../../../../test/contracts/view-store-model.contract.js';
import { viewStoreContract } from '../../../../../test/contracts/view-store.contract.js';
import type { ViewStore } from '../view-store.port.js';

async function open(): Promise<ViewStoreUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'flip-views-'));
  const file = join(folder, 'views.db');
  const opened: ViewStore[] = [];
  const openAgain = () => {
    const store = openEmbeddedViewStore(file);
    opened.push(store);
    return store;
  };
  const store = openAgain();
  return {
    store,
    commitsWhole: true,
    another: () => Promise.resolve(openAgain()),
    async reopen() {
      await store.close();
      return openAgain();
    },
    async discard() {
      await Promise.all(opened.map((each) => each.close()));
      await rm(folder, { recursive: true });
    },
  };
}

viewStoreContract('embedded', open);
modelCases('embedded', open, counts.embeddedViewRuns);

it.each([
  ['down from its end', { desc: true, to: '2026-03' }, '2026-02'],
  ['up from its beginning', { desc: false, from: '2026-04' }, '2026-04'],
])('pages %s when the cursor lies before a range', async (_, range, first) => {
  const views = await open();
  const { store } = views;
  const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05'];
  const documents = Object.fromEntries(months.map((at) => [at, { owner: 'ann', at }]));
  await (await liveNotes(store)).put(documents);
  const query = { by: 'byOwner', where: { owner: 'ann' }, limit: 1 };
  const { nextCursor } = await store.find(notesView, { ...query, desc: range.desc });
  const page = await store.find(notesView, { ...query, ...range, cursor: nextCursor ?? '' });
  expect(page.items.map(({ at }) => at)).toEqual([first]);
  await views.discard();
});

afterAll(() => {
  process.stdout.write('View store contract covered: embedded.\n');
});
