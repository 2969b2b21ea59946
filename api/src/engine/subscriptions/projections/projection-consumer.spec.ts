import { payInto, tillsProjection } from '../../../../../test/support/till.js';
import { caughtUp, changed, TillViews } from '../../../../../test/support/till-views.js';

let tills: TillViews;
beforeEach(async () => {
  tills = await TillViews.open();
});
afterEach(() => tills.close());

it('a batch superseded by another process is folded again', async () => {
  let superseded = 2;
  const views = changed(tills.stores.views, {
    commit: (batch) => (superseded-- > 0 ? Promise.resolve('stale') : tills.stores.views.commit(batch)),
  });
  const runner = await tills.start({ views });
  expect(await caughtUp(runner, await tills.payMany(3, 2))).toBe(true);
  expect(superseded).toBeLessThan(0);
  expect(await tills.documents()).toEqual(await tills.refold());
});

it('a stop between the documents and their checkpoint applies nothing twice', async () => {
  let isBroken = true;
  const views = changed(tills.stores.views, {
    async commit(batch) {
      if (!isBroken || batch.writes.length === 0) return tills.stores.views.commit(batch);
      isBroken = false;
      await tills.stores.views.commit({ ...batch, next: batch.expect ?? '' });
      throw new Error('the connection was lost');
    },
  });
  const runner = await tills.start({ views });
  expect(await caughtUp(runner, await tills.pay('a', 'a1', 'a2', 'a3'))).toBe(true);
  expect(isBroken).toBe(false);
  expect((await tills.rowOf('a'))?.payments).toEqual(['a1', 'a2', 'a3']);
});

it('no reader goes back in time when a rebuilt view replaces the old one', async () => {
  const promoted: boolean[] = [];
  let movesOn = true;
  const views = changed(tills.stores.views, {
    // Right after the rebuild has stored what it was to store, the live view moves on.
    async commit(batch) {
      const outcome = await tills.stores.views.commit(batch);
      if (batch.generation !== 2 || !movesOn) return outcome;
      movesOn = false;
      await caughtUp(runner, await tills.payMany(4, 4));
      return outcome;
    },
    async promote(projection, generation) {
      const { live } = await tills.stores.views.generations(projection);
      const [next, now] = await Promise.all(
        [generation, live ?? 0].map((one) => tills.stores.views.checkpoint(projection, one)),
      );
      promoted.push((next ?? '') >= (now ?? ''));
      await tills.stores.views.promote(projection, generation);
    },
  });
  const runner = await tills.start({ views });
  await caughtUp(runner, await tills.payMany(4, 4));
  await runner.rebuild('tills');
  expect(movesOn).toBe(false);
  expect(promoted).toEqual([true, true]);
  expect(await tills.documents()).toEqual(await tills.refold());
});

it('keeps its events in order under many payments into few tills', async () => {
  const runner = await tills.start();
  let position = '';
  const ids = Array.from({ length: 2_500 }, (_, place) => String(place));
  for (let from = 0; from < ids.length; from += 250) {
    const some = ids.slice(from, from + 250).map((id) => ({ id, cents: 1 }));
    position = await payInto(tills.stores, 'a', some);
  }
  expect(await caughtUp(runner, position)).toBe(true);
  expect((await tills.rowOf('a'))?.payments).toEqual(ids);
});

it('writes nothing for events that concern none of its documents, and does not process them again after a restart', async () => {
  let commits = 0;
  const views = changed(tills.stores.views, {
    commit: (batch) => {
      commits += 1;
      return tills.stores.views.commit(batch);
    },
  });
  const projections = [{ ...tillsProjection, keys: () => [] }];
  const runner = await tills.start({ views, projections, checkpointEveryMs: 60_000 });
  let position = '';
  for (let payment = 0; payment < 20; payment += 1) {
    position = await tills.pay('a', String(payment));
    expect(await caughtUp(runner, position)).toBe(true);
  }
  expect(commits).toBe(0);
  await runner.stop();
  expect(await tills.stores.views.checkpoint('tills', 1)).toBe(position);
});

it('removes a document that an event ends, also one that an earlier batch wrote', async () => {
  const ending = {
    ...tillsProjection,
    evolve: (...[row, event, id]: Parameters<typeof tillsProjection.evolve>) =>
      event.data.paymentId === 'last' ? null : tillsProjection.evolve(row, event, id),
  };
  const runner = await tills.start({ projections: [ending] });
  await caughtUp(runner, await tills.pay('a', 'a1'));
  expect(await tills.rowOf('a')).not.toBeNull();
  expect(await caughtUp(runner, await tills.pay('a', 'last'))).toBe(true);
  expect(await tills.rowOf('a')).toBeNull();
});
