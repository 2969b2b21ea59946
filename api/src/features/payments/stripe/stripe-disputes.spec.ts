import type StripeSdk from 'stripe';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProviderSettings } from '../../../config/runtime.js';
import type { PaymentWebhook } from '../../lifecycle/payment/card-payments.js';
import { startSimulator, type Simulator } from '../../../../../simulator/index.js';
import { StripeCards } from './stripe-cards.js';
import { listedDispute } from './stripe-disputes.js';

const NOON_MS = Date.parse('2026-11-21T12:00:00.000Z');
const DAY_MS = 24 * 60 * 60_000;
const secrets = { simulatorApiKey: 'key-of-the-test', simulatorWebhookSecret: 'secret-of-the-test' };

describe('the list of disputes', () => {
  let folder: string;
  let simulator: Simulator;
  let cards: StripeCards;
  let nowMs: number;

  beforeEach(async () => {
    nowMs = NOON_MS;
    const clock = { now: () => nowMs };
    folder = await mkdtemp(join(tmpdir(), 'flip-disputes-'));
    simulator = await startSimulator({ dataDir: folder, clock, secrets, port: 0 });
    const stripe = { apiUrl: simulator.httpUrl, secretKey: secrets.simulatorApiKey, webhookSecrets: [] };
    cards = new StripeCards({ stripe } as unknown as ProviderSettings, clock);
  });
  afterEach(async () => {
    await simulator.close();
    await rm(folder, { recursive: true });
  });

  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await (await fetch(`${simulator.httpUrl}${path}`, init)).json()) as { token: string };
  };
  /** A charge that its bank disputes. */
  async function disputed(transferId: string): Promise<string> {
    const ref = await charged(transferId);
    await post(`/control/payments/${ref}/dispute`, { reason: 'fraudulent' });
    return ref;
  }
  async function charged(transferId: string): Promise<string> {
    const card = { number: '4000056655665556', expMonth: 12, expYear: 2030, cvc: '123' };
    const { token } = await post('/card-frame/tokens', card);
    const { paymentRef } = await cards.authorize({
      key: transferId,
      transferId,
      totalCents: 126_90,
      amountCents: 120_00,
      saveCard: false,
      card: { paymentMethodRef: token, customerRef: null },
      sender: { uid: transferId },
      recipient: { name: 'Ana Ruiz', platform: 'Venmo' },
      returnUrl: 'http://127.0.0.1:3000/payment',
    });
    const ref = paymentRef ?? '';
    await cards.capture(ref, `capture ${ref}`);
    return ref;
  }
  const listed = async (from: string): Promise<readonly PaymentWebhook[]> => {
    const found = [];
    for await (const dispute of cards.disputesSince(from)) found.push(dispute);
    return found;
  };

  it('reports what lost webhooks would have reported, newest first, with the transfer to look up', async () => {
    const from = new Date(NOON_MS - DAY_MS).toISOString();
    expect(await listed(from)).toEqual([]);
    const [one, other] = [
      '3c1f7b52-9a0e-4d6c-8f41-6b2d0e9a7c35',
      '5d1f7b52-9a0e-4d6c-8f41-6b2d0e9a7c36',
    ] as const;
    const first = await disputed(one);
    nowMs += DAY_MS;
    const second = await disputed(other);
    await post(`/control/payments/${first}/lose`, {});
    const found = await listed(from);
    expect(found).toMatchObject([
      { subject: 'dispute_opened', reason: 'fraudulent', paymentRef: second, cents: 126_90 },
      { subject: 'dispute_closed', reason: 'lost', paymentRef: first, cents: 126_90 },
    ]);
    expect(await cards.transferOf(found[1]?.paymentRef ?? '')).toBe(one);
    expect(await listed(new Date(NOON_MS + 1_000).toISOString())).toHaveLength(1);
    await post('/control/payments', { failNext: { count: 1, failure: '500', call: 'disputes.list' } });
    await expect(listed(from)).rejects.toMatchObject({ name: 'ProviderUnknown' });
  });

  it('names the disputes of one payment, with the amount and until when the bank takes an answer', async () => {
    const ref = await disputed('3c1f7b52-9a0e-4d6c-8f41-6b2d0e9a7c35');
    await disputed('5d1f7b52-9a0e-4d6c-8f41-6b2d0e9a7c36');
    const dueBy = new Date(NOON_MS + 18 * DAY_MS).toISOString();
    expect(await cards.disputesOf(ref)).toMatchObject([{ paymentRef: ref, cents: 126_90, dueBy }]);
    await post(`/control/payments/${ref}/lose`, {});
    expect(await cards.disputesOf(ref)).toMatchObject([
      { subject: 'dispute_closed', reason: 'lost', dueBy: null },
    ]);
    await post('/control/payments', { failNext: { count: 1, failure: '500', call: 'disputes.list' } });
    await expect(cards.disputesOf(ref)).rejects.toMatchObject({ name: 'ProviderUnknown' });
  });

  describe('of the simulated bank', () => {
    const refund = (paymentRef: string, cents: number, key: string) =>
      cards.refund({ paymentRef, transferId: '3c1f7b52-9a0e-4d6c-8f41-6b2d0e9a7c35', cents, key });
    const states = async (ref: string) =>
      (await cards.disputesOf(ref)).map(({ name, cents, reason }) => [name, cents, reason]);

    it('takes back a part, and lets only the rest be refunded', async () => {
      const ref = await charged('3c1f7b52-9a0e-4d6c-8f41-6b2d0e9a7c35');
      await post(`/control/payments/${ref}/dispute`, { amount: 50_00 });
      await expect(refund(ref, 76_90, 'open')).rejects.toThrow('charge_disputed');
      await post(`/control/payments/${ref}/lose`, {});
      await expect(refund(ref, 126_90, 'all')).rejects.toThrow('amount');
      expect(await refund(ref, 76_90, 'rest')).toMatchObject({ state: 'completed', cents: 76_90 });
    });

    it('lets nothing be refunded that it has taken back, and takes back what was refunded', async () => {
      const ref = await disputed('3c1f7b52-9a0e-4d6c-8f41-6b2d0e9a7c35');
      await post(`/control/payments/${ref}/lose`, {});
      await expect(refund(ref, 126_90, 'all')).rejects.toThrow('charge_disputed');
      const refunded = await charged('5d1f7b52-9a0e-4d6c-8f41-6b2d0e9a7c36');
      await refund(refunded, 126_90, 'before');
      await post(`/control/payments/${refunded}/dispute`, {});
      await post(`/control/payments/${refunded}/lose`, {});
      expect(await states(refunded)).toEqual([['dispute.listed.lost', 126_90, 'lost']]);
    });

    it('asks first, and drops the inquiry or makes it a dispute', async () => {
      const ref = await charged('3c1f7b52-9a0e-4d6c-8f41-6b2d0e9a7c35');
      await post(`/control/payments/${ref}/dispute`, { inquiry: true });
      await post(`/control/payments/${ref}/lose`, {});
      expect(await states(ref)).toEqual([['dispute.listed.warning_needs_response', 126_90, 'fraudulent']]);
      await post(`/control/payments/${ref}/win`, {});
      expect(await states(ref)).toEqual([['dispute.listed.warning_closed', 126_90, 'won']]);
      await post(`/control/payments/${ref}/dispute`, { inquiry: true });
      await post(`/control/payments/${ref}/escalate`, {});
      await post(`/control/payments/${ref}/lose`, {});
      expect((await states(ref))[0]).toEqual(['dispute.listed.lost', 126_90, 'lost']);
    });
  });

  it('has the charge of a transfer, with whose it was, where it went and its amount', async () => {
    const id = '3c1f7b52-9a0e-4d6c-8f41-6b2d0e9a7c35';
    const paymentRef = await disputed(id);
    const charge = { paymentRef, transferId: id, key: id, uid: id, platform: 'Venmo', cents: 126_90 };
    const expected = [{ ...charge, amountCents: 120_00, isCharged: true }];
    expect(await cards.chargesFor(id)).toMatchObject(expected);
    const from = new Date(NOON_MS - DAY_MS).toISOString();
    expect((await cards.paymentsSince(from, null)).payments).toMatchObject(expected);
    expect(await cards.chargesFor('5d1f7b52-9a0e-4d6c-8f41-6b2d0e9a7c36')).toEqual([]);
  });

  it('refuses the refund of what was refunded already, for good', async () => {
    const paymentRef = await charged('3c1f7b52-9a0e-4d6c-8f41-6b2d0e9a7c35');
    const refund = { paymentRef, transferId: '3c1f7b52-9a0e-4d6c-8f41-6b2d0e9a7c35', cents: 126_90 };
    expect(await cards.refund({ ...refund, key: 'one' })).toMatchObject({ state: 'completed' });
    await expect(cards.refund({ ...refund, key: 'two' })).rejects.toMatchObject({
      name: 'RefusedByProvider',
    });
  });

  it('is read page by page', async () => {
    for (const place of ['1', '2', '3']) await disputed(`3c1f7b52-9a0e-4d6c-8f41-6b2d0e9a7c3${place}`);
    const page = async (after = '') => {
      const query = `limit=2${after && `&starting_after=${after}`}`;
      const headers = { authorization: `Bearer ${secrets.simulatorApiKey}` };
      const response = await fetch(`${simulator.httpUrl}/v1/disputes?${query}`, { headers });
      return (await response.json()) as { has_more: boolean; data: { id: string }[] };
    };
    const first = await page();
    const second = await page(first.data.at(-1)?.id);
    expect([first.has_more, second.has_more]).toEqual([true, false]);
    const ids = [...first.data, ...second.data].map(({ id }) => id);
    const all = await listed('2026-01-01T00:00:00.000Z');
    expect(ids).toEqual(all.map(({ ref }) => ref));
  });
});

it.each([
  ['needs_response', 'dispute_opened', 'fraudulent'],
  ['under_review', 'dispute_opened', 'fraudulent'],
  ['warning_needs_response', 'dispute_opened', 'fraudulent'],
  ['won', 'dispute_closed', 'won'],
  ['warning_closed', 'dispute_closed', 'won'],
  ['lost', 'dispute_closed', 'lost'],
])('a dispute listed as %s is %s, as %s', (status, subject, reason) => {
  // The list does not tell when a dispute ended.
  const atMs = subject === 'dispute_closed' ? NOON_MS : NOON_MS - DAY_MS;
  const dispute = {
    id: 'dp_1',
    created: (NOON_MS - DAY_MS) / 1_000,
    payment_intent: 'pi_1',
    reason: 'fraudulent',
    amount: 5,
    status,
    evidence_details: { due_by: null },
  };
  expect(listedDispute(dispute as unknown as StripeSdk.Dispute, NOON_MS)).toMatchObject({
    ref: 'dp_1',
    paymentRef: 'pi_1',
    cents: 5,
    transferId: null,
    subject,
    reason,
    providerAt: new Date(atMs).toISOString(),
  });
});
