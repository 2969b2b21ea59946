import { recorded } from '../../../../../test/support/given-when-then.js';
import { TransferLife } from '../../../../../test/support/transfer-life.js';
import { callsOf } from './call-history.rules.js';

/** The life's calls with their outcome, each event a second after the one before. */
function calls({ events }: TransferLife): readonly string[] {
  const at = (index: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, index)).toISOString();
  return callsOf(events.map((event, index) => recorded(event, index, { at: at(index) }))).map(
    ({ call, outcome, tookMs }) => `${call} ${outcome} ${tookMs}`,
  );
}

it('lists each call with its response and duration', () => {
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

it('distinguishes a declined attempt from the next one', () => {
  const life = new TransferLife();
  life.pay('first');
  life.answered('declined');
  life.pay('second');
  expect(calls(life)).toEqual(['authorize PaymentDeclined 1000', 'authorize null null']);
});

it('shows a call that has no response yet', () => {
  expect(calls(new TransferLife().toSubmitted())).toContain('submit_payout null null');
});

it('of a cancelled payment that the bank has since authorized, the void ends with the release', () => {
  const life = new TransferLife();
  life.pay();
  life.answered('requires_action');
  life.cancel();
  life.answered('authorized');
  expect(calls(life).at(-1)).toBe('void null null');
  life.answered('cancelled');
  expect(calls(life).at(-1)).toBe('void PaymentVoided 2000');
});

it('shows whether an abandoned card was cancelled or had already paid', () => {
  const ended = ['cancelled', 'authorized'] as const;
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
