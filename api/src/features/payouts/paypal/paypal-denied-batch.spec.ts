import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newSigningCertificate } from '../../../../../simulator/paypal/signing-certificate.js';
import { paypalSigned } from '../../../../../simulator/control/webhook-sender.js';
import type { ProviderSettings } from '../../../config/runtime.js';
import { PayPalPayouts } from './paypal-payouts.js';

const NOON_MS = Date.parse('2026-11-21T12:00:00.000Z');
const CERTIFICATE = '/v1/notifications/certs/CERT-1';
const payout = { payoutId: '2d9d3f6a-52e4-4f0e-8a38-0d0f3f6f1c03' };

function adapterAt(apiUrl: string): PayPalPayouts {
  const paypal = { apiUrl, clientId: 'id', clientSecret: 'secret', webhookId: 'WH-1' };
  return new PayPalPayouts({ paypal } as ProviderSettings, { now: () => NOON_MS });
}

describe('a batch that was denied', () => {
  const batch = (items?: object[]) => ({
    batch_header: {
      payout_batch_id: 'BATCH1',
      batch_status: 'DENIED',
      sender_batch_header: { sender_batch_id: payout.payoutId },
    },
    ...(items && { items }),
  });
  const item = (error?: string) => ({
    payout_item_id: 'ITEM1',
    payout_batch_id: 'BATCH1',
    transaction_status: 'FAILED',
    payout_item: { sender_item_id: payout.payoutId },
    ...(error && { errors: { name: error } }),
  });
  const signing = newSigningCertificate(NOON_MS);
  const told = async (answer: object | null): Promise<unknown> => {
    const { pem, sign } = await signing;
    const server = createServer((request, response) => {
      if (request.url === '/v1/oauth2/token')
        response.end(JSON.stringify({ access_token: 'token-of-the-test', expires_in: 3_600 }));
      else if (request.url === CERTIFICATE) response.end(pem);
      else response.writeHead(answer ? 200 : 503).end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const event = {
      id: 'WH-1',
      event_type: 'PAYMENT.PAYOUTSBATCH.DENIED',
      create_time: '2026-11-21T12:00:00Z',
      resource: batch(),
    };
    const body = JSON.stringify(event);
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const transmission = { id: 'x', time: '2026-11-21T12:00:00Z' };
    const headers = {
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': `${url}${CERTIFICATE}`,
      'paypal-transmission-id': transmission.id,
      'paypal-transmission-sig': sign(paypalSigned('WH-1', body, transmission)),
      'paypal-transmission-time': transmission.time,
    };
    try {
      return (await adapterAt(url).parseWebhook(Buffer.from(body), headers)).state;
    } finally {
      server.closeAllConnections();
      server.close();
    }
  };

  it.each([
    ['RECEIVER_ACCOUNT_INVALID', 'wrong_handle'],
    ['RECEIVER_ACCOUNT_LOCKED', 'account_closed'],
    ['REGULATORY_BLOCKED', 'blocked'],
    ['RECEIVING_LIMIT_EXCEEDED', 'limit'],
    ['INSUFFICIENT_FUNDS', 'other'],
  ])('shows the sender the reason of its item: %s is %s', async (error, reason) => {
    expect(await told(batch([item(error)]))).toMatchObject({ state: 'failed', reason });
  });

  it('without items, or without a reason, has a general reason', async () => {
    expect(await told(batch())).toMatchObject({ state: 'failed', reason: 'other' });
    expect(await told(batch([item()]))).toMatchObject({ state: 'failed', reason: 'other' });
  });

  it('is sent again while its item cannot be looked up', async () => {
    await expect(told(null)).rejects.toMatchObject({ code: 'payouts_unavailable' });
  });
});
