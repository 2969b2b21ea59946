import { DAY, MINUTE, TransferLife } from '../../../../../test/support/transfer-life.js';
import { isBalanced } from '../reconcile/ledger.rules.js';
import { emptyLifecycle } from '../state/lifecycle-state.rules.js';
import { payoutDueOf, timerOf } from '../state/lifecycle-times.rules.js';

const refused = (code: string) => expect.objectContaining({ code }) as Error;
const lost = { type: 'RecordDispute', disputeRef: 'dp_1', reason: 'fraudulent', cents: null } as const;

describe('an answer that comes late', () => {
  it('does not complete a refund attempt that is recorded as failed', () => {
    const life = new TransferLife().toCaptured();
    life.cancel();
    life.refunded('failed');
    expect(life.refunded('completed')).toEqual([]);
    expect(life.state.refund?.state).toBe('failed');
  });

  it('is told once that the bank has returned it: a second dispute is lost after the first', () => {
    const life = new TransferLife().toCaptured();
    life.cancel();
    expect(life.do({ ...lost, providerAt: life.at, outcome: 'lost' })).toEqual([
      'DisputeClosed',
      'TransferRefunded',
    ]);
    const second = { ...lost, disputeRef: 'dp_2', cents: 2_000, providerAt: life.at };
    expect(life.do({ ...second, outcome: 'lost' })).toEqual(['DisputeClosed']);
  });

  it('does not refund a second time: a dispute is lost after the refund has ended', () => {
    const life = new TransferLife().toRefunded();
    expect(life.do({ ...lost, providerAt: life.at, outcome: 'lost' })).toEqual(['DisputeClosed']);
  });

  it('keeps the platform’s reason for a return, although a recall was asked for', () => {
    const life = new TransferLife().toSubmitted();
    life.paidOut('unclaimed');
    life.cancel();
    expect(life.state.payout?.recalledBy).toEqual(['sender']);
    const of = { payoutRef: 'po_1', providerAt: life.at, cents: null };
    life.do({
      type: 'RecordPayout',
      outcome: { state: 'returned', reason: 'blocked', ...of },
      refundFees: true,
    });
    expect(life.events.find(({ type }) => type === 'PayoutReturned')?.data).toMatchObject({
      reason: 'blocked',
    });
  });
});

describe('the deadline of an open dispute', () => {
  const [first, later] = ['2026-12-09T23:59:59.000Z', '2026-12-16T23:59:59.000Z'];
  const report = (life: TransferLife, dueBy: string | null, providerAt = life.at) =>
    life.do({ ...lost, outcome: null, cents: 5_000, providerAt, dueBy });
  const deadlines = ({ state }: TransferLife) => state.disputes.map(({ dueBy }) => dueBy);

  it('is the newest one that the processor reports; a repeat, or a report without one, changes nothing', () => {
    const life = new TransferLife().toCaptured();
    expect(report(life, null)).toEqual(['PaymentDisputed']);
    expect(report(life.wait(MINUTE), first)).toEqual(['DisputeDeadlineChanged']);
    expect(report(life.wait(MINUTE), later)).toEqual(['DisputeDeadlineChanged']);
    expect([...report(life, later), ...report(life.wait(MINUTE), null)]).toEqual([]);
    expect(deadlines(life)).toEqual([later]);
    life.do({ ...lost, outcome: 'won', providerAt: life.at });
    expect(report(life.wait(MINUTE), first)).toEqual([]);
  });

  it('does not change with a report that is older than the newest, whichever arrives first', () => {
    const life = new TransferLife().toCaptured();
    const openedAt = life.at;
    report(life.wait(MINUTE), later);
    expect(report(life, first, openedAt)).toEqual([]);
    expect(deadlines(life)).toEqual([later]);
  });

  it('changes of the dispute that it is of alone', () => {
    const life = new TransferLife().toCaptured();
    report(life, first);
    life.do({ ...lost, disputeRef: 'dp_2', outcome: null, providerAt: life.at, dueBy: first });
    report(life.wait(MINUTE), later);
    expect(deadlines(life)).toEqual([later, first]);
  });
});

describe('a deadline', () => {
  it('includes its last instant for a card, and nothing after it', () => {
    const inTime = new TransferLife().wait(30 * MINUTE);
    expect(inTime.pay()).toContain('PaymentRequested');
    const late = new TransferLife().wait(30 * MINUTE + 1);
    expect(() => late.pay()).toThrow(refused('not_payable'));
  });

  it('is the earlier of the end of a hold and the day by which a charge is paid out', () => {
    const at = (days: number) => new Date(Date.parse('2026-11-01T00:00:00.000Z') + days * DAY).toISOString();
    const held = (sinceDays: number) =>
      timerOf({ ...emptyLifecycle(), stage: 'captured', capturedAt: at(0), heldSince: at(sinceDays) });
    expect(held(1)).toBe(at(6));
    expect(held(6)).toBe(at(10));
  });

  it('of a hold counts from the first case, and again from the next one once all have released it', () => {
    const life = new TransferLife().toCaptured();
    const heldAt = (caseId: string) => {
      life.wait(DAY).hold(caseId);
      return life.nowMs;
    };
    const endFrom = (ms: number) => new Date(ms + 5 * DAY).toISOString();
    const first = heldAt('c1');
    heldAt('c2');
    life.release('c1');
    expect(timerOf(life.state)).toBe(endFrom(first));
    life.release('c2');
    expect(timerOf(life.state)).toBe(payoutDueOf(life.state));
    expect(endFrom(heldAt('c3'))).toBe(timerOf(life.state));
  });

  it('is none for a transfer that is cancelled while its bank still holds the reservation', () => {
    const life = new TransferLife().toAuthorized();
    life.hold('case');
    expect(timerOf(life.state)).not.toBeNull();
    life.cancel();
    expect([life.state.stage, timerOf(life.state)]).toEqual(['authorized', null]);
  });
});

it('an account with a negative part is not balanced, although its parts add up', () => {
  const even = { captured: 100, delivered: 90, fees: 10, refunded: 0, open: 0, lost: 0, loss: 0 };
  expect(isBalanced(even)).toBe(true);
  expect(isBalanced({ ...even, refunded: 20, open: -20 })).toBe(false);
});
