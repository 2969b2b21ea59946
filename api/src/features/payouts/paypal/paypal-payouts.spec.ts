import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleSend } from '../../../../../test/support/sample-send.js';
import { waitFor } from '../../../../../test/support/wait-for.js';
import { isoInstant } from '../../../config/clock.js';
import { SIMULATED_PAYPAL } from '../../../kernel/simulated.js';
import type { ProviderSettings } from '../../../config/runtime.js';
import { startSimulator, type Simulator } from '../../../../../simulator/index.js';
import { payoutRouteOf, PLATFORMS, type Platform } from '../../../kernel/money/platforms.js';
import type { NamedPayout, PayoutRequest } from '../../lifecycle/payout/payouts.js';
import { PayPalPayouts } from './paypal-payouts.js';

const NOON_MS = Date.parse('2026-11-21T12:00:00.000Z');
const secrets = { simulatorApiKey: 'key-of-the-test', simulatorWebhookSecret: 'secret-of-the-test' };
const unknown = { name: 'ProviderUnknown' };
const gone = { name: 'UnknownToProvider' };
const payout: PayoutRequest = {
  payoutId: '3c1f7b52-9a0e-4d6c-8f41-6b2d0e9a7c35',
  transferId: '7d0f1c5e-2a44-4c8e-9b1a-3f6c2d5e8a90',
  ...sampleSend({ handle: 'ana@example.com', recipient: 'Ana Ruiz', amountCents: 12_050, note: 'Rent' }),
  platform: 'PayPal',
};

let nowMs: number;
const clock = { now: () => nowMs };

beforeEach(() => {
  nowMs = NOON_MS;
});

function adapterAt(apiUrl: string, clientSecret = secrets.simulatorApiKey): PayPalPayouts {
  const paypal = { ...SIMULATED_PAYPAL, apiUrl, clientSecret };
  return new PayPalPayouts({ paypal } as ProviderSettings, clock);
}

describe('against the simulated provider', () => {
  interface Hook {
    readonly body: Buffer;
    readonly headers: IncomingHttpHeaders;
  }
  let folder: string;
  let simulator: Simulator;
  let receiver: Server;
  let hooks: Hook[];
  let paypal: PayPalPayouts;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flip-paypal-'));
    hooks = [];
    receiver = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        hooks.push({ body: Buffer.concat(chunks), headers: request.headers });
        response.end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    simulator = await startSimulator({
      dataDir: folder,
      clock,
      secrets,
      port: 0,
    });
    paypal = adapterAt(simulator.httpUrl);
  });

  afterEach(async () => {
    await simulator.close();
    receiver.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
    await rm(folder, { recursive: true });
  });

  const control = async (path: string, body?: object) => {
    const response = await fetch(`${simulator.httpUrl}/control/${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json' },
    });
    return (await response.json()) as { items: { receiver: string; wallet: string; value: string }[] };
  };
  /** Submits it, and answers how it is looked up from then on. */
  const submitted = async (handle = payout.handle): Promise<NamedPayout> => {
    const answer = await paypal.submit({ ...payout, handle });
    const payoutRef = String(answer.payoutRef);
    expect(answer).toEqual({ state: 'pending', payoutRef, providerAt: isoInstant(nowMs), cents: null });
    return { payoutId: payout.payoutId, payoutRef };
  };
  const settle = (outcome: string, options: object = {}) =>
    control('payouts', { settle: payout.payoutId, outcome, ...options });
  const paid = async () => (await control('payouts')).items;
  /** Only now are webhooks sent: PayPal's key, which signs them, takes long to make. */
  const hook = (name: string): Promise<Hook> => {
    simulator.deliverTo(`http://127.0.0.1:${String((receiver.address() as AddressInfo).port)}`);
    return waitFor(`a webhook ${name}`, () =>
      Promise.resolve(hooks.find(({ body }) => body.includes(`"${name}"`))),
    );
  };

  it('pays PayPal and Venmo; the others are paid by hand', () => {
    const isByPayPal = (platform: Platform) => payoutRouteOf(platform) === 'paypal';
    expect(PLATFORMS.filter(isByPayPal)).toEqual(['PayPal', 'Venmo']);
  });

  it('is pending first, and delivered after a few seconds', async () => {
    const named = await submitted();
    expect(await paypal.find(named)).toMatchObject({ state: 'pending' });
    nowMs += 3_000;
    expect(await paypal.find(named)).toMatchObject({
      state: 'delivered',
      providerAt: '2026-11-21T12:00:03.000Z',
      cents: 120_50,
    });
  });

  it.each([
    ['PayPal', 'ana@example.com', 'EMAIL', 'ana@example.com', 'PAYPAL'],
    ['PayPal', '+13365550142', 'PHONE', '3365550142', 'PAYPAL'],
    ['Venmo', '@ana-ruiz', 'USER_HANDLE', 'ana-ruiz', 'VENMO'],
  ] as const)('pays the exact amount by %s to %s', async (platform, handle, type, receiverText, wallet) => {
    await paypal.submit({ ...payout, platform, handle, note: '' });
    expect(await paid()).toEqual([
      expect.objectContaining({
        recipientType: type,
        receiver: receiverText,
        wallet,
        value: '120.50',
        note: 'Sent with Flip',
      }),
    ]);
  });

  it('pays once when the response was lost, regardless of who repeats the request', async () => {
    await control('payout-failures', { count: 1, failure: 'lost-answer' });
    await expect(paypal.submit(payout)).rejects.toMatchObject(unknown);
    expect(await adapterAt(simulator.httpUrl).submit(payout)).toMatchObject({ state: 'pending' });
    expect(await paid()).toHaveLength(1);
  });

  it('finds a payout in another process, and long after PayPal stopped refusing repeats', async () => {
    const named = await submitted();
    nowMs += 40 * 24 * 3_600_000;
    const other = adapterAt(simulator.httpUrl);
    expect(await other.find(named)).toMatchObject({ state: 'delivered', payoutRef: named.payoutRef });
  });

  it.each([401, 403, 422, 429, 500, 503])(
    'reports an unknown outcome while PayPal returns %s, and pays once afterwards',
    async (failure) => {
      await control('payout-failures', { count: 2, failure });
      // A single 401 is a token that was revoked: the call is repeated with a new one.
      await expect(paypal.submit(payout)).rejects.toMatchObject(unknown);
      await control('payout-failures', { count: 0, failure });
      expect(await paypal.submit(payout)).toMatchObject({ state: 'pending' });
      expect(await paid()).toHaveLength(1);
    },
  );

  it('requests a new token when the old one was revoked or has expired', async () => {
    const named = await submitted();
    await control('payout-failures', { count: 1, failure: 401 });
    expect(await paypal.find(named)).toMatchObject({ state: 'pending' });
    nowMs += 24 * 3_600_000;
    expect(await paypal.find(named)).toMatchObject({ state: 'delivered' });
  });

  it('never reports a payout as failed because our own keys are wrong', async () => {
    const stranger = adapterAt(simulator.httpUrl, 'wrong');
    await expect(stranger.submit(payout)).rejects.toMatchObject(unknown);
  });

  it.each([
    ['simslow@example.com', 59_999, { state: 'pending' }],
    ['simslow@example.com', 60_000, { state: 'delivered' }],
    ['simfail@example.com', 3_000, { state: 'failed', reason: 'wrong_handle' }],
    ['simblocked@example.com', 3_000, { state: 'failed', reason: 'blocked' }],
    ['simunclaimed@example.com', 3_000, { state: 'unclaimed' }],
    ['simunclaimed@example.com', 30 * 24 * 3_600_000, { state: 'returned', reason: 'expired' }],
    ['simreturned@example.com', 6_000, { state: 'returned', reason: 'expired' }],
    ['simhold@example.com', 3_600_000, { state: 'pending' }],
    ['siminstant@example.com', 0, { state: 'delivered' }],
    ['+13365550002', 3_000, { state: 'failed', reason: 'wrong_handle' }],
    ['+13365550004', 3_000, { state: 'unclaimed' }],
    ['+13365550007', 0, { state: 'delivered' }],
  ])('%s is after %s ms %o', async (handle, afterMs, state) => {
    const named = await submitted(handle);
    nowMs += afterMs;
    expect(await paypal.find(named)).toMatchObject(state);
  });

  it('recalls an unclaimed payout once', async () => {
    const named = await submitted('simunclaimed@example.com');
    nowMs += 3_000;
    expect(await paypal.cancel(named)).toMatchObject({ state: 'returned' });
    expect(await paypal.cancel(named)).toMatchObject({ state: 'returned' });
  });

  it('cannot recall a delivered payout', async () => {
    const named = await submitted();
    nowMs += 3_000;
    expect(await paypal.cancel(named)).toMatchObject({ state: 'delivered' });
  });

  it('neither pays nor cancels a payout that was never submitted', async () => {
    const made = { payoutId: payout.payoutId, payoutRef: 'MADE-UP' };
    await expect(paypal.find(made)).rejects.toMatchObject(gone);
    await expect(paypal.cancel(made)).rejects.toMatchObject(gone);
    expect(await paid()).toEqual([]);
  });

  it.each([
    ['delivered', 'PAYMENT.PAYOUTS-ITEM.SUCCEEDED', { state: 'delivered' }],
    ['failed', 'PAYMENT.PAYOUTS-ITEM.FAILED', { state: 'failed', reason: 'wrong_handle' }],
    ['failed', 'PAYMENT.PAYOUTSBATCH.DENIED', { state: 'failed', reason: 'wrong_handle' }],
    ['blocked', 'PAYMENT.PAYOUTS-ITEM.BLOCKED', { state: 'failed', reason: 'blocked' }],
    ['unclaimed', 'PAYMENT.PAYOUTS-ITEM.UNCLAIMED', { state: 'unclaimed' }],
    ['held', 'PAYMENT.PAYOUTS-ITEM.HELD', { state: 'pending' }],
  ])('reads the webhook of a %s payout: %s', async (outcome, name, state) => {
    await paypal.submit(payout);
    await settle(outcome);
    const { body, headers } = await hook(name);
    expect(await paypal.parseWebhook(body, headers)).toMatchObject({
      provider: 'paypal',
      name,
      payoutId: payout.payoutId,
      state,
    });
  });

  it('learns nothing about a payout from the event that its batch was processed', async () => {
    await paypal.submit(payout);
    await settle('unclaimed');
    const { body, headers } = await hook('PAYMENT.PAYOUTSBATCH.SUCCESS');
    expect(await paypal.parseWebhook(body, headers)).toMatchObject({ payoutId: null, state: null });
  });

  it('refuses an event that PayPal did not sign, or signed for another webhook', async () => {
    await paypal.submit(payout);
    await settle('failed');
    const { body, headers } = await hook('PAYMENT.PAYOUTS-ITEM.FAILED');
    const changed = Buffer.from(body.toString().replaceAll('FAILED', 'SUCCEEDED'));
    const invalid = { code: 'webhook_signature_invalid' };
    await expect(paypal.parseWebhook(changed, headers)).rejects.toMatchObject(invalid);
    const { 'paypal-transmission-sig': _, ...unsigned } = headers;
    await expect(paypal.parseWebhook(body, unsigned)).rejects.toMatchObject(invalid);
    const elsewhere = { ...headers, 'paypal-transmission-id': 'another' };
    await expect(paypal.parseWebhook(body, elsewhere)).rejects.toMatchObject(invalid);
  });

  it('rejects an event until PayPal gives the certificate, so that it is sent again', async () => {
    await paypal.submit(payout);
    await settle('delivered');
    const { body, headers } = await hook('PAYMENT.PAYOUTS-ITEM.SUCCEEDED');
    await control('payout-failures', { count: 1, failure: 503, call: 'certificate' });
    await expect(paypal.parseWebhook(body, headers)).rejects.toMatchObject({ code: 'payouts_unavailable' });
    await expect(paypal.parseWebhook(body, headers)).resolves.toMatchObject({
      state: { state: 'delivered' },
    });
  });
});

describe('against a provider that misbehaves', () => {
  let server: Server | undefined;

  const answering = async (listener: RequestListener): Promise<PayPalPayouts> => {
    const opened = createServer((request, response) => {
      if (request.url === '/v1/oauth2/token')
        response.end(JSON.stringify({ access_token: 'token-of-the-test', expires_in: 3_600 }));
      else listener(request, response);
    });
    server = opened;
    await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
    return adapterAt(`http://127.0.0.1:${String((opened.address() as AddressInfo).port)}`);
  };
  const refusing = (status: number, body: object) =>
    answering((_, response) => response.writeHead(status).end(JSON.stringify(body)));

  afterEach(async () => {
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
  });

  it('reports failed, without a call, for an address longer than PayPal takes, which was once accepted', async () => {
    const calls: string[] = [];
    const paypal = await answering((request, response) => {
      calls.push(request.url ?? '');
      response.writeHead(500).end();
    });
    const handle = `ana@${'x'.repeat(60)}.${'x'.repeat(60)}.${'x'.repeat(60)}.${'x'.repeat(57)}.example`;
    expect(await paypal.submit({ ...payout, handle })).toMatchObject({
      state: 'failed',
      reason: 'wrong_handle',
    });
    expect(calls).toEqual([]);
  });

  it('makes no call, submission or lookup, while PayPal asks for none', async () => {
    let calls = 0;
    const paypal = await answering((_, response) => {
      calls += 1;
      response.writeHead(429, { 'retry-after': '60' }).end();
    });
    await expect(paypal.submit(payout)).rejects.toMatchObject(unknown);
    await expect(paypal.submit(payout)).rejects.toMatchObject({ ...unknown, seconds: 60 });
    const named = { payoutId: payout.payoutId, payoutRef: 'PB-1' };
    await expect(paypal.find(named)).rejects.toMatchObject({ seconds: 60 });
    expect(calls).toBe(1);
  });

  it('reports failed only when the receiver was refused', async () => {
    const details = [{ field: 'items[0].receiver', issue: 'Receiver is invalid' }];
    const paypal = await refusing(400, { name: 'VALIDATION_ERROR', details });
    expect(await paypal.submit(payout)).toMatchObject({ state: 'failed', reason: 'wrong_handle' });
  });

  it.each([
    ['another field of ours', 400, { name: 'VALIDATION_ERROR', details: [{ field: 'items[0].amount' }] }],
    ['our empty account', 422, { name: 'INSUFFICIENT_FUNDS' }],
    [
      'a repeat without a link',
      400,
      { name: 'USER_BUSINESS_ERROR', details: [{ field: 'SENDER_BATCH_ID' }] },
    ],
    ['a refusal of another shape', 400, { error: 'no' }],
    ['a batch of another shape', 201, { batch_header: {} }],
  ])('reports an unknown outcome after %s', async (_, status, body) => {
    const paypal = await refusing(status, body);
    await expect(paypal.submit(payout)).rejects.toMatchObject(unknown);
  });

  it('uses only the batch id from the link of a repeat', async () => {
    const paths: unknown[] = [];
    const link = [{ href: 'https://elsewhere.example/v1/payments/payouts/BATCH1' }];
    const paypal = await answering((request, response) => {
      paths.push(request.url);
      if (request.method === 'GET')
        response.end(
          JSON.stringify({ batch_header: { payout_batch_id: 'BATCH1', batch_status: 'PENDING' } }),
        );
      else
        response
          .writeHead(400)
          .end(
            JSON.stringify({ name: 'USER_BUSINESS_ERROR', details: [{ field: 'SENDER_BATCH_ID', link }] }),
          );
    });
    expect(await paypal.submit(payout)).toMatchObject({ state: 'pending', payoutRef: 'BATCH1' });
    expect(paths).toEqual(['/v1/payments/payouts', '/v1/payments/payouts/BATCH1']);
  });

  it('does not follow redirects', async () => {
    const paths: unknown[] = [];
    const paypal = await answering((request, response) => {
      paths.push(request.url);
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    await expect(paypal.submit(payout)).rejects.toMatchObject(unknown);
    expect(paths).toEqual(['/v1/payments/payouts']);
  });

  it('does not read an endless response', async () => {
    const paypal = await answering((_, response) => response.end(`{"data":"${'x'.repeat(300_000)}"}`));
    await expect(paypal.submit(payout)).rejects.toMatchObject(unknown);
  });

  it('reports that PayPal does not know a batch (404)', async () => {
    const paypal = await refusing(404, { name: 'RESOURCE_NOT_FOUND' });
    await expect(paypal.find({ payoutId: payout.payoutId, payoutRef: 'GONE' })).rejects.toMatchObject(gone);
  });

  it('names neither token, secret nor recipient in errors', async () => {
    const paypal = await refusing(400, {
      name: 'VALIDATION_ERROR',
      details: [{ field: 'x', issue: payout.handle }],
    });
    const error = await paypal.submit(payout).catch((thrown: unknown) => thrown);
    const text = JSON.stringify(error, Object.getOwnPropertyNames(error));
    for (const secret of ['token-of-the-test', secrets.simulatorApiKey, payout.handle])
      expect(text).not.toContain(secret);
  });
});
