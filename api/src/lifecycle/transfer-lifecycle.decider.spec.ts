import { DAY, MINUTE, TransferLife, card, terms } from '../../../test/support/transfer-life.js';
import { nextCallOf } from './next-call.rules.js';

const refused = (code: string, params?: object) =>
  expect.objectContaining(params ? { code, params } : { code }) as Error;
const desk = { ...terms, platform: 'Zelle' } as const;

describe('a payment', () => {
  it('is authorized, charged, paid out and delivered, with each call asked for by its intention', () => {
    const life = new TransferLife();
    expect(life.pay()).toEqual(['PaymentAwaited', 'PaymentRequested']);
    expect(nextCallOf(life.state)).toBe('authorize');
    expect(life.answered('authorized')).toEqual(['PaymentAuthorized']);
    expect(nextCallOf(life.state)).toBeNull();
    expect(life.do({ type: 'RequestCapture' })).toEqual(['CaptureRequested']);
    expect(nextCallOf(life.state)).toBe('capture');
    expect(life.answered('captured')).toEqual(['PaymentCaptured']);
    expect(life.do({ type: 'SubmitPayout', operator: null })).toEqual(['PayoutSubmitted']);
    expect(nextCallOf(life.state)).toBe('submit_payout');
    expect(life.paidOut('pending')).toEqual(['PayoutAccepted']);
    expect(nextCallOf(life.state)).toBe('poll_payout');
    expect(life.paidOut('delivered')).toEqual(['PayoutConfirmed', 'TransferDelivered']);
    expect(nextCallOf(life.state)).toBeNull();
  });

  it('is one attempt however often it is asked for under the same id', () => {
    const life = new TransferLife();
    life.pay();
    expect(life.pay()).toEqual([]);
    expect(() => life.pay('other')).toThrow(refused('not_payable'));
  });

  it('is not tried a second time by a late repeat of an attempt that was declined', () => {
    const life = new TransferLife();
    for (const id of ['first', 'second']) {
      life.pay(id);
      life.answered('declined');
    }
    expect(life.pay('first')).toEqual([]);
  });

  it('can be tried with five cards, then the transfer is declined', () => {
    const life = new TransferLife();
    for (let attempt = 1; attempt < 5; attempt += 1) {
      life.pay(`request ${attempt}`);
      expect(life.answered('declined')).toEqual(['PaymentDeclined']);
    }
    life.pay('request 5');
    expect(life.answered('declined')).toEqual(['PaymentDeclined', 'TransferDeclined']);
    expect(() => life.pay('request 6')).toThrow(refused('not_payable'));
  });

  it('can be tried for 30 minutes from the first decline, to the millisecond', () => {
    const life = new TransferLife().wait(29 * MINUTE);
    life.pay('one');
    life.answered('declined');
    life.wait(30 * MINUTE - 1);
    expect(life.elapse()).toEqual([]);
    life.pay('two');
    life.answered('declined');
    life.wait(1);
    expect(life.elapse()).toEqual(['CancelRequested', 'TransferDeclined']);
  });

  it('that never comes ends the transfer after 30 minutes', () => {
    const life = new TransferLife();
    life.do({ type: 'AwaitPayment', terms });
    expect(life.wait(30 * MINUTE - 1).elapse()).toEqual([]);
    expect(life.wait(1).elapse()).toEqual(['CancelRequested', 'TransferCancelled']);
    expect(() => life.pay()).toThrow(refused('not_payable'));
  });

  it('under way when the time is over is awaited, and given back', () => {
    const life = new TransferLife();
    life.pay();
    expect(life.wait(30 * MINUTE).elapse()).toEqual(['CancelRequested']);
    expect(nextCallOf(life.state)).toBe('authorize');
    expect(life.answered('authorized')).toEqual(['PaymentAuthorized', 'VoidRequested']);
    expect(nextCallOf(life.state)).toBe('void');
    expect(life.answered('canceled')).toEqual(['PaymentVoided', 'TransferCancelled']);
  });

  it('waits for the bank to confirm it, without a second confirmation', () => {
    const life = new TransferLife();
    life.pay();
    expect(life.answered('requires_action')).toEqual(['PaymentActionRequired']);
    expect(life.answered('requires_action')).toEqual([]);
    expect(nextCallOf(life.state)).toBe('poll_payment');
    expect(life.answered('authorized')).toEqual(['PaymentAuthorized']);
  });

  it('ignores an answer that is older than the newest recorded one, and one to an earlier attempt', () => {
    const life = new TransferLife();
    life.pay('one');
    life.answered('declined');
    life.pay('two');
    const old = { paymentRef: 'pi_1', providerAt: life.at, state: 'authorized' } as const;
    expect(life.do({ type: 'RecordPayment', attempt: 1, outcome: old })).toEqual([]);
    life.answered('requires_action');
    const older = new Date(life.nowMs - 1).toISOString();
    const late = { paymentRef: 'pi_2', providerAt: older, group: 'try_again', state: 'declined' } as const;
    expect(life.do({ type: 'RecordPayment', attempt: 2, outcome: late })).toEqual([]);
  });

  it('whose reservation ended at the bank ends the transfer', () => {
    const life = new TransferLife().toAuthorized();
    expect(life.answered('canceled')).toEqual(['PaymentVoided', 'TransferCancelled']);
  });
});

describe('a cancel', () => {
  it('before a card was chosen ends the transfer', () => {
    const life = new TransferLife();
    life.do({ type: 'AwaitPayment', terms });
    expect(life.cancel()).toEqual(['CancelRequested', 'TransferCancelled']);
  });

  it('of an authorized payment gives it back', () => {
    const life = new TransferLife().toAuthorized();
    expect(life.cancel()).toEqual(['CancelRequested', 'VoidRequested']);
    expect(life.do({ type: 'RequestCapture' })).toEqual([]);
    expect(life.answered('canceled')).toEqual(['PaymentVoided', 'TransferCancelled']);
  });

  it('during the charge refunds whatever is charged', () => {
    const life = new TransferLife().toAuthorized();
    life.do({ type: 'RequestCapture' });
    expect(life.cancel()).toEqual(['CancelRequested']);
    expect(life.answered('captured')).toEqual(['PaymentCaptured', 'RefundInitiated']);
    expect(life.state.refund?.cents).toBe(12_690);
    expect(life.do({ type: 'SubmitPayout', operator: null })).toEqual([]);
  });

  it('of a charge refunds it whole, and repeated changes nothing', () => {
    const life = new TransferLife().toCaptured();
    expect(life.cancel()).toEqual(['CancelRequested', 'RefundInitiated']);
    expect(life.cancel()).toEqual([]);
  });

  it('of a charge that goes back because nobody paid it out changes nothing', () => {
    const life = new TransferLife(desk).toCaptured().wait(10 * DAY);
    life.elapse();
    expect(life.cancel()).toEqual([]);
    expect(life.state.refund).toMatchObject({ cents: 12_690, cause: 'overdue' });
  });

  it('is too late once the payout is submitted, and says since when', () => {
    const life = new TransferLife().toCaptured().wait(5_000);
    life.do({ type: 'SubmitPayout', operator: null });
    life.wait(1_000);
    expect(() => life.cancel()).toThrow(refused('too_late', { at: '2026-11-20T12:00:05.000Z' }));
  });

  it('of a payout that nobody claimed asks the platform for it; the platform decides', () => {
    const life = new TransferLife().toSubmitted();
    life.paidOut('unclaimed');
    expect(life.cancel()).toEqual(['PayoutRecallRequested']);
    expect(nextCallOf(life.state)).toBe('recall_payout');
    expect(life.paidOut('delivered')).toEqual(['PayoutConfirmed', 'TransferDelivered']);
    expect(() => life.do({ type: 'SubmitPayout', operator: 'olga' })).toThrow(refused('not_claimable'));
  });

  it('of a payout that comes back is named by the one who asked for it', () => {
    const life = new TransferLife().toSubmitted();
    life.paidOut('unclaimed');
    life.cancel();
    life.paidOut('returned');
    expect(life.events.find(({ type }) => type === 'PayoutReturned')?.data).toMatchObject({
      reason: 'recalled',
    });
    expect(life.cancel()).toEqual([]);
  });

  it('of a payout that nobody claimed is left to its sender: a review comes too late', () => {
    const life = new TransferLife().toSubmitted();
    life.paidOut('unclaimed');
    expect(() => life.cancel('suspicious')).toThrow(refused('too_late', { at: life.at }));
  });

  it('has nothing to cancel once the transfer ended unpaid, or the payout failed', () => {
    const declined = new TransferLife();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      declined.pay(`request ${attempt}`);
      declined.answered('declined');
    }
    const failed = new TransferLife().toSubmitted();
    failed.paidOut('failed');
    for (const life of [declined, failed]) expect(() => life.cancel()).toThrow(refused('nothing_to_cancel'));
  });

  it('returns what the card was asked for, and nothing while the bank waits for its customer', () => {
    const asked = new TransferLife();
    asked.pay();
    asked.cancel();
    expect(asked.state.cancel?.returns).toBe(true);
    const waiting = new TransferLife();
    waiting.pay();
    waiting.answered('requires_action');
    waiting.cancel();
    waiting.answered('canceled');
    expect(waiting.state).toMatchObject({ stage: 'cancelled', cancel: { returns: false } });
  });
});

describe('a refund', () => {
  it('is complete only when the processor says so', () => {
    const life = new TransferLife().toCaptured();
    life.cancel();
    expect(nextCallOf(life.state)).toBe('refund');
    expect(life.refunded('pending')).toEqual(['RefundAccepted']);
    expect(nextCallOf(life.state)).toBe('poll_refund');
    expect(life.refunded('completed')).toEqual(['RefundCompleted', 'TransferRefunded']);
    expect(life.refunded('completed')).toEqual([]);
  });

  it('that failed, even after it was complete, can be tried again', () => {
    const life = new TransferLife().toCaptured();
    life.cancel();
    life.refunded('completed');
    expect(life.refunded('failed')).toEqual(['RefundFailed']);
    expect(nextCallOf(life.state)).toBeNull();
    expect(life.do({ type: 'RetryRefund' })).toEqual(['RefundInitiated']);
    expect(life.state.refund?.attempt).toBe(2);
    expect(life.refunded('completed')).toEqual(['RefundCompleted', 'TransferRefunded']);
  });

  it('waits while the bank disputes the charge, and is not made when the bank gave the money back', () => {
    const life = new TransferLife().toSubmitted();
    const dispute = { type: 'RecordDispute', disputeRef: 'dp_1', reason: 'fraudulent', cents: null } as const;
    life.do({ ...dispute, providerAt: life.at, outcome: null });
    life.paidOut('failed');
    expect(nextCallOf(life.state)).toBeNull();
    const closed = life.do({ ...dispute, providerAt: life.at, outcome: 'lost' });
    expect(closed).toEqual(['DisputeClosed', 'TransferRefunded']);
    expect(nextCallOf(life.state)).toBeNull();
    // A call that was under way.
    expect([life.refunded('completed'), life.refunded('failed')]).toEqual([[], []]);
  });
});

describe('a dispute', () => {
  const dispute = (
    life: TransferLife,
    outcome: 'won' | 'lost' | null,
    { disputeRef = 'dp_1', cents = null }: { disputeRef?: string; cents?: number | null } = {},
  ) =>
    life.do({ type: 'RecordDispute', disputeRef, reason: 'fraudulent', providerAt: life.at, outcome, cents });

  it('that is lost before the payout ends the transfer: it is not paid out, and not refunded a second time', () => {
    const life = new TransferLife(desk).toCaptured();
    dispute(life, null);
    expect(dispute(life, 'lost')).toEqual(['DisputeClosed', 'RefundInitiated', 'TransferRefunded']);
    expect(nextCallOf(life.state)).toBeNull();
    expect(() => life.do({ type: 'SubmitPayout', operator: 'olga' })).toThrow(refused('not_claimable'));
  });

  it('that is lost during the charge or the payout leaves nothing to refund when that ends', () => {
    const charging = new TransferLife().toAuthorized();
    charging.do({ type: 'RequestCapture' });
    dispute(charging, 'lost');
    expect(charging.answered('captured')).toEqual(['PaymentCaptured', 'RefundInitiated', 'TransferRefunded']);
    const paying = new TransferLife().toSubmitted();
    dispute(paying, null);
    expect(dispute(paying, 'lost')).toEqual(['DisputeClosed']);
    expect(paying.paidOut('failed')).toEqual(['PayoutFailed', 'RefundInitiated', 'TransferRefunded']);
    expect(nextCallOf(paying.state)).toBeNull();
  });

  it('that is lost settles a refund that failed', () => {
    const life = new TransferLife().toCaptured();
    life.cancel();
    life.refunded('failed');
    dispute(life, null);
    expect(dispute(life, 'lost')).toEqual(['DisputeClosed', 'TransferRefunded']);
    expect(life.do({ type: 'RetryRefund' })).toEqual([]);
  });

  it('that is lost about a part stops the payout, and the refund gives only the rest', () => {
    const life = new TransferLife().toCaptured();
    dispute(life, null, { cents: 2_000 });
    expect(dispute(life, 'lost', { cents: 2_000 })).toEqual(['DisputeClosed', 'RefundInitiated']);
    expect(life.do({ type: 'SubmitPayout', operator: null })).toEqual([]);
    expect(nextCallOf(life.state)).toBe('refund');
    expect(life.state).toMatchObject({ refund: { cents: 12_690 }, lostCents: 2_000 });
    const rest = dispute(life, 'lost', { disputeRef: 'dp_2', cents: 10_690 });
    expect(rest).toEqual(['DisputeClosed', 'TransferRefunded']);
  });

  it('that is lost about a part leaves a payout that is under way; one that fails is refunded without the part', () => {
    const life = new TransferLife().toSubmitted();
    expect(dispute(life, 'lost', { cents: 2_000 })).toEqual(['DisputeClosed']);
    expect(life.paidOut('failed')).toEqual(['PayoutFailed', 'RefundInitiated']);
    expect(nextCallOf(life.state)).toBe('refund');
    expect(life.state).toMatchObject({ refund: { cents: 12_690 }, lostCents: 2_000 });
  });

  it('that is told closed before it is told open stays closed', () => {
    const life = new TransferLife().toCaptured();
    expect(dispute(life, 'won')).toEqual(['DisputeClosed']);
    expect(dispute(life, null)).toEqual([]);
    expect(life.do({ type: 'SubmitPayout', operator: null })).toEqual(['PayoutSubmitted']);
  });
});

describe('a hold', () => {
  it('stops charge and payout until every case that holds it has let go', () => {
    const life = new TransferLife().toAuthorized();
    life.hold('c1');
    life.hold('c2', 'rule');
    expect(life.do({ type: 'RequestCapture' })).toEqual([]);
    life.release('c1');
    expect(life.do({ type: 'RequestCapture' })).toEqual([]);
    life.release('c2', 'review');
    expect(life.do({ type: 'RequestCapture' })).toEqual(['CaptureRequested']);
  });

  it('ends after five days with the reservation given back', () => {
    const life = new TransferLife().toAuthorized();
    life.hold('c1', 'rule');
    expect(life.wait(5 * DAY - 1).elapse()).toEqual([]);
    expect(life.wait(1).elapse()).toEqual(['CancelRequested', 'VoidRequested']);
  });

  it('can be placed before a card is chosen, and stops the charge of every card', () => {
    const life = new TransferLife();
    life.do({ type: 'AwaitPayment', terms });
    expect(life.hold('c1', 'rule')).toEqual(['HoldPlaced']);
    expect(life.toAuthorized().do({ type: 'RequestCapture' })).toEqual([]);
  });

  it('stops the payout of what is charged already', () => {
    const life = new TransferLife().toCaptured();
    life.hold('c1');
    expect(life.do({ type: 'SubmitPayout', operator: null })).toEqual([]);
    life.release('c1');
    expect(life.do({ type: 'SubmitPayout', operator: null })).toEqual(['PayoutSubmitted']);
  });

  it('of a rule is placed once for each case: what a lead has released stays released', () => {
    const life = new TransferLife().toAuthorized();
    expect(life.hold('c1', 'rule')).toEqual(['HoldPlaced']);
    expect(life.hold('c1', 'rule')).toEqual([]);
    life.release('c1');
    expect(life.hold('c1', 'rule')).toEqual([]);
    expect(life.hold('c2', 'rule')).toEqual(['HoldPlaced']);
    expect(life.hold('c1')).toEqual(['HoldPlaced']);
  });

  it('comes too late for a payout that is submitted, and a lead is told since when', () => {
    const life = new TransferLife().toSubmitted();
    expect(life.hold('c1', 'rule')).toEqual([]);
    expect(() => life.hold('c1')).toThrow(refused('payout_submitted', { at: life.at }));
  });

  it('has nothing to stop when the transfer is ending or has ended', () => {
    const ending = new TransferLife().toAuthorized();
    ending.cancel();
    for (const life of [ending, new TransferLife().toRefunded()]) {
      expect(life.hold('c1', 'rule')).toEqual([]);
      expect(() => life.hold('c1')).toThrow(refused('nothing_to_hold'));
    }
  });

  it('is released once, and only by a case that placed it', () => {
    const life = new TransferLife().toAuthorized();
    expect(() => life.release('c1')).toThrow(refused('not_held'));
    expect(life.release('c1', 'review')).toEqual([]);
    life.hold('c1');
    expect(life.release('c1')).toEqual(['HoldReleased']);
    expect(life.release('c1')).toEqual([]);
  });
});

it('a transfer from before card payment has no payment, cancel or timer', () => {
  const life = new TransferLife();
  expect(() => life.cancel()).toThrow(refused('not_payable'));
  expect(() => life.elapse()).toThrow(refused('not_payable'));
  expect(nextCallOf(life.state)).toBeNull();
});

it('a problem can be reported five times and is resolved once', () => {
  const life = new TransferLife().toSubmitted();
  const report = (n: number) => ({ type: 'ReportProblem', problemId: `P-${n}`, text: 'Not here' }) as const;
  for (let n = 1; n <= 5; n += 1) expect(life.do(report(n))).toEqual(['ProblemReported']);
  expect(life.do(report(5))).toEqual([]);
  expect(() => life.do(report(6))).toThrow(refused('too_many_problems'));
  expect(life.do({ type: 'ResolveProblem', problemId: 'P-1' })).toEqual(['ProblemResolved']);
  expect(life.do({ type: 'ResolveProblem', problemId: 'P-1' })).toEqual([]);
});

it('an intention names the card but no secret of the processor', () => {
  const life = new TransferLife();
  life.pay();
  expect(life.events[1]?.data).toEqual({ uid: 'ana', attempt: 1, requestId: 'request', card });
});
