import type StripeSdk from 'stripe';
import { refundStateOf } from './stripe-payment-state.js';

it.each([
  ['succeeded', 'completed'],
  ['failed', 'failed'],
  // Stripe cancels a refund that waited for money of ours: nothing came back to the card.
  ['canceled', 'failed'],
  ['pending', 'pending'],
  ['requires_action', 'pending'],
])('a refund that Stripe calls %s is %s', (status, state) => {
  const refund = { id: 're_1', status } as StripeSdk.Refund;
  expect(refundStateOf(refund, '2026-11-20T12:00:00.000Z')).toMatchObject({ state, refundRef: 're_1' });
});
