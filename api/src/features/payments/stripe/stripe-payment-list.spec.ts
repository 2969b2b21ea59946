import type StripeSdk from 'stripe';
import { chargesIn } from './stripe-payment-list.js';

const payment = { id: 'pi_1', created: 1_793_000_000, status: 'succeeded', amount_received: 12_690 };
const read = (metadata: object) => chargesIn([{ ...payment, metadata } as StripeSdk.PaymentIntent])[0];
const NONE = { transferId: null, key: null, uid: null, platform: null, amountCents: null };

it.each([
  ['nothing', {}],
  ['what others have written', { transferId: 'T-1', uid: 'bob', platform: 'Cash', amountCents: '12.5' }],
  ['amounts that are none', { amountCents: '-1' }],
])('a payment whose metadata have %s is none of ours', (_, metadata) => {
  expect(read(metadata)).toMatchObject(NONE);
});

it('lists only what holds or has taken money', () => {
  const statuses = ['succeeded', 'requires_capture', 'canceled', 'requires_payment_method', 'processing'];
  const listed = chargesIn(
    statuses.map((status) => ({ ...payment, id: status, status, metadata: {} }) as StripeSdk.PaymentIntent),
  );
  expect(listed.map(({ paymentRef, isCharged }) => [paymentRef, isCharged])).toEqual([
    ['succeeded', true],
    ['requires_capture', false],
  ]);
});
