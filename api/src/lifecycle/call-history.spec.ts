import { recorded } from '../event-sourcing/given-when-then.js';
import { TransferLife } from '../../../test/support/transfer-life.js';
import { callsOf } from './call-history.rules.js';

/** The life's calls with their outcome, each event a second after the one before. */
function calls({ events }: TransferLife): readonly string[] {
  const at = (index: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, index)).toISOString();
  return callsOf(events.map((event, index) => recorded(event, index, { at: at(index) }))).map(
    ({ call, outcome, tookMs }) => `${call} ${outcome} ${tookMs}`,
  );
}

it('tells each call with its answer and how long that took', () => {
  const life = new TransferLife().toSubmitted();
  life.paidOut('pending');
  life.paidOut('failed');
  life.refunded('completed');
  expect(calls(life)).toEqual([
    'authorize PaymentAuthorized 1000',
    'capture PaymentCaptured 1000',
    'submit_payout PayoutAccepted 1000',
    'refund RefundCompleted 1000',
  ]);
});

it('tells a declined attempt apart from the one after it', () => {
  const life = new TransferLife();
  life.pay('first');
  life.answered('declined');
  life.pay('second');
  expect(calls(life)).toEqual(['authorize PaymentDeclined 1000', 'authorize null null']);
});

it('says that a call has no answer yet', () => {
  expect(calls(new TransferLife().toSubmitted())).toContain('submit_payout null null');
});

it('tells of a card that was given up whether it was ended, or had paid by then', () => {
  const ended = ['canceled', 'authorized'] as const;
  const [given, kept] = ended.map((answer) => {
    const life = new TransferLife();
    life.pay();
    life.answered('requires_action');
    life.abandon();
    life.answered(answer);
    return calls(life).at(-1);
  });
  expect([given, kept]).toEqual(['void PaymentVoided 1000', 'void PaymentAuthorized 1000']);
});
