import { CHANGED_FIELDS, endingOf, nextStepOf } from './endings.js';
import type { Transaction, TransferStep } from './transfers.js';

type Step = Pick<TransferStep, 'step' | 'reason'>;
const ended = (status: Transaction['status'], ...steps: readonly Step[]) => ({
  status,
  steps: steps.map((step) => ({ ...step, at: '2026-11-20T12:00:00.000Z' })),
});
const refunded = (reason: string, ...before: readonly Step[]) =>
  ended('refunded', ...before, { step: 'refund_initiated', reason }, { step: 'refunded' });
const failed = (reason: string) => refunded('payout_failed', { step: 'payout_failed', reason });
const returned = (reason: string) => refunded('payout_returned', { step: 'payout_returned', reason });

describe('how a transfer ended, and what can be done next', () => {
  it.each([
    ['no card was accepted', ended('declined', { step: 'declined' }), 'declined', 'send_again'],
    [
      'not paid in time',
      ended('cancelled', { step: 'cancelled', reason: 'not_paid' }),
      'expired',
      'send_again',
    ],
    [
      'cancelled unpaid',
      ended('cancelled', { step: 'cancelled', reason: 'sender' }),
      'cancelled',
      'send_again',
    ],
    [
      'still ending',
      ended('cancelled', { step: 'cancel_requested', reason: 'sender' }),
      'cancelled',
      'send_again',
    ],
    ['cancelled after the charge', refunded('sender'), 'cancelled', 'send_again'],
    [
      'stopped before the charge',
      ended('cancelled', { step: 'cancelled', reason: 'not_completed' }),
      'not_completed',
      null,
    ],
    ['stopped after the charge', refunded('not_completed'), 'not_completed', null],
    ['no such account', failed('wrong_handle'), 'wrong_handle', 'correct_handle'],
    ['a closed account', returned('account_closed'), 'account_closed', 'correct_handle'],
    ['blocked there', failed('blocked'), 'blocked', 'other_platform'],
    ['more than the account takes', failed('limit'), 'limit', 'change_amount'],
    ['failed without a reason', failed('other'), 'not_delivered', 'send_again'],
    ['failed for a new reason', failed('meteor'), 'not_delivered', 'send_again'],
    ['claimed by nobody', returned('expired'), 'unclaimed', 'send_again'],
    ['taken back', returned('recalled'), 'recalled', 'send_again'],
    ['given back by the bank', refunded('disputed', { step: 'delivered' }), 'disputed', null],
  ] as const)('%s', (_, transfer, ending, next) => {
    expect(endingOf(transfer)).toBe(ending);
    expect(nextStepOf(ending)).toBe(next);
  });

  it('is nothing while it may arrive, and once it has', () => {
    expect((['processing', 'sent', 'delivered'] as const).map((status) => endingOf(ended(status)))).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('names the one field to change', () => {
    expect(CHANGED_FIELDS).toMatchObject({
      correct_handle: 'handle',
      change_amount: 'amount',
      send_again: null,
    });
  });
});
