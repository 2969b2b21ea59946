import { randomUUID } from 'node:crypto';
import { register } from '../../../../../test/support/recorded-facts.js';
import { deskOf, findStray, openDesk } from '../../../../../test/support/desk-app.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import type { StrayCharges as Listed } from '../../../kernel/money/payouts.js';

const REASON = 'Zelle has no payout under its ID.';
const READ = { amount: '126.90', reason: REASON };

let app: TestApp;
const { charged, olga, omar } = deskOf(() => app);

beforeEach(async () => {
  app = await openDesk();
});
afterEach(() => app.close());

const act = (person: ReturnType<typeof olga>, path: string, body: object) =>
  person.request('POST', `/compliance/strays/${path}`, { body });
const DECISIONS = [
  ['refund', { reason: REASON }],
  ['confirm', READ],
  ['close', { reason: REASON }],
] as const;
const refused = (status: number, code: string) => ({ status, body: { code } });

describe('a charge without a transfer', () => {
  it('is refunded only after a second operator names what the first one asked for', async () => {
    await findStray(app);
    const first = olga();
    expect(await act(omar(), 'pi_9/confirm', READ)).toMatchObject(refused(409, 'not_claimable'));
    expect(await act(olga(), 'pi_9/refund', {})).toMatchObject(refused(400, 'validation_failed'));
    expect(await act(first, 'pi_9/refund', { reason: REASON })).toMatchObject({ status: 204 });
    expect((await first.request<Listed>('GET', '/compliance/strays')).body.items).toMatchObject([
      { paymentRef: 'pi_9', amount: '126.90', state: 'proposed', proposedBy: 'olga', reason: REASON },
    ]);
    expect(await act(olga(), 'pi_9/confirm', READ)).toMatchObject(refused(409, 'second_person_needed'));
    expect(await act(omar(), 'pi_9/refund', { reason: 'Mine' })).toMatchObject(
      refused(409, 'report_differs'),
    );
    for (const other of [{ amount: '126.91' }, { reason: 'Another reason' }])
      expect(await act(omar(), 'pi_9/confirm', { ...READ, ...other })).toMatchObject(
        refused(409, 'report_differs'),
      );
    expect(await act(omar(), 'pi_9/confirm', {})).toMatchObject(refused(400, 'validation_failed'));
    expect(await act(omar(), 'pi_9/confirm', READ)).toMatchObject({ status: 204 });
    expect(await act(omar(), 'pi_9/confirm', READ)).toMatchObject(refused(409, 'not_claimable'));
  });

  it('that was not found does not exist', async () => {
    for (const ref of ['pi_2', 'pi-2', 'x'.repeat(101)])
      for (const [path, body] of DECISIONS)
        expect(await act(olga(), `${ref}/${path}`, body)).toMatchObject(refused(404, 'not_found'));
  });

  it('is closed once, with a reason', async () => {
    await findStray(app);
    expect(await act(olga(), 'pi_9/close', { reason: ' ' })).toMatchObject(refused(400, 'validation_failed'));
    expect(await act(olga(), 'pi_9/close', { reason: REASON })).toMatchObject({ status: 204 });
    expect(await act(omar(), 'pi_9/close', { reason: REASON })).toMatchObject(refused(409, 'not_claimable'));
  });

  it('shows its platform, its sender, and what processor and rail say became of it', async () => {
    const uid = await register(app);
    await findStray(app, randomUUID(), {
      uid,
      platform: 'Venmo',
      amountCents: 12_000,
      more: [
        {
          type: 'StrayChecked',
          data: {
            refundedCents: 2_000,
            refundingCents: 690,
            refundRef: 're_1',
            disputes: [{ disputeRef: 'dp_1', cents: 3_000, state: 'won' }],
          },
        },
        {
          type: 'StrayPayoutReported',
          data: { state: 'returned', payoutRef: 'PP-1', providerAt: '2026-11-20T12:00:00.000Z' },
        },
      ],
    });
    expect((await olga().request<Listed>('GET', '/compliance/strays')).body.items).toMatchObject([
      {
        platform: 'Venmo',
        sender: 'known',
        amount: '126.90',
        refunded: '26.90',
        refundable: '100.00',
        disputes: [{ amount: '30.00', state: 'won' }],
        payout: { state: 'returned', reference: 'PP-1' },
      },
    ]);
    await act(olga(), 'pi_9/refund', { reason: REASON });
    expect(await act(omar(), 'pi_9/confirm', READ)).toMatchObject(refused(409, 'report_differs'));
    expect(await act(omar(), 'pi_9/confirm', { ...READ, amount: '100.00' })).toMatchObject({ status: 204 });
  });

  it.each([
    ['lost', randomUUID()],
    ['unnamed', null],
  ])('says that its sender is %s', async (sender, uid) => {
    await findStray(app, randomUUID(), { uid });
    expect((await olga().request<Listed>('GET', '/compliance/strays')).body.items).toMatchObject([
      { sender },
    ]);
  });

  it.each([
    ['a bank that decides', 'StrayChecked', { disputes: [{ disputeRef: 'dp_1', cents: 1, state: 'open' }] }],
    ['a payout that can still be claimed', 'StrayPayoutReported', { state: 'unclaimed', payoutRef: 'PP-1' }],
  ] as const)('is not refunded against %s', async (_, type, data) => {
    const none = { refundedCents: 0, refundingCents: 0, refundRef: null };
    await findStray(app, randomUUID(), { more: [{ type, data: { ...none, ...data } } as never] });
    expect(await act(olga(), 'pi_9/refund', { reason: REASON })).toMatchObject(refused(409, 'not_claimable'));
  });

  it('is not decided by its own sender, whose transfer the log has lost', async () => {
    await findStray(app, randomUUID(), { uid: 'olga' });
    for (const [path, body] of DECISIONS)
      expect(await act(olga(), `pi_9/${path}`, body)).toMatchObject(refused(404, 'not_found'));
    expect((await olga().request<Listed>('GET', '/compliance/strays')).body.items).toEqual([]);
  });

  it('is not decided by the sender of its transfer', async () => {
    await findStray(app, await charged({ uid: 'olga' }));
    for (const [path, body] of DECISIONS)
      expect(await act(olga(), `pi_9/${path}`, body)).toMatchObject(refused(404, 'not_found'));
    expect((await olga().request<Listed>('GET', '/compliance/strays')).body.items).toEqual([]);
    expect((await omar().request<Listed>('GET', '/compliance/strays')).body.items).toHaveLength(1);
    expect(await act(omar(), 'pi_9/refund', { reason: REASON })).toMatchObject({ status: 204 });
  });
});
