import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ViewStoreUnderTest } from '../../../../test/support/view-store-fixture.js';
import { openEmbeddedViewStore } from './embedded-view-store.js';
import { modelCases } from '../../../../test/contracts/view-store-model.contract.js';
import { viewStoreContract } from '../../../../test/contracts/view-store.contract.js';
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
modelCases('embedded', open, process.env.FLIP_TEST_SCALE === 'full' ? 500 : 40);

afterAll(() => {
  process.stdout.write('View store contract covered: embedded.\n');
});
