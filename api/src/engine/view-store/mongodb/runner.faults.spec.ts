import { payInto, until } from '../../../../../test/support/till.js';
import type { SubscriptionRunner } from '../../subscriptions/subscription-runner.js';
import { TillViews } from '../../../../../test/support/till-views.js';
import { FakeServerViews } from '../../../../../test/support/mongodb-view-store-fixture.js';

const ROUNDS = process.env.FLIP_TEST_SCALE === 'full' ? 30 : 3;
const TILLS = 8;

let views: FakeServerViews;
let tills: TillViews;

beforeAll(async () => {
  views = await FakeServerViews.start();
});
afterAll(async () => {
  await views.server.stop();
  process.stdout.write('Projecting into MongoDB: on the fake server.\n');
});
beforeEach(async () => {
  tills = await TillViews.open();
  tills.stores = { ...tills.stores, views: await views.open() };
});
afterEach(async () => {
  await tills.close();
  await views.endCase();
});

/** Two processes that project the same log into the same documents. */
async function twoRunners(): Promise<SubscriptionRunner[]> {
  return [await tills.start(), await tills.start({ views: await views.open() })];
}

/** Once the view says what the log says. */
async function expectRefold(): Promise<void> {
  const refold = await tills.refold();
  const isThere = async () => {
    const documents = await tills.documents().catch(() => new Map<string, never>());
    return [...refold].every(([id, { position }]) => documents.get(id)?.position === position);
  };
  await until(isThere);
  expect(await tills.documents()).toEqual(refold);
}

it('two processes build the same view as a single fold of the log', async () => {
  await twoRunners();
  await tills.payMany(TILLS, 10);
  await expectRefold();
});

it('a server killed repeatedly under load leaves the view equal to the log', async () => {
  await twoRunners();
  for (let round = 0; round < ROUNDS; round += 1) {
    const paying = tills.payMany(TILLS, 4);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
    await views.server.kill();
    await views.server.restart();
    await paying;
    await expectRefold();
  }
});

it('a server that dies right after it stored documents leaves the view equal to the log', async () => {
  await twoRunners();
  for (let round = 0; round < ROUNDS; round += 1) {
    await views.server.fault({ kind: 'die-after-storing', command: 'update', collection: 'view_' });
    const paying = tills.payMany(TILLS, 2);
    await views.server.restart();
    await paying;
    await expectRefold();
  }
});

it('a view is rebuilt and swapped while two processes project', async () => {
  const [runner] = await twoRunners();
  await tills.payMany(TILLS, 3);
  const rebuilt = runner?.rebuild('tills');
  await tills.payMany(TILLS, 3);
  await rebuilt;
  await payInto(tills.stores, '0', [{ id: 'last', cents: 1 }]);
  await expectRefold();
  expect((await tills.stores.views.generations('tills')).live).toBe(2);
});

it('a lost database is rebuilt from the log', async () => {
  await twoRunners();
  await tills.payMany(TILLS, 3);
  await expectRefold();
  await views.raw.dropDatabase();
  await tills.payMany(TILLS, 3);
  await expectRefold();
});

it('a lost catalog leads to a new generation, which does not reuse documents of an old one', async () => {
  const runner = await tills.start();
  await tills.payMany(TILLS, 3);
  await expectRefold();
  await runner.stop();
  await views.raw.collection('projections').drop();
  await tills.start();
  await expectRefold();
  expect(await tills.stores.views.generations('tills')).toEqual({ live: 2, building: null });
  const names = await views.raw.listCollections().toArray();
  expect(names.map(({ name }) => name).sort()).toEqual(['projections', 'view_tills_2']);
});
