import { centsOfItem, stateOf } from './paypal-shapes.js';

const common = { payoutRef: 'batch_1', providerAt: '2026-11-20T12:00:00.000Z', cents: 12_000 };
const found = (status: string, error: string | null = null) => stateOf(status, { ...common, error });

it.each<[status: string, error: string | null, state: string, reason: string]>([
  ['RETURNED', 'RECEIVER_UNREGISTERED', 'returned', 'expired'],
  ['FAILED', 'RECEIVER_UNREGISTERED', 'failed', 'wrong_handle'],
  ['RETURNED', 'RECEIVER_REFUSED', 'returned', 'account_closed'],
  ['BLOCKED', null, 'failed', 'blocked'],
  ['BLOCKED', 'POS_LIMIT_EXCEEDED', 'failed', 'limit'],
  ['DENIED', 'SOMETHING_NEW', 'failed', 'other'],
])('a payout that is %s for %s is %s: %s', (status, error, state, reason) =>
  expect(found(status, error)).toEqual({ ...common, state, reason }),
);

it.each([
  ['ONHOLD', 'pending'],
  ['UNCLAIMED', 'unclaimed'],
  ['SUCCESS', 'delivered'],
])('a payout that is %s is %s', (status, state) => expect(found(status)).toEqual({ ...common, state }));

it('a status that is new is not guessed', () => expect(found('BLESSED')).toBeNull());

it('an amount in another currency is none of ours, and one that cannot be read is not known', () => {
  const paid = (value: string, currency: string) =>
    centsOfItem({ payout_item: { sender_item_id: 't1', amount: { value, currency } } });
  expect([paid('120.00', 'USD'), paid('120.00', 'EUR')]).toEqual([12_000, 0]);
  expect(centsOfItem({ payout_item: { sender_item_id: 't1', amount: null } })).toBeNull();
});
