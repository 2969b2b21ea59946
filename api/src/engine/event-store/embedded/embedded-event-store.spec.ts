import { KEY_ENCRYPTION_KEY } from '../../../../../test/support/sample-events.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedEventStore } from './embedded-event-store.js';
import { eventStoreContract } from '../../../../../test/contracts/event-store.contract.js';

eventStoreContract('embedded', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'flip-events-'));
  const file = join(folder, 'events.db');
  let store = await openEmbeddedEventStore({ keyEncryptionKey: KEY_ENCRYPTION_KEY, file });
  return {
    store,
    reopen: async () =>
      (store = await openEmbeddedEventStore({ keyEncryptionKey: KEY_ENCRYPTION_KEY, file })),
    dispose: async () => {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
});

afterAll(() => {
  process.stdout.write('Event store contract covered: embedded.\n');
});
