import { readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import type { Projection } from '../../event-sourcing/projection.js';
import { caughtUp, changed, TillViews } from '../../../../test/support/till-views.js';
import { tillsProjection, type Paid, type TillRow } from '../../../../test/support/till.js';
import { dumpGeneration } from '../../../../test/support/dump-generation.js';
import type { ViewStore } from '../../engine/view-store/view-store.port.js';
import { verifyView, type ViewReport } from './verify-views.js';

let tills: TillViews;
beforeEach(async () => {
  tills = await TillViews.open();
});
afterEach(() => tills.close());

async function verify(
  projection: Projection<TillRow> = tillsProjection,
  views: ViewStore = tills.stores.views,
): Promise<ViewReport> {
  const scratchFolder = join(tills.stores.folder, 'scratch');
  await mkdir(scratchFolder, { recursive: true });
  const { log } = tills.stores;
  const report = await verifyView({ log, views, scratchFolder }, projection, () => {
    // A kill would leave nothing.
    expect(readdirSync(scratchFolder)).toEqual([]);
  });
  expect.hasAssertions();
  if (!report) throw new Error('The view is not built yet');
  return report;
}

/** Changes a document behind the runner's back, at the position it has or another. */
async function tamper(id: string, change: Partial<TillRow> | null, position?: string): Promise<void> {
  const { views } = tills.stores;
  const checkpoint = await views.checkpoint('tills', 1);
  const kept = (await views.getMany<TillRow>('tills', 1, [id])).get(id);
  const document = change && { ...(kept?.document as TillRow), ...change };
  const write = { id, document, position: position ?? kept?.position ?? '', was: kept?.position ?? null };
  const batch = {
    projection: 'tills',
    generation: 1,
    expect: checkpoint,
    next: checkpoint ?? '',
    parked: [],
  };
  expect(await views.commit({ ...batch, writes: [write] })).toBe('ok');
}

it('a view equal to the log has no faults', async () => {
  const runner = await tills.start();
  await caughtUp(runner, await tills.payMany(30, 10));
  expect(await verify()).toMatchObject({ events: 300, documents: 30, faultCount: 0 });
});

it('detects a changed document, one that lacks an event and one without events', async () => {
  const runner = await tills.start();
  await caughtUp(runner, await tills.payMany(4, 3));
  await runner.stop();
  const first = (await tills.refold()).get('0')?.position ?? '';
  await tamper('0', { total: 1_000_000 });
  await tamper('1', {}, '00000000000000000001');
  await tamper('never-paid', { id: 'never-paid', kind: 'till', lastAt: '2026' }, first);
  const faults = (await verify()).faults.map(({ kind, id }) => `${kind} ${id}`);
  expect(faults.sort()).toEqual(['behind 1', 'differs 0', 'unexpected never-paid']);
});

it('reports a document that was never written as missing', async () => {
  const runner = await tills.start({ projections: [{ ...tillsProjection, keys: () => [] }] });
  await caughtUp(runner, await tills.payMany(2, 1));
  // The checkpoint is stored within a second, and when the runner stops.
  await runner.stop();
  const faults = (await verify()).faults.map(({ kind, id }) => `${kind} ${id}`);
  expect(faults.sort()).toEqual(['missing 0', 'missing 1']);
});

it('reports no fault while a server keeps projecting, and verifies the documents that changed', async () => {
  const runner = await tills.start();
  await caughtUp(runner, await tills.payMany(10, 10));
  let rounds = 0;
  const stopping = new AbortController();
  const paying = (async () => {
    while (!stopping.signal.aborted) {
      await tills.payMany(10, 1);
      rounds++;
    }
  })();
  for (let round = 0; round < 5; round++)
    expect(await verify()).toMatchObject({ faultCount: 0, documents: 10 });
  stopping.abort();
  await paying;
  expect(rounds).toBeGreaterThan(0);
});

it('compares each document at the position at which it was read, regardless of earlier and later events', async () => {
  const runner = await tills.start();
  await caughtUp(runner, await tills.payMany(3, 2));
  const { views } = tills.stores;
  const payAll = async () => caughtUp(runner, await tills.payMany(4, 1));
  const busy = changed<ViewStore>(views, {
    async checkpoint(...asked) {
      const checkpoint = await views.checkpoint(...asked);
      await payAll();
      return checkpoint;
    },
    async *scan(...asked) {
      yield* views.scan(...asked);
      await payAll();
    },
  });
  expect(await verify(tillsProjection, busy)).toMatchObject({ faultCount: 0, documents: 4 });
});

it('a view ahead of the log is reported, without waiting for the missing events', async () => {
  const runner = await tills.start();
  await caughtUp(runner, await tills.payMany(2, 3));
  await runner.stop();
  const log = new Database(join(tills.stores.folder, 'events.db'));
  log.exec('DELETE FROM events WHERE position > 4');
  log.close();
  const { faults } = await verify();
  expect(faults[0]).toEqual({ kind: 'ahead', id: 'tills', position: '00000000000000000006' });
  expect(faults.some(({ kind }) => kind === 'differs')).toBe(true);
});

it('parked events are not a fault of the view', async () => {
  const fragile: Projection<TillRow, Paid> = {
    ...tillsProjection,
    evolve(row, event, id) {
      if (event.data.paymentId === 'poison') throw new Error('cannot');
      return tillsProjection.evolve(row, event, id);
    },
  };
  const runner = await tills.start({ projections: [fragile] });
  await tills.pay('a', 'a1', 'poison', 'a3');
  await caughtUp(runner, await tills.pay('b', 'b1'));
  expect(await verify(fragile)).toMatchObject({ faultCount: 0, parked: 2, documents: 2 });
});

it('a rebuild produces the same bytes', async () => {
  const runner = await tills.start();
  await caughtUp(runner, await tills.payMany(20, 5));
  const dump = async (generation: number) =>
    (await dumpGeneration(tills.stores.views, 'tills', generation)).join('');
  const before = await dump(1);
  await runner.rebuild('tills');
  expect(await dump(2)).toBe(before);
  expect(before.split('\n')).toHaveLength(21);
});
