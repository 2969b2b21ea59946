import { randomUUID } from 'node:crypto';
import { acceptedTransfer } from '../../../../../test/support/sample-send.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import { openTransfers, sendingOf } from '../../../../../test/support/transfers-app.js';
import { StoreUnavailable } from '../../../engine/storage/store-unavailable.js';
import type { Problem } from '../../../kernel/people/accounts.js';
import type { CancelledTransaction, Transaction } from '../../../kernel/money/transfers.js';

let app: TestApp;

beforeAll(async () => {
  app = await openTransfers();
});
afterAll(() => app.close());
afterEach(() => jest.restoreAllMocks());

describe('a cancel over HTTP', () => {
  it.each([
    ['do not know the transfer yet', () => Promise.resolve(null)],
    ['are away', () => Promise.reject(new StoreUnavailable('the views are away'))],
  ])('has a complete response while the views %s', async (_, answer) => {
    const ana = app.person(randomUUID());
    const { body: sent } = await sendingOf(ana).send({ amount: '40.00' });
    jest.spyOn(app.viewStore, 'get').mockImplementation(answer);
    for (let time = 0; time < 2; time += 1) {
      const path = `/transfers/${sent.id}/cancel`;
      const { status, body } = await ana.request<CancelledTransaction>('POST', path);
      expect([status, body.status, body.returns]).toEqual([200, 'cancelled', '0.00']);
      expect(body).toMatchObject({
        id: sent.id,
        recipient: sent.recipient,
        amount: '40.00',
        fees: sent.fees,
      });
    }
  });
});

describe('a transfer from before card payments', () => {
  const uid = randomUUID();
  const old = acceptedTransfer(Date.parse('2026-01-10T12:00:00.000Z'));
  const { transferId } = old.data;

  beforeAll(() => app.record(`sender-${uid}`, [old]));

  it.each([
    ['payment', { cardId: randomUUID() }],
    ['payment/abandon', {}],
    ['cancel', {}],
    ['problem', { text: 'Nothing has arrived.' }],
  ])('refuses the action with the reason: %s', async (action, body) => {
    const path = `/transfers/${transferId}/${action}`;
    for (const [language, why] of Object.entries(WHY)) {
      const headers = { 'idempotency-key': randomUUID(), 'accept-language': language };
      const answer = await app.person(uid).request('POST', path, { body, headers });
      expect(answer.body).toMatchObject({ status: 409, code: 'made_before_payments' });
      expect(answer.body.detail).toContain(why);
    }
    const { body: shown } = await app.person(uid).request<Transaction>('GET', `/transfers/${transferId}`);
    expect(shown).toMatchObject({ status: 'processing', payment: null, cancellable: 'no' });
  });
});

const WHY = {
  en: 'made before card payments existed',
  es: 'anterior a los pagos con tarjeta',
};

it('a transfer is cancelled like any other when its process ended before awaiting the payment', async () => {
  const uid = randomUUID();
  const cut = acceptedTransfer(app.clock.nowMs, { awaitsPayment: true });
  await app.record(`sender-${uid}`, [cut]);
  const path = `/transfers/${cut.data.transferId}/cancel`;
  const { status, body } = await app.person(uid).request<CancelledTransaction>('POST', path);
  expect([status, body.status, body.returns]).toEqual([200, 'cancelled', '0.00']);
});

it('a report under a key already used for another text is refused', async () => {
  const ana = app.person(randomUUID());
  const { body: sent } = await sendingOf(ana).send({ amount: '40.00' });
  const report = (text: string, key: string) =>
    ana.request<Problem & { readonly number?: string }>('POST', `/transfers/${sent.id}/problem`, {
      body: { text },
      headers: { 'idempotency-key': key },
    });
  const key = randomUUID();
  const first = await report('Nothing has arrived.', key);
  expect(first.status).toBe(201);
  expect((await report('Nothing has arrived.', key)).body.number).toBe(first.body.number);
  expect((await report('It has arrived.', key)).body).toMatchObject({
    status: 422,
    code: 'problem_mismatch',
  });
  expect((await report('It has arrived.', randomUUID())).body.number).not.toBe(first.body.number);
});
