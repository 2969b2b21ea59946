import { MINUTE, TransferLife, terms } from '../../../../../test/support/transfer-life.js';
import type { TransferProgress } from '../../../kernel/money/transfers.js';
import { initialProgress, progressAfter } from './progress.rules.js';

const progressOf = ({ log }: TransferLife): TransferProgress => log.reduce(progressAfter, initialProgress());

describe('the progress of an abandoned card', () => {
  const abandoned = () => {
    const life = new TransferLife();
    life.pay();
    life.answered('requires_action');
    life.abandon();
    return life;
  };

  it('shows that it is being cancelled, without a link to the bank, then that another one is awaited', () => {
    const life = abandoned();
    const payBy = progressOf(life).payment?.payBy;
    expect(progressOf(life).payment).toEqual({ state: 'pending', payBy, abandoned: true });
    life.answered('cancelled');
    expect(progressOf(life)).toMatchObject({
      status: 'processing',
      payment: { state: 'awaited', payBy },
      card: null,
      cancellable: 'yes',
      steps: [{ step: 'abandoned' }],
    });
  });

  it('is not shown when the bank confirmed it, or the transfer was cancelled', () => {
    const [kept, cancelled] = [abandoned(), abandoned()];
    kept.answered('authorized');
    expect(progressOf(kept)).toMatchObject({ payment: { state: 'authorized' }, card: { last4: '5556' } });
    cancelled.cancel();
    cancelled.answered('cancelled');
    expect(progressOf(cancelled)).toMatchObject({ status: 'cancelled', payment: { state: 'voided' } });
    expect(progressOf(cancelled).steps.map(({ step }) => step)).toEqual(['cancel_requested', 'cancelled']);
  });
});

it('after a second decline, the time for another card still counts from the first', () => {
  const life = new TransferLife();
  life.pay('one');
  life.answered('declined');
  const { payBy } = progressOf(life).payment ?? {};
  life.wait(10 * MINUTE).pay('two');
  life.answered('declined');
  expect(progressOf(life).payment).toMatchObject({ state: 'declined', payBy });
});

it('a decline names its card, and a bank’s question that was not answered with yes is none of the bank’s', () => {
  const life = new TransferLife();
  life.pay('one');
  life.answered('declined');
  life.pay('two');
  life.answered('requires_action');
  const outcome = { state: 'declined', group: 'try_again', paymentRef: 'pi_2', providerAt: life.at } as const;
  life.do({ type: 'RecordPayment', attempt: 2, outcome });
  const card = { brand: 'visa', last4: '5556' };
  expect(progressOf(life).steps).toMatchObject([
    { step: 'declined', reason: 'contact_bank', card },
    { step: 'declined', reason: 'not_confirmed', card },
  ]);
});

it('a cancel of a charge that is looked up first shows that its money comes back', () => {
  const life = new TransferLife().toCaptured();
  life.do({ type: 'DoubtCharge' });
  expect(life.cancel()).toEqual(['CancelRequested']);
  expect(progressOf(life).status).toBe('refunding');
});

it('a transfer ended by its deadline is processing again once a charge that the log had lost is recorded', () => {
  const life = new TransferLife();
  life.pay();
  life.wait(30 * MINUTE).elapse();
  expect(progressOf(life)).toMatchObject({ status: 'cancelled', cancellable: 'no' });
  life.answered('captured');
  expect(progressOf(life)).toMatchObject({
    status: 'processing',
    payment: { state: 'captured' },
    cancellable: 'yes',
  });
});

it("a sender reads the platform's message once a second operator has approved it", () => {
  const platformMessage = 'This account cannot receive payments.';
  const life = new TransferLife({ ...terms, platform: 'Zelle' }).toSubmitted('olga');
  const failed = { type: 'SettlePayout', outcome: 'failed', reference: 'blocked', fourEyesCents: 0 } as const;
  life.do({ ...failed, operator: 'olga', platformMessage: 'This acount cannot.' });
  life.do({ ...failed, operator: 'olga', platformMessage });
  life.do({ ...failed, operator: 'omar', platformMessage, seenAt: life.at });
  expect(progressOf(life).steps.find(({ step }) => step === 'payout_failed')).toMatchObject({
    reason: 'blocked',
    words: platformMessage,
  });
});
