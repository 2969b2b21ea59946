import { randomUUID } from 'node:crypto';
import { streamId } from '../../../event-sourcing/event.js';
import type { Projection } from '../../../event-sourcing/projection.js';
import { tillsProjection, type Paid, type TillRow } from '../../../../../test/support/till.js';
import { caughtUp, changed, TillViews } from '../../../../../test/support/till-views.js';

let tills: TillViews;
beforeEach(async () => {
  tills = await TillViews.open();
});
afterEach(() => tills.close());

describe('an event that cannot be applied', () => {
  let isFixed: boolean;
  const fragile: Projection<TillRow, Paid> = {
    ...tillsProjection,
    evolve(row, event, id) {
      if (!isFixed && event.data.paymentId.startsWith('poison')) throw new Error('cannot');
      return tillsProjection.evolve(row, event, id);
    },
  };
  beforeEach(() => {
    isFixed = false;
  });

  it('is parked with all later events of its key; others continue; a retry applies them in order', async () => {
    const runner = await tills.start({ projections: [fragile] });
    await tills.pay('a', 'a1', 'poison', 'a3');
    await tills.pay('b', 'b1');
    const position = await tills.pay('a', 'a4');
    expect(await caughtUp(runner, position)).toBe(true);
    expect((await tills.rowOf('a'))?.payments).toEqual(['a1']);
    expect((await tills.rowOf('b'))?.payments).toEqual(['b1']);
    expect(runner.status()[0]?.parked).toBe(3);

    expect(await runner.retryParked('tills')).toEqual({ applied: 0, remaining: 3 });
    isFixed = true;
    expect(await runner.retryParked('tills')).toEqual({ applied: 3, remaining: 0 });
    expect(await caughtUp(runner, await tills.pay('a', 'a5'))).toBe(true);
    expect((await tills.rowOf('a'))?.payments).toEqual(['a1', 'poison', 'a3', 'a4', 'a5']);
    expect(await tills.documents()).toEqual(await tills.refold());
  });

  it('stays parked across a restart', async () => {
    const first = await tills.start({ projections: [fragile] });
    await caughtUp(first, await tills.pay('a', 'poison'));
    await first.stop();
    const second = await tills.start({ projections: [fragile] });
    expect(await caughtUp(second, await tills.pay('a', 'a2'))).toBe(true);
    expect(await tills.rowOf('a')).toBeUndefined();
    expect(second.status()[0]?.parked).toBe(2);
  });

  it('an unreadable event parks its stream, because its key is unknown', async () => {
    const runner = await tills.start();
    await tills.pay('a', 'a1');
    const unknown = { id: randomUUID(), type: 'NeverHeardOf', data: {}, metadata: {} as never };
    await tills.stores.eventStore.append('till-a', 0n, [unknown]);
    const at = '2026-03-01T12:00:00.000Z';
    const id = randomUUID();
    const metadata = {
      schemaVersion: 1,
      commandId: id,
      $correlationId: id,
      $causationId: id,
      actor: { kind: 'system' as const, id: 'x' },
      at,
    };
    const event = { type: 'Paid', data: { paymentId: 'a3', cents: 1 } };
    await tills.stores.log.append('till-a', 1n, [{ id, ...event, metadata }]);
    expect(await caughtUp(runner, await tills.pay('b', 'b1'))).toBe(true);
    expect((await tills.rowOf('a'))?.payments).toEqual(['a1']);
    expect((await tills.rowOf('b'))?.payments).toEqual(['b1']);
    expect((await tills.stores.views.parked('tills', 1)).flatMap(({ keys }) => keys)).toEqual([
      'stream:till-a',
      'a',
    ]);
    expect(await runner.retryParked('tills')).toEqual({ applied: 0, remaining: 2 });
  });

  it('a rebuild parks the parked events again, and stops at an event that fails for the first time', async () => {
    const runner = await tills.start({ projections: [fragile] });
    await caughtUp(runner, await tills.pay('a', 'a1', 'poison', 'a3'));
    await runner.rebuild('tills');
    expect(runner.status()[0]).toMatchObject({ parked: 2, generation: 2 });
    expect((await tills.rowOf('a'))?.payments).toEqual(['a1']);

    isFixed = true;
    await runner.retryParked('tills');
    isFixed = false;
    await expect(runner.rebuild('tills')).rejects.toThrow(/till-a/);
    expect((await tills.rowOf('a'))?.payments).toEqual(['a1', 'poison', 'a3']);
    expect(runner.status()[0]?.generation).toBe(2);
    isFixed = true;
    await runner.rebuild('tills');
    expect(runner.status()[0]).toMatchObject({ parked: 0, generation: 3 });
  });
});

describe('an event that concerns several documents', () => {
  let isFixed: boolean;
  beforeEach(() => {
    isFixed = false;
  });

  /** The payments of each till, and all those into the tills a and c together, where poison cannot be booked. */
  const shared: Projection<TillRow, Paid> = {
    ...tillsProjection,
    keys: ({ stream }) => (stream === 'till-b' ? ['b'] : [streamId(stream), 'ac', 'ac']),
    evolve(row, event, id) {
      if (!isFixed && id === 'ac' && event.data.paymentId === 'poison') throw new Error('cannot');
      const next = tillsProjection.evolve(row, event, id);
      return next && { ...next, id };
    },
  };
  const paymentsOf = async (id: string) => (await tills.rowOf(id))?.payments;

  it('changes each of them once', async () => {
    const runner = await tills.start({ projections: [shared] });
    await tills.pay('a', 'a1', 'a2');
    expect(await caughtUp(runner, await tills.pay('c', 'c1'))).toBe(true);
    expect(await paymentsOf('a')).toEqual(['a1', 'a2']);
    expect(await paymentsOf('ac')).toEqual(['a1', 'a2', 'c1']);
    expect(await tills.documents()).toEqual(await tills.refold(shared));
  });

  it('changes none of them when one fails, and later events of each of them wait', async () => {
    const runner = await tills.start({ projections: [shared] });
    await tills.pay('a', 'a1', 'poison', 'a3');
    await tills.pay('b', 'b1');
    expect(await caughtUp(runner, await tills.pay('c', 'c1'))).toBe(true);
    expect(await paymentsOf('a')).toEqual(['a1']);
    expect(await paymentsOf('ac')).toEqual(['a1']);
    expect(await paymentsOf('b')).toEqual(['b1']);
    expect(await paymentsOf('c')).toBeUndefined();
    expect(await caughtUp(runner, await tills.pay('c', 'c2'))).toBe(true);
    expect(runner.status()[0]?.parked).toBe(4);
    expect(await runner.retryParked('tills')).toEqual({ applied: 0, remaining: 4 });

    isFixed = true;
    expect(await runner.retryParked('tills')).toEqual({ applied: 4, remaining: 0 });
    expect(await paymentsOf('ac')).toEqual(['a1', 'poison', 'a3', 'c1', 'c2']);
    expect(await tills.documents()).toEqual(await tills.refold(shared));
  });

  it('is applied to the others after a stop that left it in one of them', async () => {
    let isBroken = true;
    const views = changed(tills.stores.views, {
      async commit(batch) {
        if (!isBroken || batch.writes.length === 0) return tills.stores.views.commit(batch);
        isBroken = false;
        const [first] = batch.writes;
        await tills.stores.views.commit({ ...batch, writes: first ? [first] : [], next: batch.expect ?? '' });
        throw new Error('the connection was lost');
      },
    });
    const runner = await tills.start({ views, projections: [shared] });
    expect(await caughtUp(runner, await tills.pay('a', 'a1', 'a2'))).toBe(true);
    expect(isBroken).toBe(false);
    expect(await tills.documents()).toEqual(await tills.refold(shared));
  });

  it('is parked when it concerns too many', async () => {
    const ids = Array.from({ length: 65 }, (_, place) => `t${String(place)}`);
    const wide: Projection<TillRow, Paid> = {
      ...tillsProjection,
      keys: ({ stream }) => (stream === 'till-b' ? ids.slice(1) : ids),
    };
    const runner = await tills.start({ projections: [wide] });
    await tills.pay('a', 'a1');
    expect(await caughtUp(runner, await tills.pay('b', 'b1'))).toBe(true);
    expect(await tills.documents()).toHaveProperty('size', 64);
    expect(await tills.stores.views.parked('tills', 1)).toMatchObject([{ keys: ['stream:till-a'] }]);
  });
});
