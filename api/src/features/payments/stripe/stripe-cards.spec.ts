import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProviderSettings } from '../../../config/runtime.js';
import { startSimulator, type Simulator } from '../../../../../simulator/index.js';
import type { AuthorizationRequest, PaymentState } from '../../lifecycle/payment/card-payments.js';
import { StripeCards } from './stripe-cards.js';

const NOON_MS = Date.parse('2026-11-21T12:00:00.000Z');
const transferId = '3c1f7b52-9a0e-4d6c-8f41-6b2d0e9a7c35';
const secrets = { simulatorApiKey: 'key-of-the-test', simulatorWebhookSecret: 'secret-of-the-test' };
const DEBIT = '4000056655665556';
const unknown = { name: 'ProviderUnknown' };

let nowMs: number;
const clock = { now: () => nowMs };

function cardsAt(apiUrl: string, secretKey = secrets.simulatorApiKey): StripeCards {
  const webhookSecrets = ['', 'whsec_next', secrets.simulatorWebhookSecret];
  const stripe = { apiUrl, secretKey, publishableKey: '', webhookSecrets, frameOrigin: apiUrl };
  return new StripeCards({ stripe } as unknown as ProviderSettings, clock);
}

const requestOf = (
  paymentMethodRef: string,
  changes: Partial<AuthorizationRequest> = {},
): AuthorizationRequest => ({
  key: 'authorize-1',
  transferId,
  totalCents: 126_90,
  amountCents: 120_00,
  card: { paymentMethodRef, customerRef: null },
  saveCard: false,
  sender: { uid: '7d0f1c5e-2a44-4c8e-9b1a-3f6c2d5e8a90' },
  recipient: { name: 'Ana Ruiz', platform: 'Venmo' },
  returnUrl: 'http://127.0.0.1:3000/payment?transfer=1',
  ...changes,
});

describe('against the simulated processor', () => {
  let folder: string;
  let simulator: Simulator;
  let hooks: { readonly body: string; readonly signature: string }[];
  let receiver: Server;
  let cards: StripeCards;

  beforeEach(async () => {
    nowMs = NOON_MS;
    hooks = [];
    folder = await mkdtemp(join(tmpdir(), 'flip-stripe-'));
    simulator = await startSimulator({ dataDir: folder, clock, secrets, port: 0 });
    receiver = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        hooks.push({ body, signature: String(request.headers['stripe-signature']) });
        response.end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    simulator.deliverTo(`http://127.0.0.1:${String((receiver.address() as AddressInfo).port)}`);
    cards = cardsAt(simulator.httpUrl);
  });

  afterEach(async () => {
    await simulator.close();
    receiver.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
    await rm(folder, { recursive: true });
  });

  const post = async (path: string, body: object) => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    return (await (await fetch(`${simulator.httpUrl}${path}`, init)).json()) as Record<string, unknown>;
  };
  const control = (body: object) => post('/control/payments', body);
  const tokenOf = async (number: string, cvc = '123') =>
    String((await post('/card-frame/tokens', { number, expMonth: 12, expYear: 2030, cvc }))['token']);
  const pay = async (number: string, changes: Partial<AuthorizationRequest> = {}): Promise<PaymentState> =>
    cards.authorize(requestOf(await tokenOf(number), changes));
  const refOf = (payment: PaymentState) => payment.paymentRef ?? '';
  const calls = async () =>
    ((await (await fetch(`${simulator.httpUrl}/control/calls`)).json()) as { calls: Record<string, number> })
      .calls;

  async function webhooks(count: number) {
    for (let round = 0; round < 300 && hooks.length < count; round += 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
    return hooks.map(({ body, signature }) => cards.parseWebhook(Buffer.from(body), signature));
  }

  describe('a card', () => {
    it('is described by its brand, last digits, expiry and funding', async () => {
      const { facts } = await cards.inspect(await tokenOf(DEBIT));
      expect(facts).toEqual({
        brand: 'visa',
        last4: '5556',
        expMonth: 12,
        expYear: 2030,
        funding: 'debit',
      });
      const fundingOf = async (number: string) => (await cards.inspect(await tokenOf(number))).facts.funding;
      expect(await fundingOf('4242 4242 4242 4242')).toBe('credit');
      expect(await fundingOf('5105105105105100')).toBe('prepaid');
    });

    it('has the fingerprint of its number, whenever and by whomever it is entered', async () => {
      const fingerprintOf = async (number: string) =>
        (await cards.inspect(await tokenOf(number))).fingerprint;
      const first = await fingerprintOf(DEBIT);
      expect(first).toMatch(/^[0-9a-f]{16}$/);
      expect([await fingerprintOf(DEBIT), await fingerprintOf('4000056655660003')]).toEqual([
        first,
        expect.not.stringMatching(String(first)),
      ]);
    });

    it.each(['pm_missing', 'pm_/../customers', ''])('that does not exist is not found: %s', async (ref) => {
      await expect(cards.inspect(ref)).rejects.toMatchObject({ code: 'card_not_found' });
      expect(await cards.authorize(requestOf(ref))).toMatchObject({
        state: 'declined',
        group: 'check_details',
      });
    });

    it('is saved for a customer, pays more than once, and can be deleted', async () => {
      const { customerRef } = await cards.createCustomer('uid', 'customer-1');
      expect(await cards.createCustomer('uid', 'customer-1')).toEqual({ customerRef });
      const paymentMethodRef = await tokenOf(DEBIT);
      const card = { paymentMethodRef, customerRef };
      await cards.saveCard(card, 'save-1');
      for (const key of ['authorize-1', 'authorize-2'])
        expect(await cards.authorize(requestOf(paymentMethodRef, { key, card }))).toMatchObject({
          state: 'authorized',
        });
      await cards.removeCard(paymentMethodRef);
      await cards.removeCard(paymentMethodRef);
      await cards.removeCard('pm_missing');
      const again = requestOf(paymentMethodRef, { key: 'authorize-3', card });
      expect(await cards.authorize(again)).toMatchObject({ state: 'declined', group: 'check_details' });
    });

    it('is saved with a payment on request, and otherwise works for one payment', async () => {
      const { customerRef } = await cards.createCustomer('uid', 'customer-1');
      for (const saveCard of [true, false]) {
        const card = { paymentMethodRef: await tokenOf(DEBIT), customerRef };
        const paid = (key: string) =>
          cards.authorize(requestOf(card.paymentMethodRef, { key, card, saveCard }));
        expect(await paid(`first-${String(saveCard)}`)).toMatchObject({ state: 'authorized' });
        expect((await paid(`second-${String(saveCard)}`)).state).toBe(saveCard ? 'authorized' : 'declined');
      }
    });

    it.each([
      ['4000000000000002', 'contact_bank'],
      ['4000000000000127', 'check_details'],
    ])('that the bank refuses is not saved: %s', async (number, group) => {
      const { customerRef } = await cards.createCustomer('uid', 'customer-1');
      const card = { paymentMethodRef: await tokenOf(number), customerRef };
      await expect(cards.saveCard(card, 'save-1')).rejects.toMatchObject({
        code: 'card_declined',
        params: { group },
      });
    });

    it('of another customer cannot be saved', async () => {
      const card = { paymentMethodRef: await tokenOf(DEBIT) };
      const [one, other] = [await cards.createCustomer('1', 'c-1'), await cards.createCustomer('2', 'c-2')];
      await cards.saveCard({ ...card, ...one }, 'save-1');
      await expect(cards.saveCard({ ...card, ...other }, 'save-2')).rejects.toMatchObject({
        code: 'card_not_found',
      });
    });
  });

  describe('a payment', () => {
    it('is authorized, captured and refunded once, regardless of repeats', async () => {
      const authorized = await pay(DEBIT);
      expect(authorized).toEqual({
        state: 'authorized',
        providerAt: '2026-11-21T12:00:00.000Z',
        cents: 126_90,
        paymentRef: expect.stringMatching(/^pi_/) as string,
      });
      const ref = refOf(authorized);
      expect(await cards.find(ref)).toEqual(authorized);
      expect(await cards.paymentsOf(transferId)).toEqual([authorized]);
      expect(await cards.transferOf(ref)).toBe(transferId);
      expect(await cards.transferOf('pi_missing')).toBeNull();
      for (const key of ['capture-1', 'capture-1', 'capture-2'])
        expect(await cards.capture(ref, key)).toMatchObject({
          state: 'captured',
          paymentRef: ref,
          cents: 126_90,
        });
      expect(await cards.cancel(ref, 'cancel-1')).toMatchObject({ state: 'captured' });
      const refund = { paymentRef: ref, transferId, cents: 126_90, key: 'refund-1' };
      const refunded = await cards.refund(refund);
      expect(refunded).toMatchObject({ state: 'completed', cents: 126_90 });
      nowMs += 25 * 60 * 60 * 1_000;
      expect(await cards.refund(refund)).toMatchObject({ refundRef: refunded.refundRef });
      expect(await cards.findRefund(refunded.refundRef)).toMatchObject({ state: 'completed' });
      expect(await calls()).toMatchObject({ 'stripe.refunds.create': 1 });
    });

    it('that is canceled can no longer be captured', async () => {
      const ref = refOf(await pay(DEBIT));
      expect(await cards.cancel(ref, 'cancel-1')).toMatchObject({ state: 'cancelled', paymentRef: ref });
      expect(await cards.cancel(ref, 'cancel-2')).toMatchObject({ state: 'cancelled' });
      expect(await cards.capture(ref, 'capture-1')).toMatchObject({ state: 'cancelled' });
    });

    it('returns its current state when repeated, not that of the first response', async () => {
      const request = requestOf(await tokenOf(DEBIT));
      const ref = refOf(await cards.authorize(request));
      await cards.capture(ref, 'capture-1');
      expect(await cards.authorize(request)).toMatchObject({ state: 'captured', paymentRef: ref });
    });

    it.each([
      ['4000000000009995', 'not_enough_money'],
      ['4000000000000002', 'contact_bank'],
      ['4000000000009987', 'contact_bank'],
      ['4000000000009979', 'contact_bank'],
      ['4000000000000069', 'check_details'],
      ['4000000000000127', 'check_details'],
      ['4000000000000119', 'try_again'],
    ])('with %s is declined: %s', async (number, group) => {
      const declined = await pay(number);
      expect(declined).toMatchObject({
        state: 'declined',
        group,
        paymentRef: expect.stringMatching(/^pi_/) as string,
      });
      expect(await cards.find(refOf(declined))).toEqual(declined);
      expect(await cards.authorize(requestOf('pm_1', { key: 'authorize-2' }))).toMatchObject({
        state: 'declined',
      });
    });

    it("that needs a confirmation waits for the bank's page, then is authorized or declined", async () => {
      const waiting = await pay('4000000000003220');
      if (waiting.state !== 'requires_action') throw new Error(waiting.state);
      expect(waiting.actionUrl.startsWith(simulator.httpUrl)).toBe(true);
      expect(await cards.find(waiting.paymentRef)).toEqual(waiting);
      await post(`/control/payments/${waiting.paymentRef}/approve`, {});
      expect(await cards.find(waiting.paymentRef)).toMatchObject({ state: 'authorized' });
      const refused = await pay('4000000000003220', { key: 'authorize-2' });
      await post(`/control/payments/${refOf(refused)}/refuse`, {});
      expect(await cards.find(refOf(refused))).toMatchObject({ state: 'declined', group: 'try_again' });
      const declined = await pay('4000008400001629', { key: 'authorize-3' });
      await post(`/control/payments/${refOf(declined)}/approve`, {});
      expect(await cards.find(refOf(declined))).toMatchObject({ state: 'declined', group: 'contact_bank' });
    });

    it('reports later that its refund failed', async () => {
      const ref = refOf(await pay('4000000000005126'));
      await cards.capture(ref, 'capture-1');
      const { state, refundRef } = await cards.refund({
        paymentRef: ref,
        transferId,
        cents: 500,
        key: 'refund-1',
      });
      expect(state).toBe('pending');
      await post(`/control/payments/${ref}/fail-refund`, {});
      expect(await cards.findRefund(refundRef)).toMatchObject({ state: 'failed', refundRef });
    });

    it('repeated under its key with another return address is the same payment', async () => {
      const request = requestOf(await tokenOf(DEBIT));
      const first = await cards.authorize(request);
      const again = await cards.authorize({ ...request, returnUrl: 'https://moved.example/payment' });
      expect(again).toMatchObject({ state: 'authorized', paymentRef: first.paymentRef });
      expect(await cards.paymentsOf(transferId)).toHaveLength(1);
    });

    it('repeated under its key with another amount is our error', async () => {
      const request = requestOf(await tokenOf(DEBIT));
      await cards.authorize(request);
      const other = cards.authorize({ ...request, totalCents: 1_00 });
      await expect(other).rejects.toThrow(/^The card processor responded with 400 StripeIdempotencyError$/);
    });
  });

  describe('a fault', () => {
    it('that loses the response leaves one payment under its key', async () => {
      await control({ failNext: { count: 2, failure: 'lost_answer' } });
      const request = requestOf(await tokenOf(DEBIT));
      await expect(cards.authorize(request)).rejects.toMatchObject(unknown);
      const found = await cards.authorize(request);
      expect(found).toMatchObject({ state: 'authorized' });
      expect(await cards.paymentsOf(transferId)).toEqual([found]);
    });

    it.each(['cut', '429', '500'])(
      'of the network or the processor (%s) leaves the outcome unknown, and a repeat succeeds',
      async (failure) => {
        const request = requestOf(await tokenOf(DEBIT));
        // The client itself repeats a call once after its connection was cut.
        await control({ failNext: { count: failure === 'cut' ? 2 : 1, failure } });
        await expect(cards.authorize(request)).rejects.toMatchObject(unknown);
        await control({ failNext: { count: 0, failure } });
        const ref = refOf(await cards.authorize(request));
        await control({
          failNext: { count: failure === 'cut' ? 2 : 1, failure, call: 'payment_intents.capture' },
        });
        await expect(cards.capture(ref, 'capture-1')).rejects.toMatchObject(unknown);
        expect(await cards.capture(ref, 'capture-1')).toMatchObject({ state: 'captured' });
      },
    );

    it('stored by the processor under a key is not final: a payment stays unknown, other calls are repeated', async () => {
      const request = requestOf(await tokenOf(DEBIT));
      await control({ failNext: { count: 1, failure: 'kept_500', call: 'payment_intents.create' } });
      for (let time = 0; time < 2; time += 1)
        await expect(cards.authorize(request)).rejects.toMatchObject(unknown);
      expect(await cards.paymentsOf(transferId)).toEqual([]);
      const ref = refOf(await cards.authorize({ ...request, key: 'authorize-2' }));
      await control({ failNext: { count: 1, failure: 'kept_500', call: 'payment_intents.capture' } });
      await expect(cards.capture(ref, 'capture-1')).rejects.toMatchObject(unknown);
      expect(await cards.capture(ref, 'capture-1')).toMatchObject({ state: 'captured' });
      const refund = { paymentRef: ref, transferId, cents: 126_90, key: 'refund-1' };
      await control({ failNext: { count: 1, failure: 'kept_500', call: 'refunds.create' } });
      await expect(cards.refund(refund)).rejects.toMatchObject(unknown);
      expect(await cards.refund(refund)).toMatchObject({ state: 'completed' });
    });

    it('stored by the processor although the work was done is detected, and nothing is done twice', async () => {
      const request = requestOf(await tokenOf(DEBIT));
      await control({ failNext: { count: 1, failure: 'done_500', call: 'payment_intents.create' } });
      await expect(cards.authorize(request)).rejects.toMatchObject(unknown);
      const found = await cards.authorize(request);
      expect(found).toMatchObject({ state: 'authorized' });
      expect(await cards.paymentsOf(transferId)).toEqual([found]);
      const ref = refOf(found);
      await control({ failNext: { count: 1, failure: 'done_500', call: 'payment_intents.capture' } });
      await expect(cards.capture(ref, 'capture-1')).rejects.toMatchObject(unknown);
      expect(await cards.capture(ref, 'capture-1')).toMatchObject({ state: 'captured' });
      const refund = { paymentRef: ref, transferId, cents: 500, key: 'refund-1' };
      await control({ failNext: { count: 1, failure: 'done_500', call: 'refunds.create' } });
      await expect(cards.refund(refund)).rejects.toMatchObject(unknown);
      expect(await cards.refund(refund)).toMatchObject({ state: 'completed' });
      expect(await calls()).toMatchObject({ 'stripe.refunds.create': 1 });
    });

    it('is a refusal where the sender is waiting and no money moves', async () => {
      const paymentMethodRef = await tokenOf(DEBIT);
      await control({ failNext: { count: 10, failure: '500' } });
      const unavailable = { code: 'payments_unavailable', params: { seconds: 5 } };
      await expect(cards.inspect(paymentMethodRef)).rejects.toMatchObject(unavailable);
      await expect(cards.createCustomer('uid', 'c')).rejects.toMatchObject(unavailable);
      await expect(cards.removeCard(paymentMethodRef)).rejects.toMatchObject(unavailable);
      const card = { paymentMethodRef, customerRef: 'cus_1' };
      await expect(cards.saveCard(card, 's')).rejects.toMatchObject(unavailable);
    });

    it('in our key is temporary, and the message does not contain the key', async () => {
      const stranger = cardsAt(simulator.httpUrl, 'sk_test_not_ours');
      await expect(stranger.find('pi_1')).rejects.toMatchObject(unknown);
      await expect(stranger.find('pi_1')).rejects.not.toThrow(/not_ours/);
    });
  });

  describe('a webhook', () => {
    it('contains what to look up for every change', async () => {
      const ref = refOf(await pay(DEBIT));
      await cards.capture(ref, 'capture-1');
      const { refundRef } = await cards.refund({
        paymentRef: ref,
        transferId,
        cents: 126_90,
        key: 'refund-1',
      });
      const payment = {
        provider: 'stripe',
        transferId,
        subject: 'payment',
        ref,
        paymentRef: ref,
        reason: null,
      };
      const refund = { ...payment, subject: 'refund', ref: refundRef };
      expect(await webhooks(4)).toMatchObject([
        {
          ...payment,
          name: 'payment_intent.amount_capturable_updated',
          providerAt: '2026-11-21T12:00:00.000Z',
        },
        { ...payment, name: 'payment_intent.succeeded' },
        { ...refund, name: 'refund.created' },
        { ...refund, name: 'refund.updated' },
      ]);
    });

    it('of a dispute contains its payment, which names the transfer', async () => {
      const ref = refOf(await pay(DEBIT));
      await cards.capture(ref, 'capture-1');
      await post(`/control/payments/${ref}/dispute`, { reason: 'fraudulent' });
      await post(`/control/payments/${ref}/lose`, {});
      const dispute = {
        transferId: null,
        paymentRef: ref,
        cents: 126_90,
        ref: expect.stringMatching(/^dp_/) as string,
      };
      expect((await webhooks(4)).slice(2)).toMatchObject([
        { ...dispute, subject: 'dispute_opened', reason: 'fraudulent' },
        { ...dispute, subject: 'dispute_closed', reason: 'lost' },
      ]);
    });

    it('can be lost, repeated and reversed by a test', async () => {
      await control({ webhook: 'none' });
      const ref = refOf(await pay(DEBIT));
      await control({ webhook: 'held' });
      await cards.capture(ref, 'capture-1');
      await cards.refund({ paymentRef: ref, transferId, cents: 126_90, key: 'refund-1' });
      await control({ webhook: 'reversed', copies: 2 });
      const names = (await webhooks(6)).map(({ name }) => name);
      expect(names).toEqual(
        ['refund.updated', 'refund.created', 'payment_intent.succeeded'].flatMap((name) => [name, name]),
      );
    });
  });
});
