import { DAY, MINUTE, TransferLife, card, terms } from '../../../../../test/support/transfer-life.js';
import type { HoldPlaced, HoldReleased } from './lifecycle-events.rules.js';
import { nextCallOf } from './next-call.rules.js';

const refused = (code: string, params?: object) =>
  expect.objectContaining(params ? { code, params } : { code }) as Error;
const desk = { ...terms, platform: 'Zelle' } as const;

describe('a payment', () => {
  it('is authorized, charged, paid out and delivered, with an intention before each call (ASVS 2.3.1)', () => {
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

  it('is one attempt however often it is requested under the same id', () => {
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

  it('that never arrives ends the transfer after 30 minutes', () => {
    const life = new TransferLife();
    life.do({ type: 'AwaitPayment', terms });
    expect(life.wait(30 * MINUTE - 1).elapse()).toEqual([]);
    expect(life.wait(1).elapse()).toEqual(['CancelRequested', 'TransferCancelled']);
    expect(() => life.pay()).toThrow(refused('not_payable'));
  });

  it('under way at the deadline is awaited, and released', () => {
    const life = new TransferLife();
    life.pay();
    expect(life.wait(30 * MINUTE).elapse()).toEqual(['CancelRequested']);
    expect(nextCallOf(life.state)).toBe('authorize');
    expect(life.answered('authorized')).toEqual(['PaymentAuthorized', 'VoidRequested']);
    expect(nextCallOf(life.state)).toBe('void');
    expect(life.answered('cancelled')).toEqual(['PaymentVoided', 'TransferCancelled']);
  });

  it('waits for the bank to confirm it, without a second confirmation', () => {
    const life = new TransferLife();
    life.pay();
    expect(life.answered('requires_action')).toEqual(['PaymentActionRequired']);
    expect(life.answered('requires_action')).toEqual([]);
    expect(nextCallOf(life.state)).toBe('poll_payment');
    expect(life.answered('authorized')).toEqual(['PaymentAuthorized']);
  });

  it('ignores a response older than the newest recorded one, and one to an earlier attempt', () => {
    const life = new TransferLife();
    life.pay('one');
    life.answered('declined');
    life.pay('two');
    const old = { paymentRef: 'pi_1', providerAt: life.at, state: 'authorized', cents: null } as const;
    expect(life.do({ type: 'RecordPayment', attempt: 1, outcome: old })).toEqual([]);
    life.answered('requires_action');
    const older = new Date(life.nowMs - 1).toISOString();
    const late = { paymentRef: 'pi_2', providerAt: older, group: 'try_again', state: 'declined' } as const;
    expect(life.do({ type: 'RecordPayment', attempt: 2, outcome: late })).toEqual([]);
  });

  it('that expired at the bank ends the transfer', () => {
    const life = new TransferLife().toAuthorized();
    expect(life.answered('cancelled')).toEqual(['PaymentVoided', 'TransferCancelled']);
  });
});

describe('a cancel of only what is unpaid', () => {
  const cancelUnpaid = (life: TransferLife) =>
    life.do({ type: 'RequestCancel', cause: 'sender', onlyUnpaid: true });

  it('ends one that waits for a card, also after a decline, once', () => {
    for (const declined of [false, true]) {
      const life = new TransferLife();
      life.pay();
      life.answered(declined ? 'declined' : 'requires_action');
      expect(cancelUnpaid(life)).toEqual([
        'CancelRequested',
        declined ? 'TransferCancelled' : 'VoidRequested',
      ]);
      expect(cancelUnpaid(life)).toEqual([]);
    }
  });

  it('leaves alone one whose card a bank is deciding on, or has accepted', () => {
    const life = new TransferLife();
    life.pay();
    expect(() => cancelUnpaid(life)).toThrow(refused('paid_meanwhile'));
    life.answered('authorized');
    expect(() => cancelUnpaid(life)).toThrow(refused('paid_meanwhile'));
    life.do({ type: 'RequestCapture' });
    life.answered('captured');
    expect(() => cancelUnpaid(life)).toThrow(refused('paid_meanwhile'));
    expect(life.state.cancel).toBeNull();
  });
});

describe('a cancel', () => {
  it('before a card is chosen ends the transfer', () => {
    const life = new TransferLife();
    life.do({ type: 'AwaitPayment', terms });
    expect(life.cancel()).toEqual(['CancelRequested', 'TransferCancelled']);
  });

  it('of an authorized payment releases it', () => {
    const life = new TransferLife().toAuthorized();
    expect(life.cancel()).toEqual(['CancelRequested', 'VoidRequested']);
    expect(life.do({ type: 'RequestCapture' })).toEqual([]);
    expect(life.answered('cancelled')).toEqual(['PaymentVoided', 'TransferCancelled']);
  });

  it('during the charge refunds the charged amount', () => {
    const life = new TransferLife().toAuthorized();
    life.do({ type: 'RequestCapture' });
    expect(life.cancel()).toEqual(['CancelRequested']);
    expect(life.answered('captured')).toEqual(['PaymentCaptured', 'RefundInitiated']);
    expect(life.state.refund?.cents).toBe(12_690);
    expect(life.do({ type: 'SubmitPayout', operator: null })).toEqual([]);
  });

  it('of a charge refunds all of it, and changes nothing when repeated', () => {
    const life = new TransferLife().toCaptured();
    expect(life.cancel()).toEqual(['CancelRequested', 'RefundInitiated']);
    expect(life.cancel()).toEqual([]);
  });

  it('of a charge already being refunded because it was not paid out changes nothing', () => {
    const life = new TransferLife(desk).toCaptured().wait(10 * DAY);
    life.elapse();
    expect(life.cancel()).toEqual([]);
    expect(life.state.refund).toMatchObject({ cents: 12_690, cause: 'overdue' });
  });

  it('is too late once the payout is submitted, and states since when', () => {
    const life = new TransferLife().toCaptured().wait(5_000);
    life.do({ type: 'SubmitPayout', operator: null });
    life.wait(1_000);
    expect(() => life.cancel()).toThrow(refused('too_late', { at: '2026-11-20T12:00:05.000Z' }));
  });

  it('of an unclaimed payout recalls it from the platform, which decides', () => {
    const life = new TransferLife().toSubmitted();
    life.paidOut('unclaimed');
    expect(life.cancel()).toEqual(['PayoutRecallRequested']);
    expect(nextCallOf(life.state)).toBe('recall_payout');
    expect(life.paidOut('delivered')).toEqual(['PayoutConfirmed', 'TransferDelivered']);
    expect(() => life.do({ type: 'SubmitPayout', operator: 'olga' })).toThrow(refused('not_claimable'));
  });

  it('of an unclaimed payout is recorded as the reason of its return', () => {
    const life = new TransferLife().toSubmitted();
    life.paidOut('unclaimed');
    life.cancel();
    life.paidOut('returned');
    expect(life.events.find(({ type }) => type === 'PayoutReturned')?.data).toMatchObject({
      reason: 'recalled',
    });
    expect(life.cancel()).toEqual([]);
  });

  it('by a review is too late once the desk pays it', () => {
    const life = new TransferLife({ ...terms, platform: 'Zelle' }).toSubmitted('olga');
    expect(() => life.cancel('suspicious')).toThrow(refused('too_late', { at: life.at }));
  });

  it('has no effect once the transfer ended unpaid, or the payout failed', () => {
    const declined = new TransferLife();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      declined.pay(`request ${attempt}`);
      declined.answered('declined');
    }
    const failed = new TransferLife().toSubmitted();
    failed.paidOut('failed');
    for (const life of [declined, failed]) expect(() => life.cancel()).toThrow(refused('nothing_to_cancel'));
  });

  it('returns only what the bank has reserved, also when it decides after the cancel', () => {
    for (const [answer, returns] of [
      ['authorized', true],
      ['declined', false],
    ] as const) {
      const asked = new TransferLife();
      asked.pay();
      asked.cancel();
      expect(asked.state.cancel?.returns).toBe(false);
      asked.answered(answer);
      expect(asked.state.cancel?.returns).toBe(returns);
    }
    const reserved = new TransferLife().toAuthorized();
    reserved.cancel();
    expect(reserved.state.cancel?.returns).toBe(true);
    const waiting = new TransferLife();
    waiting.pay();
    waiting.answered('requires_action');
    waiting.cancel();
    waiting.answered('cancelled');
    expect(waiting.state).toMatchObject({ stage: 'cancelled', cancel: { returns: false } });
  });
});

describe('a refund', () => {
  const dispute = { type: 'RecordDispute', disputeRef: 'dp_1', reason: 'fraudulent', cents: null } as const;

  it('is complete only when the processor confirms it', () => {
    const life = new TransferLife().toCaptured();
    life.cancel();
    expect(nextCallOf(life.state)).toBe('refund');
    expect(life.refunded('pending')).toEqual(['RefundAccepted']);
    expect(nextCallOf(life.state)).toBe('poll_refund');
    expect(life.refunded('completed')).toEqual(['RefundCompleted', 'TransferRefunded']);
    expect(life.refunded('completed')).toEqual([]);
  });

  it('that failed, even after completion, can be retried', () => {
    const life = new TransferLife().toCaptured();
    life.cancel();
    life.refunded('completed');
    expect(life.refunded('failed')).toEqual(['RefundFailed']);
    expect(nextCallOf(life.state)).toBeNull();
    expect(life.do({ type: 'RetryRefund' })).toEqual(['RefundInitiated']);
    expect(life.state.refund?.attempt).toBe(2);
    expect(life.refunded('completed')).toEqual(['RefundCompleted', 'TransferRefunded']);
  });

  it('waits during a dispute, and is not submitted when the bank returned the money', () => {
    const life = new TransferLife().toSubmitted();
    life.do({ ...dispute, providerAt: life.at, outcome: null });
    life.paidOut('failed');
    expect(nextCallOf(life.state)).toBeNull();
    const closed = life.do({ ...dispute, providerAt: life.at, outcome: 'lost' });
    expect(closed).toEqual(['DisputeClosed', 'TransferRefunded']);
    expect(nextCallOf(life.state)).toBeNull();
    // A call that was under way; a refund that arrived all the same has left twice.
    expect([life.refunded('failed'), life.refunded('completed')]).toEqual([[], ['RefundCompleted']]);
  });

  it('that the processor accepted before a dispute is polled to its end', () => {
    const life = new TransferLife().toCaptured();
    life.cancel();
    life.refunded('pending');
    life.do({ ...dispute, providerAt: life.at, outcome: null });
    expect(nextCallOf(life.state)).toBe('poll_refund');
    expect(life.refunded('completed')).toEqual(['RefundCompleted', 'TransferRefunded']);
  });
});

describe('a dispute', () => {
  const dispute = (
    life: TransferLife,
    outcome: 'won' | 'lost' | null,
    { disputeRef = 'dp_1', cents = null }: { disputeRef?: string; cents?: number | null } = {},
  ) =>
    life.do({ type: 'RecordDispute', disputeRef, reason: 'fraudulent', providerAt: life.at, outcome, cents });

  it('lost before the payout ends the transfer, which is neither paid out nor refunded again', () => {
    const life = new TransferLife(desk).toCaptured();
    dispute(life, null);
    expect(dispute(life, 'lost')).toEqual(['DisputeClosed', 'RefundInitiated', 'TransferRefunded']);
    expect(nextCallOf(life.state)).toBeNull();
    expect(() => life.do({ type: 'SubmitPayout', operator: 'olga' })).toThrow(refused('not_claimable'));
  });

  it('lost during the charge or the payout leaves nothing to refund afterwards', () => {
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

  it('that is lost settles a failed refund', () => {
    const life = new TransferLife().toCaptured();
    life.cancel();
    life.refunded('failed');
    dispute(life, null);
    expect(dispute(life, 'lost')).toEqual(['DisputeClosed', 'TransferRefunded']);
    expect(life.do({ type: 'RetryRefund' })).toEqual([]);
  });

  it('lost for part of the charge stops the payout, and only the rest is refunded', () => {
    const life = new TransferLife().toCaptured();
    dispute(life, null, { cents: 2_000 });
    expect(dispute(life, 'lost', { cents: 2_000 })).toEqual(['DisputeClosed', 'RefundInitiated']);
    expect(life.do({ type: 'SubmitPayout', operator: null })).toEqual([]);
    expect(nextCallOf(life.state)).toBe('refund');
    expect(life.state).toMatchObject({ refund: { cents: 12_690 }, lostCents: 2_000 });
    const rest = dispute(life, 'lost', { disputeRef: 'dp_2', cents: 10_690 });
    expect(rest).toEqual(['DisputeClosed', 'TransferRefunded']);
  });

  it('lost for part of the charge leaves a payout under way; if it fails, only the rest is refunded', () => {
    const life = new TransferLife().toSubmitted();
    expect(dispute(life, 'lost', { cents: 2_000 })).toEqual(['DisputeClosed', 'PayoutRecallRequested']);
    expect(life.paidOut('failed')).toEqual(['PayoutFailed', 'RefundInitiated']);
    expect(nextCallOf(life.state)).toBe('refund');
    expect(life.state).toMatchObject({ refund: { cents: 12_690 }, lostCents: 2_000 });
  });

  it('reported as closed before it is reported as open stays closed', () => {
    const life = new TransferLife().toCaptured();
    expect(dispute(life, 'won')).toEqual(['DisputeClosed']);
    expect(dispute(life, null)).toEqual([]);
    expect(life.do({ type: 'SubmitPayout', operator: null })).toEqual(['PayoutSubmitted']);
  });
});

describe('a hold', () => {
  it('stops charge and payout until every holding case has released it', () => {
    const life = new TransferLife().toAuthorized();
    life.hold('c1');
    life.hold('c2', 'rule');
    expect(life.do({ type: 'RequestCapture' })).toEqual([]);
    life.release('c1');
    expect(life.do({ type: 'RequestCapture' })).toEqual([]);
    life.release('c2', 'review');
    expect(life.do({ type: 'RequestCapture' })).toEqual(['CaptureRequested']);
  });

  it('ends after five days by releasing the authorization', () => {
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

  it('stops the payout of a charged transfer', () => {
    const life = new TransferLife().toCaptured();
    life.hold('c1');
    expect(life.do({ type: 'SubmitPayout', operator: null })).toEqual([]);
    life.release('c1');
    expect(life.do({ type: 'SubmitPayout', operator: null })).toEqual(['PayoutSubmitted']);
  });

  it('by a rule is placed once per case: once released by a lead, it stays released', () => {
    const life = new TransferLife().toAuthorized();
    expect(life.hold('c1', 'rule')).toEqual(['HoldPlaced']);
    expect(life.hold('c1', 'rule')).toEqual([]);
    life.release('c1');
    expect(life.hold('c1', 'rule')).toEqual([]);
    expect(life.hold('c2', 'rule')).toEqual(['HoldPlaced']);
    expect(life.hold('c1')).toEqual(['HoldPlaced']);
  });

  it('is too late for a submitted payout, and the refusal states since when', () => {
    const life = new TransferLife().toSubmitted();
    expect(life.hold('c1', 'rule')).toEqual([]);
    expect(() => life.hold('c1')).toThrow(refused('payout_submitted', { at: life.at }));
  });

  it('has no effect when the transfer is ending or has ended', () => {
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

it('a transfer from before card payments has no payment, cancel or timer', () => {
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
  const answered = { type: 'ResolveProblem', problemId: 'P-1', answer: 'Zelle delivered it.' } as const;
  expect(life.do(answered)).toEqual(['ProblemResolved']);
  expect(life.do(answered)).toEqual([]);
});

it('an intention names the card, but contains no secret of the processor', () => {
  const life = new TransferLife();
  life.pay();
  expect(life.events[1]?.data).toEqual({ uid: 'ana', attempt: 1, requestId: 'request', card });
});

it('a hold or release that a restore has undone is recorded again, unless it holds or is too late', () => {
  const data = { uid: 'ana', caseId: 'c1', by: 'lead', note: 'We wait for the bank.' } as const;
  const again = (type: 'HoldPlaced' | 'HoldReleased') =>
    ({ type: 'DecideAgain', id: 't1', decision: { type, data } as HoldPlaced | HoldReleased }) as const;
  const life = new TransferLife().toAuthorized();
  expect(life.do(again('HoldReleased'))).toEqual([]);
  expect(life.do(again('HoldPlaced'))).toEqual(['HoldPlaced']);
  expect(life.events.at(-1)?.data).toEqual(data);
  expect(life.do(again('HoldPlaced'))).toEqual([]);
  expect(life.do(again('HoldReleased'))).toEqual(['HoldReleased']);
  expect(new TransferLife().toSubmitted().do(again('HoldPlaced'))).toEqual([]);
  expect(() => new TransferLife().do(again('HoldPlaced'))).toThrow(refused('not_payable'));
});
