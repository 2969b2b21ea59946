import { InMemoryViews, openInMemoryViewStore } from './in-memory-view-store.js';
import { viewStoreContract } from '../contracts/view-store.contract.js';

viewStoreContract('in-memory reference', () => {
  const views = new InMemoryViews();
  const store = openInMemoryViewStore(views);
  return Promise.resolve({
    store,
    commitsWhole: true,
    another: () => Promise.resolve(openInMemoryViewStore(views)),
    async reopen() {
      await store.close();
      return openInMemoryViewStore(views);
    },
    discard: () => store.close(),
  });
});

afterAll(() => {
  process.stdout.write('View store contract covered: in-memory reference.\n');
});
