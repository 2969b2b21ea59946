import { EventStoreStandIn } from '../../../../test/support/event-store-stand-in.js';
import { eventStoreContract } from '../../../../test/contracts/event-store.contract.js';
import { openEventStoreDb } from './eventstoredb-event-store.js';

/** A machine that others use too may take its time. */
jest.setTimeout(60_000);

const realUrl = process.env['ESDB_URL'] ?? '';
const place = realUrl === '' ? 'a stand-in for the server' : 'a real server';

eventStoreContract(`EventStoreDB on ${place}`, async () => {
  const standIn = realUrl === '' ? await EventStoreStandIn.start() : null;
  const url = standIn?.url ?? realUrl;
  let store = await openEventStoreDb({ url });
  return {
    store,
    // Others write to a real server, if only its own statistics.
    isShared: standIn === null,
    reopen: async () => {
      await standIn?.restart();
      return (store = await openEventStoreDb({ url }));
    },
    dispose: async () => {
      await store.close();
      await standIn?.dispose();
    },
  };
});

afterAll(() => {
  process.stdout.write(`Event store contract covered: EventStoreDB, on ${place}.\n`);
});
