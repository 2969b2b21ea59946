import { randomUUID } from 'node:crypto';
import { findStray, openDesk } from '../../../../../test/support/desk-app.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import { DAY, terms, TransferLife } from '../../../../../test/support/transfer-life.js';
import type { Ledger } from '../../../kernel/money/payouts.js';
import { transferStream, type LifecycleEvent } from '../../lifecycle/state/lifecycle-events.rules.js';
import { checkLedger } from '../../../ops/checks/check-ledger.js';

let app: TestApp;
const open = async () => {
  app = await openDesk();
};
const close = () => app.close();

/** Records events as if they had been decided. */
async function record(events: readonly LifecycleEvent[], transferId: string = randomUUID()): Promise<string> {
  await app.record(transferStream(transferId), events);
  return transferId;
}
const charged = () => new TransferLife({ ...terms, transferId: randomUUID() }).toSubmitted();
const delivered = () => {
  const life = charged();
  life.paidOut('delivered');
  return life.events;
};
const ledger = async (days: string) =>
  app.person('olga').request<Ledger>('GET', `/compliance/ledger?days=${days}`);

describe('the ledger', () => {
  beforeEach(open);
  afterEach(close);

  it('shows day by day what happened to charged money', async () => {
    await record(delivered());
    const refunded = new TransferLife().toCaptured();
    refunded.cancel();
    refunded.refunded('completed');
    await record(refunded.events);
    app.clock.nowMs += DAY;
    await record(charged().events);
    // Without a charge, and so of no day.
    const cancelled = new TransferLife({ ...terms, transferId: randomUUID() }).toAuthorized();
    cancelled.cancel();
    await record(cancelled.events);
    await findStray(app, randomUUID(), {
      chargedAt: '2026-11-20T23:59:59.000Z',
      more: [{ type: 'StrayClosed', data: { reason: 'Paid out: ZL-1', operator: 'olga' } }],
    });
    const { body } = await ledger('3');
    const zero = '0.00';
    expect(body.days).toEqual([
      {
        day: '2026-11-21',
        captured: '126.90',
        delivered: zero,
        fees: zero,
        refunded: zero,
        open: '126.90',
        openCount: 1,
        lost: zero,
        loss: zero,
        isBalanced: true,
        strays: { charged: zero, refunded: zero, closed: zero, open: zero, lost: zero },
      },
      {
        day: '2026-11-20',
        captured: '253.80',
        delivered: '120.00',
        fees: '6.90',
        refunded: '126.90',
        open: zero,
        openCount: 0,
        lost: zero,
        loss: zero,
        isBalanced: true,
        strays: { charged: '126.90', refunded: zero, closed: '126.90', open: zero, lost: zero },
      },
      expect.objectContaining({ day: '2026-11-19', captured: zero, isBalanced: true }),
    ]);
    expect(await checkLedger(app.viewStore)).toBe(
      'captured 380.70, delivered 120.00, fees 6.90, refunded 126.90, open 126.90, taken back by banks 0.00, loss 0.00 on 2 days; stray charges: charged 126.90, refunded 0.00, closed 126.90, open 0.00',
    );
  });

  it('finds the first day that differs, and the transfer', async () => {
    await record(delivered());
    app.clock.nowMs += DAY;
    const wrong = await record([...delivered(), ...delivered().slice(-1)]);
    app.clock.nowMs += DAY;
    await record(delivered());
    expect((await ledger('3')).body.days.map(({ isBalanced }) => isBalanced)).toEqual([true, false, true]);
    await expect(checkLedger(app.viewStore)).rejects.toThrow(
      `2026-11-21 differs: captured 126.90, delivered 240.00, fees 13.80, refunded 0.00, open 0.00, taken back by banks 0.00, loss 126.90; 1 transfers: ${wrong}`,
    );
  });
});

describe('the server', () => {
  beforeAll(open);
  afterAll(close);

  it.each(['0', '32', '-1', '1.5', 'seven'])('refuses %s days', async (days) => {
    expect((await ledger(days)).status).toBe(400);
  });
});
