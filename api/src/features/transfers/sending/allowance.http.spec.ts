import { randomUUID } from 'node:crypto';
import type { Client } from '../../../../../test/support/client.js';
import { verify } from '../../../../../test/support/recorded-facts.js';
import { card } from '../../../../../test/support/transfer-life.js';
import { acceptedTransfer } from '../../../../../test/support/sample-send.js';
import { waitFor } from '../../../../../test/support/wait-for.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import { openTransfers, sendingOf } from '../../../../../test/support/transfers-app.js';
import { StoreUnavailable } from '../../../engine/storage/store-unavailable.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { WEEK_MS } from '../../../kernel/money/limits.js';
import type { Allowance, CancelledTransaction } from '../../../kernel/money/transfers.js';
import { ReleaseAllowanceHandler } from './release-allowance.command.js';

describe('the weekly allowance', () => {
  let app: TestApp;
  let ana: Client;
  let nowMs: number;

  beforeAll(async () => {
    app = await openTransfers();
  });
  beforeEach(() => {
    ana = app.person(randomUUID());
    nowMs = app.clock.nowMs;
  });
  afterAll(() => app.close());

  const allowance = async () => (await ana.request<Allowance>('GET', '/allowance')).body;
  const after = (ms: number) => new Date(nowMs + ms).toISOString();

  it('is $250.00 for a new sender', async () => {
    expect(await allowance()).toEqual({
      tier: 'unverified',
      weeklyLimit: '250.00',
      used: '0.00',
      sent: '0.00',
      waiting: '0.00',
      freeing: '0.00',
      unpaid: [],
      remaining: '250.00',
      perTransferLimit: '1000.00',
      frees: [],
    });
  });

  it('decreases by the amount without fees, and shows when it becomes available again', async () => {
    await sendingOf(ana).send({ amount: '45.00' });
    app.clock.nowMs += 60_000;
    await sendingOf(ana).send({ amount: '5.50' });
    expect(await allowance()).toMatchObject({
      used: '50.50',
      remaining: '199.50',
      frees: [
        { at: after(WEEK_MS), amount: '45.00' },
        { at: after(WEEK_MS + 60_000), amount: '5.50' },
      ],
    });
  });

  it('is reserved, not sent, while a transfer waits for payment; its cancel makes room for another send', async () => {
    const { body: unpaid } = await sendingOf(ana).send({ amount: '130.00' });
    const { id } = unpaid;
    expect(await allowance()).toMatchObject({
      used: '130.00',
      sent: '0.00',
      waiting: '130.00',
      unpaid: [{ id, amount: '130.00', until: after(30 * 60_000) }],
    });
    expect((await sendingOf(ana).check({ amount: '160.00' })).body.code).toBe('weekly_limit_exceeded');
    for (const time of ['first', 'repeated']) {
      const cancelled = await ana.request<CancelledTransaction>(
        'POST',
        `/transfers/${id}/cancel?only=unpaid`,
      );
      expect([time, cancelled.status, cancelled.body.status]).toEqual([time, 200, 'cancelled']);
    }
    expect(await allowance()).toMatchObject({ sent: '0.00', waiting: '0.00', unpaid: [] });
    // Nothing is recorded until the amount is free, so the key of the press stays the same.
    const key = randomUUID();
    await waitFor('the amount', async () => {
      const { status, body } = await sendingOf(ana).check({ amount: '160.00' }, key);
      if (status !== 204) expect(body.code).toBe('allowance_freeing');
      return status === 204 ? true : null;
    });
    expect(await allowance()).toMatchObject({ used: '0.00', freeing: '0.00', remaining: '250.00' });
  });

  it('is known to become free again once no card was accepted, before its release is recorded', async () => {
    const { body: unpaid } = await sendingOf(ana).send({ amount: '130.00' });
    const release = jest.spyOn(app.get(ReleaseAllowanceHandler), 'execute').mockResolvedValue();
    await app.record(`transfer-${unpaid.id}`, [{ type: 'TransferDeclined', data: { uid: ana.uid } }]);
    const { body } = await sendingOf(ana).check({ amount: '160.00' });
    release.mockRestore();
    expect(body.code).toBe('allowance_freeing');
  });

  it('is known to become free again while the view of transfers is away or late', async () => {
    const { body: paid } = await sendingOf(ana).send({ amount: '130.00' });
    await app.record(`transfer-${paid.id}`, [
      {
        type: 'PaymentRequested',
        data: { uid: ana.uid, attempt: 1, requestId: 'request', card },
      },
    ]);
    // Its bank has not decided: the amount counts until it has.
    await ana.request('POST', `/transfers/${paid.id}/cancel`);
    const views = app.get(ViewStore);
    const find = jest.spyOn(views, 'find').mockRejectedValue(new StoreUnavailable('away'));
    const { body } = await sendingOf(ana).check({ amount: '160.00' });
    find.mockRestore();
    expect(body.code).toBe('allowance_freeing');
    expect((await sendingOf(ana).check({ amount: '250.01' })).body.code).toBe('weekly_limit_exceeded');
  });

  it('keeps an amount that was paid while its cancel was on the way', async () => {
    const { body: paid } = await sendingOf(ana).send({ amount: '130.00' });
    const requested = { attempt: 1, requestId: 'request', card: card };
    await app.record(`transfer-${paid.id}`, [
      { type: 'PaymentRequested', data: { uid: ana.uid, ...requested } },
    ]);
    const { status, body } = await ana.request('POST', `/transfers/${paid.id}/cancel?only=unpaid`);
    expect([status, body.code]).toEqual([409, 'paid_meanwhile']);
    expect(await allowance()).toMatchObject({ sent: '130.00', waiting: '0.00', freeing: '0.00' });
  });

  it('recovers only with time, at exactly seven days and not a millisecond before', async () => {
    await sendingOf(ana).send({ amount: '250.00' });
    app.clock.nowMs = nowMs + WEEK_MS - 1;
    expect((await allowance()).remaining).toBe('0.00');
    app.clock.nowMs = nowMs + WEEK_MS;
    expect(await allowance()).toMatchObject({ used: '0.00', remaining: '250.00', frees: [] });
  });

  it('does not count refused attempts or released amounts', async () => {
    const sent = await sendingOf(ana).send({ amount: '100.00' });
    await sendingOf(ana).send({ amount: '200.00' });
    expect((await allowance()).used).toBe('100.00');
    const data = { transferId: sent.body.id, amountCents: 10_000, cause: 'cancelled', sent: null };
    await app.record(`sender-${ana.uid}`, [{ type: 'AllowanceReleased', data }]);
    expect((await allowance()).used).toBe('0.00');
    expect((await sendingOf(ana).send({ amount: '250.00' })).status).toBe(201);
  });

  it('has no weekly limit for a verified sender', async () => {
    await verify(app, ana.uid);
    await sendingOf(ana).send({ amount: '1000.00' });
    expect(await allowance()).toMatchObject({
      tier: 'verified',
      weeklyLimit: null,
      used: '1000.00',
      remaining: null,
    });
  });

  it('is correct for more transfers than fit on one page of the view, in a few steps', async () => {
    const count = 2_500;
    const facts = Array.from({ length: count }, (_, index) =>
      acceptedTransfer(nowMs - WEEK_MS + 1 + index * 200_000, { amountCents: 100 + (index % 7) }),
    );
    for (let from = 0; from < count; from += 250)
      await app.record(`sender-${ana.uid}`, facts.slice(from, from + 250));
    const cents = facts.reduce((sum, { data }) => sum + data.amountCents, 0);
    const { used, frees } = await allowance();
    expect(used).toBe((cents / 100).toFixed(2));
    expect(frees.length).toBeLessThanOrEqual(18);
    expect(frees[0]).toEqual({ at: after(1), amount: '1.00' });
    expect(frees.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)).toBe(cents);
    expect(frees.map(({ at }) => at)).toEqual(frees.map(({ at }) => at).sort());
    const lastRequested = nowMs - WEEK_MS + 1 + (count - 1) * 200_000;
    expect(frees.at(-1)?.at).toBe(new Date(lastRequested + WEEK_MS).toISOString());
  });
});

describe('a weekly limit for verified senders', () => {
  it('applies if configured', async () => {
    const app = await openTransfers({ VERIFIED_WEEKLY_LIMIT_CENTS: '150000' });
    try {
      const ana = app.person(randomUUID());
      await verify(app, ana.uid);
      await sendingOf(ana).send({ amount: '1000.00' });
      const { body } = await ana.request<Allowance>('GET', '/allowance');
      expect(body).toMatchObject({ tier: 'verified', weeklyLimit: '1500.00', remaining: '500.00' });
      const refused = await sendingOf(ana).send({ amount: '500.01' });
      expect([refused.status, refused.body.code]).toEqual([422, 'weekly_limit_exceeded']);
    } finally {
      await app.close();
    }
  });
});
