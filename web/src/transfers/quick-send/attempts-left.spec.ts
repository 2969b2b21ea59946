import { PAYMENT_ATTEMPTS_LIMIT, type TransferStep } from '@kernel/money/transfers';
import { attemptsLeft } from './attempts-left';

it('a card that was declined or given up is an attempt; every other step is none', () => {
  const after = (...kinds: readonly TransferStep['step'][]) =>
    attemptsLeft(kinds.map((step) => ({ step, at: '2026-11-20T12:00:00.000Z' })));
  expect(after()).toBe(PAYMENT_ATTEMPTS_LIMIT);
  expect(after('declined')).toBe(PAYMENT_ATTEMPTS_LIMIT - 1);
  expect(after('abandoned', 'declined')).toBe(PAYMENT_ATTEMPTS_LIMIT - 2);
  expect(after('authorized', 'captured')).toBe(PAYMENT_ATTEMPTS_LIMIT);
});
