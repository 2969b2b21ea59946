import {
  dropDatabase,
  freshDatabase,
  startMongoServer,
  type MongoServer,
} from '../../../../../test/support/fake-mongo-server.js';
import { counts } from '../../../../../test/support/scale.js';
import type { ViewStoreUnderTest } from '../../../../../test/support/view-store-fixture.js';
import { modelCases } from '../../../../../test/contracts/view-store-model.contract.js';
import { PATIENCE_MS } from '../../../../../test/support/wait-for.js';
import { openMongoViewStore } from './mongodb-view-store.js';
import { viewStoreContract } from '../../../../../test/contracts/view-store.contract.js';
import type { ViewStore } from '../view-store.port.js';

let server: MongoServer;

beforeAll(async () => {
  server = await startMongoServer();
});

afterAll(async () => {
  await server.stop();
  process.stdout.write(`View store contract covered: MongoDB, on the ${server.kind}.\n`);
});

async function open(): Promise<ViewStoreUnderTest> {
  const { url } = server;
  const database = freshDatabase();
  const opened: ViewStore[] = [];
  const openAgain = async () => {
    const store = await openMongoViewStore({ url, database, deadlineMs: PATIENCE_MS });
    opened.push(store);
    return store;
  };
  const store = await openAgain();
  return {
    store,
    commitsWhole: false,
    another: openAgain,
    async reopen() {
      await store.close();
      return openAgain();
    },
    async discard() {
      await Promise.all(opened.map((each) => each.close()));
      await dropDatabase(url, database);
    },
  };
}

viewStoreContract('MongoDB', open);
modelCases('MongoDB', open, counts.mongoViewRuns);
