import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordedEvent } from '../event-sourcing/event.js';
import type { Projection } from '../event-sourcing/projection.js';
import { caughtUp, ToyViews } from '../../../test/support/till-views.js';
import { tillsProjection, type Paid, type TillRow } from '../../../test/support/till.js';
import { dumpGeneration, verifyView, type ViewReport } from './verify-views.js';

let toy: ToyViews;
beforeEach(async () => {
  toy = await ToyViews.open();
});
afterEach(() => toy.close());

async function verify(projection: Projection<TillRow> = tillsProjection): Promise<ViewReport> {
  const scratchFolder = join(toy.stores.folder, 'scratch');
  await mkdir(scratchFolder, { recursive: true });
  const report = await verifyView(
    { log: toy.stores.log, views: toy.stores.views, scratchFolder },
    projection,
  );
  expect(await readdir(scratchFolder)).toEqual([]);
  return report;
}

/** Changes a document behind the runner's back, at the position it has or another. */
async function tamper(id: string, change: Partial<TillRow> | null, position?: string): Promise<void> {
  const { views } = toy.stores;
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

it('a view that equals the log has no fault', async () => {
  const runner = await toy.start();
  await caughtUp(runner, await toy.payMany(30, 10));
  expect(await verify()).toMatchObject({ events: 300, documents: 30, faultCount: 0, unchecked: 0 });
});

it('finds a changed document, one that misses an event, one too many and one that is gone', async () => {
  const runner = await toy.start();
  await caughtUp(runner, await toy.payMany(4, 3));
  await runner.stop();
  const first = (await toy.refold()).get('0')?.position ?? '';
  await tamper('0', { total: 1_000_000 });
  await tamper('1', {}, '00000000000000000001');
  await tamper('never-paid', { id: 'never-paid', kind: 'till', lastAt: '2026' }, first);
  const faults = (await verify()).faults.map(({ kind, id }) => `${kind} ${id}`);
  expect(faults.sort()).toEqual(['behind 1', 'differs 0', 'unexpected never-paid']);
});

it('a document that was never written is missing', async () => {
  const runner = await toy.start({ projections: [{ ...tillsProjection, key: () => null }] });
  await caughtUp(runner, await toy.payMany(2, 1));
  // How far it came is stored within a second, and when it stops.
  await runner.stop();
  const faults = (await verify()).faults.map(({ kind, id }) => `${kind} ${id}`);
  expect(faults.sort()).toEqual(['missing 0', 'missing 1']);
});

it('a server that goes on projecting meanwhile is no fault, and what moved is verified too', async () => {
  const runner = await toy.start();
  await caughtUp(runner, await toy.payMany(10, 10));
  let rounds = 0;
  const stopping = new AbortController();
  const paying = (async () => {
    while (!stopping.signal.aborted) {
      await toy.payMany(10, 1);
      rounds++;
    }
  })();
  for (let look = 0; look < 5; look++) expect(await verify()).toMatchObject({ faultCount: 0, documents: 10 });
  stopping.abort();
  await paying;
  expect(rounds).toBeGreaterThan(0);
});

it('events set aside are no fault of the view', async () => {
  const fragile: Projection<TillRow> = {
    ...tillsProjection,
    apply(row, event) {
      if ((event as RecordedEvent<Paid>).data.paymentId === 'poison') throw new Error('cannot');
      return tillsProjection.apply(row, event);
    },
  };
  const runner = await toy.start({ projections: [fragile] });
  await toy.pay('a', 'a1', 'poison', 'a3');
  await caughtUp(runner, await toy.pay('b', 'b1'));
  expect(await verify(fragile)).toMatchObject({ faultCount: 0, parked: 2, documents: 2 });
});

it('a rebuild gives the same bytes', async () => {
  const runner = await toy.start();
  await caughtUp(runner, await toy.payMany(20, 5));
  const dump = async (generation: number) => {
    const lines: string[] = [];
    for await (const line of dumpGeneration(toy.stores.views, 'tills', generation)) lines.push(line);
    return lines.join('');
  };
  const before = await dump(1);
  await runner.rebuild('tills');
  expect(await dump(2)).toBe(before);
  expect(before.split('\n')).toHaveLength(21);
});
