import { readWebhook as readStripe } from '../../api/src/features/payments/stripe/stripe-webhook.js';
import { webhookOf as readPayPal } from '../../api/src/features/payouts/paypal/paypal-webhook.js';
import { readWebhook as readPersona } from '../../api/src/features/verification/persona/persona-webhook.js';

const UUID = '7d0f1c5e-2a44-4c8e-9b1a-3f6c2d5e8a90';
const NOW = '2026-11-21T12:00:00.000Z';
const WHEN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** What a provider never sends, but its key, or a fault of its own, could sign. */
const HOSTILE: readonly unknown[] = [
  ...[
    null,
    true,
    '',
    ' ',
    'x'.repeat(5_000),
    '\ud800',
    '\u0000',
    [],
    [[]],
    {},
    { length: 1 },
    { toString: 1 },
  ],
  ...[-1, 0.5, 1e-7, 8.64e12, 8.64e12 + 1, 1e15, Number.MAX_SAFE_INTEGER, 1e21, 1e308, '1e400'],
  ...[
    '9999-12-31T23:59:59-23:59',
    '0000-01-01T00:00:00+23:59',
    '+275760-09-13T00:00:00Z',
    '2026-02-30T00:00:00Z',
  ],
  ...[
    '2026-11-21T24:00:00Z',
    '2026-11-21T12:00:00',
    '-000001-01-01T00:00:00Z',
    `2026-11-21T12:00:00.${'9'.repeat(900)}Z`,
  ],
];

const dispute = {
  id: 'dp_1',
  payment_intent: 'pi_1',
  status: 'lost',
  reason: 'fraudulent',
  amount: 2_000,
  metadata: { transferId: UUID },
};
const stripe = (type: string) => ({ id: 'evt_1', type, created: 1_795_262_400, data: { object: dispute } });
const persona = {
  data: {
    type: 'event',
    id: 'evt_1',
    attributes: {
      name: 'inquiry.approved',
      'created-at': NOW,
      payload: {
        data: { type: 'inquiry', id: 'inq_1', attributes: { status: 'approved', 'reference-id': UUID } },
      },
    },
  },
};
const item = {
  payout_item_id: 'I',
  payout_batch_id: 'B',
  transaction_status: 'SUCCESS',
  time_processed: NOW,
  payout_item: { sender_item_id: UUID, amount: { value: '120.50', currency: 'USD' } },
  errors: { name: 'RECEIVER_UNREGISTERED' },
};
const batch = {
  batch_header: {
    payout_batch_id: 'B',
    batch_status: 'DENIED',
    sender_batch_header: { sender_batch_id: UUID },
  },
};
const paypal = (event_type: string, resource: object) => ({
  id: 'WH-1',
  event_type,
  create_time: NOW,
  resource,
});

/** The same document once for each of its values, with that one replaced. */
function* changed(value: unknown, by: unknown): Generator {
  yield by;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value))
    for (const other of changed(member, by)) yield { ...value, [name]: other };
}

describe('a signed webhook with any value in any place', () => {
  it.each<[string, object, (raw: Buffer) => object]>([
    ['Stripe, of a payment', stripe('payment_intent.succeeded'), readStripe],
    ['Stripe, of a dispute', stripe('charge.dispute.closed'), readStripe],
    ['Persona', persona, readPersona],
    ['PayPal, of a payout', paypal('PAYMENT.PAYOUTS-ITEM.UNCLAIMED', item), readPayPal],
    ['PayPal, of a batch', paypal('PAYMENT.PAYOUTSBATCH.DENIED', batch), readPayPal],
  ])('is read or refused as unreadable: %s', (_, event, read) => {
    const odd: unknown[] = [];
    let count = 0;
    for (const by of HOSTILE)
      for (const document of changed(event, by)) {
        count += 1;
        const text = JSON.stringify(document).replace('"1e400"', '1e400');
        try {
          const { providerAt } = read(Buffer.from(text)) as { providerAt: string };
          if (!WHEN.test(providerAt)) odd.push([text, providerAt]);
        } catch (error) {
          if ((error as { code?: string }).code !== 'webhook_unreadable') odd.push([text, String(error)]);
        }
      }
    expect(odd).toEqual([]);
    expect(count).toBeGreaterThan(200);
  });
});
