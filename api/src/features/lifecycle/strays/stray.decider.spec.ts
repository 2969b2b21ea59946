import { recorded } from '../../../../../test/support/given-when-then.js';
import { strayDecider, type StrayCommand } from './stray.decider.js';
import {
  NO_FATE,
  refundableCents,
  strayStream,
  type ChargeFate,
  type Stray,
  type StrayPayout,
} from './stray.rules.js';

const at = '2026-11-20T12:00:00.000Z';
const charge = {
  paymentRef: 'pi_1',
  transferId: 't1',
  cents: 12_690,
  isCharged: true,
  chargedAt: at,
  uid: 'ana',
  platform: 'PayPal' as const,
  amountCents: 12_000,
};
const reason = 'Zelle has no payout under its ID.';
const proposal = { type: 'ProposeRefund', reason, operator: 'olga' } as const;
const agreement = { type: 'AgreeToRefund', cents: 12_690, reason, operator: 'omar' } as const;
const claim = { type: 'Adopt', transferId: 't1', isRecorded: false } as const;
const closing = { type: 'Close', reason: 'Paid out: ZL-1', operator: 'olga' } as const;

type Undated<Command> = Command extends unknown ? Omit<Command, 'at'> : never;

class StrayLife {
  stray: Stray = strayDecider.initialState();
  private count = 0;

  do(command: Undated<StrayCommand>) {
    const decided = strayDecider.decide({ ...command, at }, this.stray);
    for (const event of decided) {
      const entry = recorded(event, this.count++, { stream: strayStream('pi_1'), at });
      this.stray = strayDecider.evolve(this.stray, entry);
    }
    return decided.map(({ type }) => type);
  }

  /** The result of a look-up at the processor. */
  finds(fate: Partial<ChargeFate>) {
    return this.do({ type: 'RecordFate', fate: { ...NO_FATE, ...fate } });
  }

  reports(state: StrayPayout['state']) {
    return this.do({ type: 'RecordPayout', payout: { state, payoutRef: 'PP-1', providerAt: at } });
  }
}

const found = () => {
  const life = new StrayLife();
  expect(life.do({ type: 'Find', charge })).toEqual(['StrayFound']);
  return life;
};
const agreed = () => {
  const life = found();
  life.do(proposal);
  expect(life.do(agreement)).toEqual(['StrayRefundRequested']);
  return life;
};
const REFUNDED = { refundedCents: 12_690, refundRef: 're_1' };
const refunded = () => {
  const life = agreed();
  expect(life.finds(REFUNDED)).toEqual(['StrayChecked', 'StrayRefunded']);
  return life;
};
const closed = () => {
  const life = found();
  expect(life.do(closing)).toEqual(['StrayClosed']);
  return life;
};
const dispute = (state: 'open' | 'won' | 'lost', cents = 12_690) => ({
  disputes: [{ disputeRef: 'dp_1', cents, state }],
});
const refused = (code: string) => expect.objectContaining({ code }) as Error;

describe('a stray charge', () => {
  it('is found once, and belongs to its transfer as soon as that records it', () => {
    const life = found();
    expect(life.do({ type: 'Find', charge })).toEqual([]);
    expect(life.do(claim)).toEqual(['StrayAdopted']);
    expect(() => life.do(proposal)).toThrow(refused('not_claimable'));
    expect([...life.finds(REFUNDED), ...life.reports('delivered')]).toEqual([]);
  });

  it('is refunded by two operators only, and then belongs to no transfer', () => {
    const life = found();
    expect(() => life.do(agreement)).toThrow(refused('not_claimable'));
    expect(life.do(proposal)).toEqual(['StrayRefundProposed']);
    expect(life.do(proposal)).toEqual([]);
    expect(() => life.do({ ...agreement, operator: 'olga' })).toThrow(refused('second_person_needed'));
    expect(life.do(agreement)).toEqual(['StrayRefundRequested']);
    expect(life.do(claim)).toEqual([]);
    expect(life.stray.state).toBe('refunding');
    expect(life.finds({ refundingCents: 12_690 })).toEqual(['StrayChecked']);
    expect(life.stray.state).toBe('refunding');
    expect(life.finds(REFUNDED)).toEqual(['StrayChecked', 'StrayRefunded']);
    expect(life.finds(REFUNDED)).toEqual([]);
    expect(life.do(claim)).toEqual([]);
  });

  it('is refunded only as the second operator read it', () => {
    const life = found();
    life.do(proposal);
    const corrected = 'Zelle has returned the payout.';
    expect(() => life.do({ ...proposal, operator: 'omar' })).toThrow(refused('report_differs'));
    expect(life.do({ ...proposal, reason: corrected })).toEqual(['StrayRefundProposed']);
    for (const read of [agreement, { ...agreement, reason: corrected, cents: 12_691 }])
      expect(() => life.do(read)).toThrow(refused('report_differs'));
    expect(life.do({ ...agreement, reason: corrected })).toEqual(['StrayRefundRequested']);
  });

  it('is a task again after its refund failed', () => {
    const life = agreed();
    expect(life.do({ type: 'RecordFailure', refundRef: 're_1' })).toEqual(['StrayRefundFailed']);
    expect(life.stray).toMatchObject({ state: 'open', proposedBy: null, failures: 1 });
  });

  it('whose refund came back is refunded by another attempt, with a key of its own', () => {
    const life = refunded();
    expect(life.finds({})).toEqual(['StrayChecked']);
    expect(life.stray).toMatchObject({ state: 'open', failures: 1 });
    expect(life.finds(dispute('won'))).toEqual(['StrayChecked']);
    expect(life.stray.failures).toBe(1);
  });

  it('that was settled elsewhere, or whose refund the processor refuses for good, is closed with the reason', () => {
    for (const life of [closed(), refunded()])
      expect(() => life.do(closing)).toThrow(refused('not_claimable'));
    expect(agreed().do(closing)).toEqual(['StrayClosed']);
  });

  it('that the processor has refunded is settled, whoever refunded it', () => {
    for (const life of [found(), agreed(), closed()])
      expect(life.finds(REFUNDED)).toEqual(['StrayChecked', 'StrayRefunded']);
  });

  it('of which a part was refunded is refunded for the rest, as it was read', () => {
    const life = found();
    life.do(proposal);
    expect(life.finds({ refundedCents: 2_690, refundRef: 're_0' })).toEqual(['StrayChecked']);
    expect(life.stray).toMatchObject({ state: 'open', proposedBy: null });
    expect(life.do(claim)).toEqual([]);
    life.do(proposal);
    expect(() => life.do(agreement)).toThrow(refused('report_differs'));
    expect(life.do({ ...agreement, cents: 10_000 })).toEqual(['StrayRefundRequested']);
  });

  it('is left to the bank while that decides, and only the rest is refunded after it', () => {
    const life = agreed();
    expect(life.finds(dispute('open', 10_000))).toEqual(['StrayChecked']);
    expect(life.stray.state).toBe('open');
    expect(() => life.do(proposal)).toThrow(refused('not_claimable'));
    expect(life.do(claim)).toEqual([]);
    expect(life.finds(dispute('lost', 10_000))).toEqual(['StrayChecked']);
    expect(refundableCents(life.stray)).toBe(2_690);
    life.do(proposal);
    life.do({ ...agreement, cents: 2_690 });
    const rest = { refundedCents: 2_690, refundRef: 're_1', ...dispute('lost', 10_000) };
    expect(life.finds(rest)).toEqual(['StrayChecked', 'StrayRefunded']);
  });

  it('is its transfer’s again once the bank has decided for us', () => {
    const life = found();
    life.finds(dispute('won'));
    expect(life.do(claim)).toEqual(['StrayAdopted']);
  });

  it.each([
    ['a refund that came back', refunded, (life: StrayLife) => life.finds({}), 12_690],
    [
      'a dispute after its refund',
      refunded,
      (life: StrayLife) => life.finds({ ...REFUNDED, ...dispute('open') }),
      0,
    ],
    [
      'a dispute lost after its refund',
      refunded,
      (life: StrayLife) => life.finds({ ...REFUNDED, ...dispute('lost') }),
      0,
    ],
    ['a dispute after it was closed', closed, (life: StrayLife) => life.finds(dispute('lost')), 0],
    [
      'a payout that can still be claimed after its refund',
      refunded,
      (life: StrayLife) => life.reports('unclaimed'),
      0,
    ],
    ['a payout after its refund', refunded, (life: StrayLife) => life.reports('delivered'), 0],
    ['a payout after it was closed', closed, (life: StrayLife) => life.reports('delivered'), 0],
    [
      'a payout that came back after it was closed',
      closed,
      (life: StrayLife) => life.reports('returned'),
      12_690,
    ],
    ['a payout while it is being refunded', agreed, (life: StrayLife) => life.reports('delivered'), 0],
  ] as const)('is a task again after %s', (_, begin, happens, refundable) => {
    const life = begin();
    expect(happens(life)).toHaveLength(1);
    expect(life.stray).toMatchObject({ state: 'open', proposedBy: null });
    expect(refundableCents(life.stray)).toBe(refundable);
    expect(happens(life)).toEqual([]);
    expect(life.do(closing)).toEqual(['StrayClosed']);
    expect(happens(life)).toEqual([]);
  });

  it('that was paid out after its refund is settled once the payout came back', () => {
    const life = refunded();
    life.reports('delivered');
    expect(life.stray.state).toBe('open');
    expect(life.reports('unclaimed')).toEqual([]);
    expect(life.reports('returned')).toEqual(['StrayPayoutReported', 'StrayRefunded']);
  });

  it('that was refunded stays so while its payout comes back', () => {
    const life = refunded();
    expect(life.reports('returned')).toEqual(['StrayPayoutReported']);
    expect(life.stray.state).toBe('refunded');
  });

  it('that was refunded before its refunds were looked up counts as refunded', () => {
    let { stray } = agreed();
    const event = recorded({ type: 'StrayRefunded', data: { refundRef: 're_1' } } as const, 9);
    stray = strayDecider.evolve(stray, event);
    expect(stray).toMatchObject({ state: 'refunded', fate: REFUNDED });
  });
});
