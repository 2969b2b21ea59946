import { DESK_START, deskOf, openDesk } from '../../../../../test/support/desk-app.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import { MINUTE } from '../../../../../test/support/transfer-life.js';

let app: TestApp;
const { act, charged, listed, olga, omar } = deskOf(() => app);

beforeEach(async () => {
  app = await openDesk();
});
afterEach(() => app.close());

describe('the outcome of a payout', () => {
  const agreed = { kind: 'second_person', outcome: 'delivered', reference: 'ZL-1' };

  it('above the threshold is confirmed by a second operator who has seen the recipient, never by the first', async () => {
    const id = await charged({ amountCents: 50_001 });
    const [first, second] = [olga(), omar()];
    await act(first, id, 'claim');
    await act(first, id, 'delivered', { reference: 'ZL-1' });
    expect(await listed('second_person', first)).toMatchObject([
      { proposal: { outcome: 'delivered', reference: 'ZL-1', operator: { id: 'olga' }, at: DESK_START } },
    ]);
    expect(await act(first, id, 'confirm', agreed)).toMatchObject({
      status: 409,
      body: { code: 'second_person_needed' },
    });
    const unseen = { status: 403, body: { code: 'not_seen' } };
    expect(await act(second, id, 'confirm', agreed)).toMatchObject(unseen);
    expect(await act(second, id, 'delivered', { reference: 'ZL-1' })).toMatchObject(unseen);
    expect((await act(second, id, 'reveal')).status).toBe(200);
    expect((await act(second, id, 'confirm', agreed)).status).toBe(204);
    // Later tasks about the same transfer are for the first one too.
    expect(await listed('done', second)).toMatchObject([{ transferId: id, proposal: null }]);
  });

  it('seen at the end of a month is approved in the next one', async () => {
    const id = await charged({ amountCents: 50_001 });
    await act(olga(), id, 'claim');
    await act(olga(), id, 'delivered', { reference: 'ZL-1' });
    app.clock.nowMs = Date.parse('2026-11-30T23:59:00.000Z');
    await act(omar(), id, 'reveal');
    app.clock.nowMs += 2 * MINUTE;
    expect((await act(omar(), id, 'confirm', agreed)).status).toBe(204);
  });

  it('of a second operator who names another payment or outcome is a contradiction, and records nothing', async () => {
    const id = await charged({ amountCents: 50_001 });
    const [first, second] = [olga(), omar()];
    await act(first, id, 'claim');
    await act(first, id, 'delivered', { reference: 'AAA' });
    await act(second, id, 'reveal');
    const differs = { status: 409, body: { code: 'report_differs' } };
    expect(await act(second, id, 'delivered', { reference: 'BBB' })).toMatchObject(differs);
    expect(await act(second, id, 'failed', { reason: 'limit' })).toMatchObject(differs);
    expect(await act(second, id, 'confirm', { ...agreed, reference: 'BBB' })).toMatchObject(differs);
    expect(await listed('second_person', second)).toMatchObject([
      { proposal: { reference: 'AAA', operator: { id: 'olga' } } },
    ]);
    expect((await act(second, id, 'release')).status).toBe(204);
    expect(await listed('unknown', second)).toMatchObject([
      { transferId: id, operator: null, proposal: null },
    ]);
    expect((await act(second, id, 'reveal')).status).toBe(200);
    expect((await act(second, id, 'delivered', { reference: 'BBB' })).status).toBe(204);
    await act(first, id, 'reveal');
    expect((await act(first, id, 'confirm', { ...agreed, reference: 'BBB' })).status).toBe(204);
    expect((await act(first, id, 'release')).body.code).toBe('not_claimable');
  });

  it('changed since the second operator read it is not approved', async () => {
    const id = await charged({ amountCents: 50_001 });
    const [first, second] = [olga(), omar()];
    await act(first, id, 'claim');
    await act(first, id, 'delivered', { reference: 'ZL-1' });
    await act(second, id, 'reveal');
    app.clock.nowMs += MINUTE;
    const words = 'Over the weekly limit of this account';
    await act(first, id, 'failed', { reason: 'limit', words });
    expect(await act(second, id, 'confirm', agreed)).toMatchObject({
      status: 409,
      body: { code: 'report_differs' },
    });
    expect(await listed('second_person', second)).toMatchObject([{ proposal: { outcome: 'failed', words } }]);
    const read = { kind: 'second_person', outcome: 'failed', reason: 'limit', words };
    // The sender reads these words, so they are part of what is agreed to.
    for (const other of [{ words: undefined }, { words: 'Closed' }, { reason: 'blocked' }])
      expect((await act(second, id, 'confirm', { ...read, ...other })).status).toBe(409);
    expect((await act(second, id, 'confirm', read)).status).toBe(403);
    await act(second, id, 'reveal');
    expect((await act(second, id, 'confirm', read)).status).toBe(204);
  });

  it('with a wrong reference can be corrected by its reporter before the second operator approves it', async () => {
    const id = await charged({ amountCents: 50_001 });
    const person = olga();
    await act(person, id, 'claim');
    await act(person, id, 'delivered', { reference: 'ZL-1' });
    expect((await act(person, id, 'delivered', { reference: 'ZL-2' })).status).toBe(204);
    expect(await listed('second_person', person)).toMatchObject([{ proposal: { reference: 'ZL-2' } }]);
  });
});
