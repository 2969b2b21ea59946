import type { SavedCard } from '../money/cards.js';
import { needOfTransfer, needsOf } from './needs.js';
import type { Transaction } from '../money/transfers.js';

type Facts = Pick<Transaction, 'status' | 'payment' | 'steps'>;

const at = '2026-11-20T12:00:00.000Z';
const paying = (state: NonNullable<Transaction['payment']>['state'], more: object = {}): Facts => ({
  status: 'processing',
  payment: { state, payBy: at, ...more },
  steps: [],
});
const refunding = (...steps: readonly Transaction['steps'][number]['step'][]): Facts => ({
  status: 'refunding',
  payment: { state: 'captured', payBy: null },
  steps: steps.map((step) => ({ step, at })),
});

describe('a transfer needs its sender', () => {
  it.each<[string, Facts, string | null]>([
    ['to choose a card', paying('awaited'), 'pay'],
    ['to choose another card after a decline', paying('declined'), 'pay_again'],
    ['to confirm at the bank', paying('requires_action'), 'confirm'],
    ['not while a card that was given up is ended', paying('pending', { abandoned: true }), null],
    ['not while the bank decides', paying('pending'), null],
    ['not once it is paid', paying('captured'), null],
    ['not once it is cancelled', { ...paying('awaited'), status: 'cancelled' }, null],
    ['to know of a refund that did not arrive', refunding('refund_initiated', 'refund_failed'), 'refund'],
    ['not for a refund that is on its way', refunding('refund_initiated'), null],
    [
      'not once the refund arrived after all',
      { ...refunding('refund_failed', 'refunded'), status: 'refunded' },
      null,
    ],
    ['not from before card payment', { status: 'processing', payment: null, steps: [] }, null],
  ])('%s', (_, facts, need) => {
    expect(needOfTransfer(facts)).toBe(need);
  });
});

describe('what waits for a sender', () => {
  const transfer = (id: string, facts: Facts) => ({ id, ...facts }) as Transaction;
  const card = (id: string, state: SavedCard['state'], isDefault = true) =>
    ({ id, state, isDefault }) as SavedCard;
  const nothing = { emailConfirmed: true, transfers: [], cards: [], verification: null };
  const kinds = (facts: Partial<Parameters<typeof needsOf>[0]>) =>
    needsOf({ ...nothing, ...facts }).map(({ kind }) => kind);

  it('is listed with the most urgent first', () => {
    expect(
      kinds({
        emailConfirmed: false,
        transfers: [
          transfer('a', refunding('refund_failed')),
          transfer('b', paying('awaited')),
          transfer('c', paying('captured')),
          transfer('d', paying('requires_action')),
        ],
        cards: [card('e', 'expiring')],
        verification: 'retry',
      }),
    ).toEqual(['confirm', 'pay', 'refund', 'email', 'card', 'verify']);
  });

  it('names a card that ends only when it is the usual one', () => {
    expect(kinds({ cards: [card('a', 'active'), card('b', 'expired', false)] })).toEqual([]);
    expect(kinds({ cards: [card('a', 'expired')] })).toEqual(['card']);
  });

  it.each(['continue', 'retry', 'restart', 'support'] as const)('names a verification to %s', (next) => {
    expect(kinds({ verification: next })).toEqual(['verify']);
  });

  it.each(['start', 'wait', 'none'] as const)('names no verification to %s', (next) => {
    expect(kinds({ verification: next })).toEqual([]);
  });
});
