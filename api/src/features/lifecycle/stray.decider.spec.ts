import { recorded } from '../../../../test/support/given-when-then.js';
import { strayDecider, strayStream, type Stray, type StrayCommand } from './stray.decider.js';

const at = '2026-11-20T12:00:00.000Z';
const charge = { paymentRef: 'pi_1', transferId: 't1', cents: 12_690, isCharged: true, chargedAt: at };
const reason = 'Zelle has no payout under its ID.';
const proposal = { type: 'ProposeRefund', reason, operator: 'olga' } as const;
const agreement = { type: 'AgreeToRefund', cents: 12_690, reason, operator: 'omar' } as const;

class StrayLife {
  stray: Stray = strayDecider.initialState();
  private count = 0;

  do(command: StrayCommand extends infer Each ? (Each extends unknown ? Omit<Each, 'at'> : never) : never) {
    const decided = strayDecider.decide({ ...command, at }, this.stray);
    for (const event of decided) {
      const entry = recorded(event, this.count++, { stream: strayStream('pi_1'), at });
      this.stray = strayDecider.evolve(this.stray, entry);
    }
    return decided.map(({ type }) => type);
  }
}

const found = () => {
  const life = new StrayLife();
  expect(life.do({ type: 'Find', charge })).toEqual(['StrayFound']);
  return life;
};
const refused = (code: string) => expect.objectContaining({ code }) as Error;

describe('a stray charge', () => {
  it('is found once, and belongs to its transfer as soon as that records it', () => {
    const life = found();
    expect(life.do({ type: 'Find', charge })).toEqual([]);
    expect(life.do({ type: 'Adopt', transferId: 't1' })).toEqual(['StrayAdopted']);
    expect(() => life.do(proposal)).toThrow(refused('not_claimable'));
  });

  it('is refunded by two operators only, and then belongs to no transfer', () => {
    const life = found();
    expect(() => life.do(agreement)).toThrow(refused('not_claimable'));
    expect(life.do(proposal)).toEqual(['StrayRefundProposed']);
    expect(life.do(proposal)).toEqual([]);
    expect(() => life.do({ ...agreement, operator: 'olga' })).toThrow(refused('second_person_needed'));
    expect(life.do(agreement)).toEqual(['StrayRefundRequested']);
    expect(life.do({ type: 'Adopt', transferId: 't1' })).toEqual([]);
    expect(life.stray.state).toBe('refunding');
    const outcome = { refundRef: 're_1' } as const;
    expect(life.do({ type: 'RecordRefund', outcome: { ...outcome, state: 'pending' } })).toEqual([]);
    expect(life.do({ type: 'RecordRefund', outcome: { ...outcome, state: 'completed' } })).toEqual([
      'StrayRefunded',
    ]);
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
    const life = found();
    life.do(proposal);
    life.do(agreement);
    const outcome = { state: 'failed', refundRef: 're_1' } as const;
    expect(life.do({ type: 'RecordRefund', outcome })).toEqual(['StrayRefundFailed']);
    expect(life.stray).toMatchObject({ state: 'open', proposedBy: null, failures: 1 });
  });

  it('that was settled elsewhere is closed with the reason', () => {
    const closed = { type: 'Close', reason: 'Refunded in the dashboard.', operator: 'olga' } as const;
    const life = found();
    expect(life.do(closed)).toEqual(['StrayClosed']);
    expect(() => life.do(closed)).toThrow(refused('not_claimable'));
  });
});
