import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProviderSettings } from '../../../config/runtime.js';
import type { AuthorizationRequest } from '../../lifecycle/payment/card-payments.js';
import { ProviderAway, ProviderBusy } from '../../../engine/providers/provider-unknown.js';
import { StripeCards } from './stripe-cards.js';
import { failureOf } from './stripe-errors.js';

const unknown = { name: 'ProviderUnknown' };
const clock = { now: () => Date.parse('2026-11-21T12:00:00.000Z') };
const request: AuthorizationRequest = {
  key: 'authorize-1',
  transferId: '3c1f7b52-9a0e-4d6c-8f41-6b2d0e9a7c35',
  totalCents: 126_90,
  amountCents: 120_00,
  card: { paymentMethodRef: 'pm_1', customerRef: null },
  saveCard: false,
  sender: { uid: '7d0f1c5e-2a44-4c8e-9b1a-3f6c2d5e8a90' },
  recipient: { name: 'Ana Ruiz', platform: 'Venmo' },
  returnUrl: 'http://127.0.0.1:3000/payment?transfer=1',
};

function cardsAt(port: number): StripeCards {
  const stripe = { apiUrl: `http://127.0.0.1:${String(port)}`, secretKey: 'sk', webhookSecrets: [] };
  return new StripeCards({ stripe } as unknown as ProviderSettings, clock);
}

describe('against a processor that misbehaves', () => {
  let server: Server;
  let requests: number;
  const answering = async (status: number, body: string, headers = {}) => {
    requests = 0;
    server = createServer((_, response) => {
      requests += 1;
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return cardsAt((server.address() as AddressInfo).port);
  };
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it.each([
    ['text that is no JSON', 200, 'no json'],
    ['a payment that it still processes', 200, '{"id":"pi_1","status":"processing"}'],
    ['a status that is new', 200, '{"id":"pi_1","status":"blessed"}'],
    ['an action without an address', 200, '{"id":"pi_1","status":"requires_action"}'],
    ['a key in use', 409, '{"error":{"type":"idempotency_error","code":"idempotency_key_in_use"}}'],
    ['a maintenance page', 503, '<html>'],
  ])('treats %s as unknown', async (_, status, body) => {
    const cards = await answering(status, body);
    await expect(cards.authorize(request)).rejects.toMatchObject(unknown);
  });

  it('treats a refused parameter as our error, without quoting its message', async () => {
    const error = { type: 'invalid_request_error', param: 'amount', message: 'No such amount: Ana Ruiz' };
    const cards = await answering(400, JSON.stringify({ error }));
    await expect(cards.authorize(request)).rejects.toThrow(
      /^The card processor responded with 400 StripeInvalidRequestError amount$/,
    );
  });

  it('does not call it while it asks for no call, and says until when to a waiting caller', async () => {
    const limited = JSON.stringify({ error: { type: 'invalid_request_error', code: 'rate_limit' } });
    const cards = await answering(429, limited, { 'retry-after': '60' });
    await expect(cards.authorize(request)).rejects.toMatchObject(unknown);
    await expect(cards.authorize(request)).rejects.toBeInstanceOf(ProviderBusy);
    const unavailable = { code: 'payments_unavailable', params: { seconds: 60 } };
    await expect(cards.inspect('pm_1')).rejects.toMatchObject(unavailable);
    expect(requests).toBe(1);
  });
});

describe('a failure of the processor', () => {
  const failed = (type: string, statusCode: number, headers = {}) =>
    failureOf(Object.assign(new Error('words'), { type, statusCode, headers }));

  it('means that it is away when it does not respond, or with an error of its own', () => {
    expect(failed('StripeAPIError', 500)).toBeInstanceOf(ProviderAway);
    expect(failed('StripeConnectionError', 0)).toBeInstanceOf(ProviderAway);
    expect(failed('StripeRateLimitError', 429)).not.toBeInstanceOf(ProviderAway);
  });

  it('that it has stored and repeats does not mean that it is away', () => {
    const repeated = failed('StripeAPIError', 500, { 'idempotent-replayed': 'true' });
    expect(repeated).toMatchObject(unknown);
    expect(repeated).not.toBeInstanceOf(ProviderAway);
  });
});
