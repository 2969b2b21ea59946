import { DAY, MINUTE, terms, TransferLife } from '../../../../../test/support/transfer-life.js';
import { afterPosting, type LedgerEntry } from '../reconcile/ledger.rules.js';
import { nextCallOf } from './next-call.rules.js';
import { deskOf, shownKindOf, taskKindOf, unknownBefore } from '../../payouts/desk/desk-tasks.rules.js';
import { initialProgress, isHiddenFromSender, progressAfter } from './progress.rules.js';

const refused = (code: string) => expect.objectContaining({ code }) as Error;
const dispute = (life: TransferLife, outcome: 'won' | 'lost' | null, cents: number | null = null) =>
  life.do({
    type: 'RecordDispute',
    disputeRef: 'dp_1',
    reason: 'fraudulent',
    providerAt: life.at,
    outcome,
    cents,
  });
const unclaimed = () => {
  const life = new TransferLife().toSubmitted();
  life.paidOut('unclaimed');
  return life;
};
/** What the sender reads: everything but the instants. */
const readBySender = ({ log }: TransferLife) => {
  const { steps, ...rest } = log.reduce(progressAfter, initialProgress());
  return { ...rest, steps: steps.map(({ at: _, ...step }) => step) };
};
const seenBySender = ({ log }: TransferLife) =>
  log.filter((event) => !isHiddenFromSender(event)).map(({ type }) => type);

describe('an unclaimed payout', () => {
  it('is recalled at once when the bank disputes its charge, or has taken it back', () => {
    for (const outcome of [null, 'lost'] as const) {
      const life = unclaimed();
      expect(nextCallOf(life.state)).toBe('poll_payout');
      expect(dispute(life, outcome)).toContain('PayoutRecallRequested');
      expect(nextCallOf(life.state)).toBe('recall_payout');
    }
    const life = unclaimed();
    dispute(life, null);
    expect(dispute(life, 'lost')).toEqual(['DisputeClosed']);
  });

  it('is recalled when its case is closed as suspicious', () => {
    const life = unclaimed();
    expect(life.cancel('suspicious')).toEqual(['PayoutRecallRequested']);
    expect(life.cancel('suspicious')).toEqual([]);
    expect(nextCallOf(life.state)).toBe('recall_payout');
    expect(life.paidOut('returned', false)).toEqual(['PayoutReturned', 'RefundInitiated']);
    expect(life.state.refund?.cents).toBe(12_690);
  });

  it('is recalled as soon as it waits for a claim, if the dispute came before', () => {
    const life = new TransferLife().toSubmitted();
    expect(dispute(life, null)).toEqual(['PaymentDisputed', 'PayoutRecallRequested']);
    life.paidOut('pending');
    expect(nextCallOf(life.state)).toBe('poll_payout');
    life.paidOut('unclaimed');
    expect(nextCallOf(life.state)).toBe('recall_payout');
  });

  it('stays with its recipient once the dispute is won', () => {
    const life = new TransferLife().toSubmitted();
    dispute(life, null);
    life.paidOut('pending');
    dispute(life, 'won');
    life.paidOut('unclaimed');
    expect(nextCallOf(life.state)).toBe('poll_payout');
  });

  it('is not recalled when the desk pays it: its platforms take nothing back', () => {
    const life = new TransferLife({ ...terms, platform: 'Zelle' }).toSubmitted('olga');
    expect(dispute(life, null)).toEqual(['PaymentDisputed']);
    expect(() => life.cancel('suspicious')).toThrow(refused('too_late'));
  });

  it('reads like one that was not claimed in time, when the system recalled it', () => {
    const expired = unclaimed().wait(30 * DAY);
    expired.paidOut('returned');
    const suspicious = unclaimed();
    suspicious.cancel('suspicious');
    expect(readBySender(suspicious)).toEqual(readBySender(unclaimed()));
    const of = { payoutRef: 'po_1', providerAt: suspicious.at, cents: null };
    const outcome = { state: 'returned', reason: 'other', ...of } as const;
    suspicious.do({ type: 'RecordPayout', outcome, refundFees: true });
    expect(readBySender(suspicious)).toEqual(readBySender(expired));
    expect(seenBySender(suspicious)).toEqual(seenBySender(expired));
  });

  it('has the platform’s own reason when it came back before it could be claimed', () => {
    const life = new TransferLife().toSubmitted();
    life.cancel('suspicious');
    const of = { payoutRef: 'po_1', providerAt: life.at, cents: null };
    life.do({
      type: 'RecordPayout',
      outcome: { state: 'returned', reason: 'blocked', ...of },
      refundFees: true,
    });
    expect(readBySender(life).steps).toContainEqual({ step: 'payout_returned', reason: 'blocked' });
  });

  it('can still be recalled by its sender, who sees that', () => {
    const life = unclaimed();
    dispute(life, null);
    expect(life.cancel()).toEqual(['PayoutRecallRequested']);
    expect(life.cancel()).toEqual([]);
    life.paidOut('returned');
    expect(readBySender(life).steps.map(({ step, reason }) => reason ?? step)).toContain('recalled');
  });
});

describe('a payout call without a response', () => {
  const submitted = () => {
    const life = new TransferLife().toSubmitted();
    expect(nextCallOf(life.state)).toBe('submit_payout');
    return life;
  };

  it('is not asked for again while its charge is disputed, taken back, or found suspicious', () => {
    const life = submitted();
    dispute(life, null);
    expect(nextCallOf(life.state)).toBeNull();
    dispute(life, 'lost');
    expect(nextCallOf(life.state)).toBeNull();
    const suspicious = submitted();
    suspicious.cancel('suspicious');
    expect(nextCallOf(suspicious.state)).toBeNull();
  });

  it('is asked for again once the dispute is won', () => {
    const life = submitted();
    dispute(life, null);
    dispute(life, 'won');
    expect(nextCallOf(life.state)).toBe('submit_payout');
  });

  it('is a task of the desk, unknown after 30 minutes, and settled there', () => {
    const life = submitted();
    dispute(life, null);
    const shown = () => {
      const kind = taskKindOf(life.state);
      return [
        deskOf(kind, life.state),
        shownKindOf({ kind, state: life.state }, unknownBefore(life.nowMs, 30)),
      ];
    };
    expect(shown()).toEqual(['open', 'recall']);
    life.wait(31 * MINUTE);
    expect(shown()).toEqual(['open', 'unknown']);
    const settled = { type: 'SettlePayout', operator: 'olga', fourEyesCents: 50_000 } as const;
    expect(life.do({ ...settled, outcome: 'failed', reference: 'other' })).toContain('PayoutFailed');
    expect(nextCallOf(life.state)).toBeNull();
  });
});

describe('a recalled payout that is returned while the dispute is open', () => {
  const returned = () => {
    const life = unclaimed();
    dispute(life, null);
    expect(life.paidOut('returned', false)).toEqual(['PayoutReturned', 'RefundInitiated']);
    expect(nextCallOf(life.state)).toBeNull();
    return life;
  };

  it('is refunded in full once the dispute is won', () => {
    const life = returned();
    expect(dispute(life, 'won')).toEqual(['DisputeClosed']);
    expect(nextCallOf(life.state)).toBe('refund');
    expect(life.state.refund?.cents).toBe(12_690);
    expect(life.state.lostCents).toBe(0);
  });

  it('ends as returned by the bank once it is lost', () => {
    expect(dispute(returned(), 'lost')).toEqual(['DisputeClosed', 'TransferRefunded']);
  });

  it('gets only the rest from us when a part is lost', () => {
    const life = returned();
    dispute(life, 'lost', 2_690);
    expect(nextCallOf(life.state)).toBe('refund');
    expect([life.state.refund?.cents, life.state.lostCents]).toEqual([12_690, 2_690]);
  });
});

it('a payout delivered all the same is a loss until an operator has booked it', () => {
  const life = unclaimed();
  dispute(life, null);
  dispute(life, 'lost');
  expect(life.paidOut('delivered')).toEqual(['PayoutConfirmed', 'TransferDelivered']);
  const entry = life.log.reduce<LedgerEntry | null>(
    (sum, event) => afterPosting(sum, terms.transferId, event),
    null,
  );
  expect(entry?.cents).toMatchObject({ captured: 12_690, delivered: 12_000, lost: 12_690 });
  const booked = { type: 'ResolveLoss', cents: 12_690 } as const;
  expect(life.do(booked)).toEqual(['LossResolved']);
  expect(life.do(booked)).toEqual([]);
});

describe('a payout that an operator reported as failed', () => {
  const settled = { type: 'SettlePayout', operator: 'olga', fourEyesCents: 50_000 } as const;
  const failed = () => {
    const life = new TransferLife().toSubmitted();
    life.wait(40 * MINUTE).do({ ...settled, outcome: 'failed', reference: 'blocked' });
    return life;
  };

  it('and that is open at the rail is taken back, and a task until the rail has answered', () => {
    for (const [end, resolved] of [
      ['returned', ['ContradictionResolved']],
      ['failed', ['ContradictionResolved']],
      ['delivered', ['PayoutContradicted']],
    ] as const) {
      const life = failed().wait(MINUTE);
      expect(life.paidOut('unclaimed')).toEqual(['PayoutContradicted']);
      expect(life.paidOut('pending')).toEqual([]);
      life.refunded('completed');
      expect(nextCallOf(life.state)).toBe('recall_payout');
      expect(life.state.payout?.payoutRef).toBe('po_1');
      expect(life.wait(MINUTE).paidOut(end)).toEqual(resolved);
      expect(nextCallOf(life.state)).toBeNull();
      expect(life.wait(MINUTE).paidOut(end)).toEqual([]);
    }
  });

  it('is refunded first, and taken back before the refund is only polled', () => {
    const life = failed().wait(MINUTE);
    life.paidOut('pending');
    expect(nextCallOf(life.state)).toBe('refund');
    life.refunded('pending');
    expect(nextCallOf(life.state)).toBe('recall_payout');
    life.do({ type: 'ResolveContradiction' });
    expect(nextCallOf(life.state)).toBe('poll_refund');
  });

  it('is not contradicted by what the rail said before', () => {
    const life = failed().wait(-1);
    expect(life.paidOut('pending')).toEqual([]);
    expect(life.wait(-MINUTE).paidOut('unclaimed')).toEqual([]);
  });
});

it('a report about another payment of the rail changes nothing', () => {
  const life = new TransferLife().toSubmitted();
  life.paidOut('pending');
  const of = { payoutRef: 'po_2', providerAt: life.wait(MINUTE).at, cents: null };
  const outcome = { state: 'delivered', ...of } as const;
  expect(life.do({ type: 'RecordPayout', outcome, refundFees: true })).toEqual([]);
  expect(life.paidOut('delivered')).toContain('TransferDelivered');
});
