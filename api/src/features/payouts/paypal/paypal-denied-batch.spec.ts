import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProviderSettings } from '../../../config/runtime.js';
import { PayPalPayouts } from './paypal-payouts.js';

const payout = { payoutId: '2d9d3f6a-52e4-4f0e-8a38-0d0f3f6f1c03' };

function adapterAt(apiUrl: string): PayPalPayouts {
  const paypal = { apiUrl, clientId: 'id', clientSecret: 'secret', webhookId: 'WH-1' };
  return new PayPalPayouts({ paypal } as ProviderSettings, { now: () => Date.now() });
}

describe('a batch that was denied', () => {
  const batch = (items?: object[]) => ({
    batch_header: {
      ...{ payout_batch_id: 'BATCH1', batch_status: 'DENIED' },
      sender_batch_header: { sender_batch_id: payout.payoutId },
    },
    ...(items && { items }),
  });
  const item = (error?: string) => ({
    ...{ payout_item_id: 'ITEM1', payout_batch_id: 'BATCH1', transaction_status: 'FAILED' },
    ...{ payout_item: { sender_item_id: payout.payoutId }, ...(error && { errors: { name: error } }) },
  });
  const told = async (answer: object | null): Promise<unknown> => {
    const server = createServer((request, response) => {
      if (request.url === '/v1/oauth2/token')
        response.end(JSON.stringify({ access_token: 'token-of-the-test', expires_in: 3_600 }));
      else if (request.method === 'POST') response.end(JSON.stringify({ verification_status: 'SUCCESS' }));
      else response.writeHead(answer ? 200 : 503).end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const event = {
      ...{ id: 'WH-1', event_type: 'PAYMENT.PAYOUTSBATCH.DENIED', create_time: '2026-11-21T12:00:00Z' },
      resource: batch(),
    };
    const headers = {
      'paypal-auth-algo': 'x',
      'paypal-cert-url': 'https://api.paypal.com/cert',
      'paypal-transmission-id': 'x',
      'paypal-transmission-sig': 'x',
      'paypal-transmission-time': '2026-11-21T12:00:00Z',
    };
    try {
      const paypal = adapterAt(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
      return (await paypal.parseWebhook(Buffer.from(JSON.stringify(event)), headers)).state;
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
