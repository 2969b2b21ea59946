import { eventStoreContract } from '../contracts/event-store.contract.js';
import { InMemoryLog, openInMemoryEventStore } from './in-memory-event-store.js';

eventStoreContract('in-memory reference', () => {
  const log = new InMemoryLog();
  const store = openInMemoryEventStore(log);
  return Promise.resolve({
    store,
    reopen: () => Promise.resolve(openInMemoryEventStore(log)),
    dispose: () => store.close(),
  });
});

afterAll(() => {
  process.stdout.write('Event store contract covered: in-memory reference.\n');
});
