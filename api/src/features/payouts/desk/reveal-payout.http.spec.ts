import { deskOf, openDesk } from '../../../../../test/support/desk-app.js';
import { accessesOf } from '../../../../../test/support/recorded-facts.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import { MINUTE } from '../../../../../test/support/transfer-life.js';
import type { RevealedPayout } from '../../../kernel/money/payouts.js';

let app: TestApp;
const { act, charged, life, olga, omar, record } = deskOf(() => app);

beforeEach(async () => {
  app = await openDesk();
});
afterEach(() => app.close());

describe('revealing a handle', () => {
  const seenBy = (operator: string) => accessesOf(app, operator);
  const refused = { status: 409, body: { code: 'not_revealed' } };

  it('records the reader before it is shown', async () => {
    const id = await charged();
    await act(olga(), id, 'claim');
    const { status, body } = await act(olga(), id, 'reveal');
    expect(status).toBe(200);
    expect(body as unknown as RevealedPayout).toEqual({
      recipient: 'Maya Okafor',
      handle: 'maya@example.com',
      note: '',
    });
    expect(await seenBy('olga')).toMatchObject([{ staffUid: 'olga', uid: 'ana', transferId: id }]);
  });

  it('of a payout is limited to its claimant until it is settled', async () => {
    const id = await charged();
    expect(await act(olga(), id, 'reveal')).toMatchObject(refused);
    await act(omar(), id, 'claim');
    expect(await act(olga(), id, 'reveal')).toMatchObject(refused);
    expect((await act(omar(), id, 'reveal')).status).toBe(200);
    await act(omar(), id, 'delivered', { reference: 'ZL-1' });
    expect(await act(omar(), id, 'reveal')).toMatchObject(refused);
    expect(await seenBy('olga')).toEqual([]);
    expect(await seenBy('omar')).toHaveLength(1);
  });

  it('is allowed to any operator where a payout has to be looked up', async () => {
    const unknown = await charged();
    await act(omar(), unknown, 'claim');
    app.clock.nowMs += 30 * MINUTE + 1;
    const proposed = await charged({ amountCents: 60_000 });
    await act(omar(), proposed, 'claim');
    await act(omar(), proposed, 'delivered', { reference: 'ZL-1' });
    for (const id of [unknown, proposed]) expect((await act(olga(), id, 'reveal')).status).toBe(200);
  });

  it('of a transfer that is not the desk’s, or no longer, is refused', async () => {
    const others = [
      life().toAuthorized(),
      life({ platform: 'PayPal' }).toSubmitted(),
      life({ platform: 'PayPal' }).toDelivered(),
      life().toRefunded(),
    ];
    for (const of of others) expect(await act(olga(), await record(of), 'reveal')).toMatchObject(refused);
    expect(await seenBy('olga')).toEqual([]);
  });
});
