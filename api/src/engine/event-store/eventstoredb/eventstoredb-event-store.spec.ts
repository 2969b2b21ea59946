import { FakeEventStoreServer } from '../../../../../test/support/fake-event-store-server.js';
import { PATIENCE_MS } from '../../../../../test/support/wait-for.js';
import { eventStoreContract } from '../../../../../test/contracts/event-store.contract.js';
import { openEventStoreDb, type EventStoreDb } from './eventstoredb-event-store.js';

/** A store that waits for a busy machine; append.faults.spec.ts and calls.spec.ts test the deadlines. */
async function openPatient(url: string): Promise<EventStoreDb> {
  const store = await openEventStoreDb({ url, readDeadlineMs: PATIENCE_MS });
  const append: EventStoreDb['append'] = (stream, expected, events, options) =>
    store.append(stream, expected, events, { deadlineMs: PATIENCE_MS, ...options });
  return Object.assign(Object.create(store) as EventStoreDb, { append });
}

const realUrl = process.env['ESDB_URL'] ?? '';
const place = realUrl === '' ? 'a fake server' : 'a real server';

eventStoreContract(`EventStoreDB on ${place}`, async () => {
  const fakeServer = realUrl === '' ? await FakeEventStoreServer.start() : null;
  const url = fakeServer?.url ?? realUrl;
  let store = await openPatient(url);
  return {
    store,
    // Others write to a real server, if only its own statistics.
    isShared: fakeServer === null,
    reopen: async () => {
      await fakeServer?.restart();
      return (store = await openPatient(url));
    },
    dispose: async () => {
      await store.close();
      await fakeServer?.dispose();
    },
  };
});

afterAll(() => {
  process.stdout.write(`Event store contract covered: EventStoreDB, on ${place}.\n`);
});
