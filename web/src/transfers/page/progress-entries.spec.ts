import type { PaymentProgress } from '@kernel/money/transfers';
import { transferOf } from '../../../../test/web/rendered-app';
import { progressEntries } from './progress-entries';

const ahead = (payment: PaymentProgress) =>
  progressEntries(transferOf({ status: 'processing', payment, steps: [] }))
    .filter(({ step }) => step === null)
    .map(({ text }) => text);
const payBy = '2026-11-20T15:01:00.000Z';

it.each([
  ['the bank decides', { state: 'pending', payBy }, ['charging', 'sent_later', 'delivered_later']],
  ['a card is awaited', { state: 'awaited', payBy }, ['paying', 'sent_unpaid', 'delivered_later']],
  [
    'the card that was given up is being cancelled',
    { state: 'pending', payBy, abandoned: true },
    ['paying', 'sent_unpaid', 'delivered_later'],
  ],
  [
    'the bank waits for its customer',
    { state: 'requires_action', payBy },
    ['confirming', 'sent_unpaid', 'delivered_later'],
  ],
  ['the card is charged', { state: 'captured', payBy: null }, ['sending', 'delivered_later']],
] as const)('while %s, the timeline says what comes next', (_, payment, texts) => {
  expect(ahead(payment)).toEqual(texts);
});
