import { randomUUID } from 'node:crypto';
import type { RecordedEvent } from '../../event-sourcing/event.js';
import type { Projection } from '../../event-sourcing/projection.js';
import { tillsProjection, type Paid, type TillRow } from '../../../../test/support/till.js';
import { caughtUp, TillViews } from '../../../../test/support/till-views.js';

let tills: TillViews;
beforeEach(async () => {
  tills = await TillViews.open();
});
afterEach(() => tills.close());

describe('an event that cannot be applied', () => {
  let isFixed: boolean;
  const fragile: Projection<TillRow> = {
    ...tillsProjection,
    apply(row, event) {
      if (!isFixed && (event as RecordedEvent<Paid>).data.paymentId.startsWith('poison'))
        throw new Error('cannot');
      return tillsProjection.apply(row, event);
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
    expect((await tills.stores.views.parked('tills', 1)).map(({ key }) => key)).toEqual([
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
