import type { Projection } from '../../../event-sourcing/projection.js';
import { tillsProjection, until, type Paid, type TillRow } from '../../../../../test/support/till.js';
import { isOver } from '../../waiting/backoff.js';
import { caughtUp, TillViews } from '../../../../../test/support/till-views.js';

let tills: TillViews;
beforeEach(async () => {
  tills = await TillViews.open();
});
afterEach(() => tills.close());

describe('a rebuild', () => {
  it('runs next to the live view: readers always find everything, and the result has the same bytes', async () => {
    const runner = await tills.start({ dropAfterMs: 20 });
    await caughtUp(runner, await tills.payMany(30, 20));
    const before = JSON.stringify([...(await tills.documents())]);
    const rebuilt = new AbortController();
    let finds = 0;
    const reading = (async () => {
      while (!isOver(rebuilt.signal)) {
        const { items } = await tills.stores.views.find(tillsProjection, {
          by: 'byLast',
          where: { kind: 'till' },
          limit: 100,
        });
        expect(items).toHaveLength(30);
        finds++;
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const told: number[] = [];
    await runner.rebuild('tills', (events) => told.push(events));
    rebuilt.abort();
    await reading;
    expect(finds).toBeGreaterThan(0);
    expect(told.at(-1)).toBe(600);
    expect(JSON.stringify([...(await tills.documents())])).toBe(before);
    expect((await tills.stores.views.generations('tills')).live).toBe(2);
    await until(async () => (await tills.stores.views.checkpoint('tills', 1)) === null);
  });

  it('misses nothing that is recorded while it runs', async () => {
    const runner = await tills.start();
    await caughtUp(runner, await tills.payMany(10, 30));
    const rebuilt = new AbortController();
    const paying = (async () => {
      let position = '';
      while (!isOver(rebuilt.signal)) position = await tills.payMany(10, 1);
      return position;
    })();
    for (let round = 0; round < 3; round++) await runner.rebuild('tills');
    rebuilt.abort();
    expect(await caughtUp(runner, await paying)).toBe(true);
    expect(runner.status()[0]?.generation).toBe(4);
    expect(await tills.documents()).toEqual(await tills.refold());
  });

  it('another process switches to the new generation on its own', async () => {
    const [one, two] = [await tills.start(), await tills.start()];
    await caughtUp(one, await tills.payMany(3, 3));
    await one.rebuild('tills');
    const position = await tills.payMany(3, 3);
    expect(await caughtUp(two, position)).toBe(true);
    await until(() => two.status()[0]?.generation === 2);
    expect(await tills.documents()).toEqual(await tills.refold());
  });

  it('a raised version is built next to the old view and then replaces it', async () => {
    const first = await tills.start();
    await caughtUp(first, await tills.payMany(5, 5));
    await first.stop();
    const doubled: Projection<TillRow, Paid> = {
      ...tillsProjection,
      version: 2,
      evolve: (row, event, id) => {
        const next = tillsProjection.evolve(row, event, id);
        return next && { ...next, kind: 'till-v2' };
      },
    };
    const second = await tills.start({ projections: [doubled] });
    await until(() => second.status()[0]?.generation === 2);
    const kinds = [...(await tills.documents()).values()].map(({ document }) => (document as TillRow).kind);
    expect(kinds).toEqual(Array.from({ length: 5 }, () => 'till-v2'));
  });
});
