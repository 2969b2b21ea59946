import { MINUTE, terms, TransferLife } from '../../../../../test/support/transfer-life.js';
import { progressAfter, initialProgress } from '../state/progress.rules.js';

const refused = (code: string) => expect.objectContaining({ code }) as Error;
const desk = { ...terms, platform: 'Zelle' } as const;
const giveBack = (operator: string, seenAt?: string) =>
  ({ type: 'GiveBackPayout', operator, seenAt, fourEyesCents: 10_000 }) as const;
const claim = (operator: string) => ({ type: 'SubmitPayout', operator }) as const;
const dispute = (outcome: 'lost' | null) =>
  ({
    disputeRef: 'dp_1',
    reason: 'fraudulent',
    outcome,
    cents: null,
    type: 'RecordDispute',
    providerAt: '2026-11-20T12:00:00.000Z',
  }) as const;

describe('a claim that is given back', () => {
  it('leaves the payout submitted: it is claimed again, and not cancelled', () => {
    const life = new TransferLife(desk).toSubmitted('olga');
    expect(life.do(giveBack('olga'))).toEqual(['PayoutGivenBack']);
    expect(life.do(giveBack('olga'))).toEqual([]);
    expect(life.state.stage).toBe('payout_submitted');
    expect(() => life.cancel()).toThrow(refused('too_late'));
    expect(life.wait(MINUTE).do(claim('omar'))).toEqual(['PayoutClaimed']);
    expect(life.do(claim('omar'))).toEqual([]);
    expect(() => life.do(claim('olga'))).toThrow(refused('not_claimable'));
    expect(life.state.payout).toMatchObject({ operator: 'omar', claimedAt: life.at });
  });

  it('changes nothing that its sender reads', () => {
    const life = new TransferLife(desk).toSubmitted('olga');
    const read = () => life.log.reduce(progressAfter, initialProgress());
    const before = read();
    life.do(giveBack('olga'));
    life.do(claim('omar'));
    expect(read()).toEqual(before);
  });

  it('is only the own one, and above the threshold only while the recipient was not shown', () => {
    const life = new TransferLife(desk).toSubmitted('olga');
    expect(() => life.do(giveBack('omar'))).toThrow(refused('not_claimable'));
    expect(() => life.do(giveBack('olga', life.at))).toThrow(refused('second_person_needed'));
    const small = new TransferLife({ ...desk, amountCents: 10_000 }).toSubmitted('olga');
    expect(small.do(giveBack('olga', small.at))).toEqual(['PayoutGivenBack']);
  });

  it('is not claimed while the charge is disputed: then its outcome is reported', () => {
    const life = new TransferLife(desk).toSubmitted('olga');
    life.do(giveBack('olga'));
    life.do(dispute(null));
    expect(() => life.do(claim('omar'))).toThrow(refused('not_claimable'));
    life.do(dispute('lost'));
    expect(() => life.do(claim('omar'))).toThrow(refused('not_claimable'));
    const failed = { type: 'SettlePayout', operator: 'omar', outcome: 'failed', reference: 'other' } as const;
    expect(life.do({ ...failed, fourEyesCents: 50_000 })).toContain('PayoutFailed');
  });

  it('is not claimed after a report about it: a second operator agrees, or the report is released', () => {
    const life = new TransferLife(desk).toSubmitted('olga');
    life.do(giveBack('olga'));
    const sent = { type: 'SettlePayout', operator: 'omar', outcome: 'delivered', reference: 'ZL-1' } as const;
    expect(life.do({ ...sent, fourEyesCents: 10_000 })).toEqual(['PayoutOutcomeProposed']);
    expect(() => life.do(claim('olga'))).toThrow(refused('not_claimable'));
  });

  it('has to be looked up after a restore, since a later claim may be lost', () => {
    const life = new TransferLife(desk).toSubmitted('olga');
    life.do(giveBack('olga'));
    expect(life.do({ type: 'DoubtCharge' })).toEqual(['PayoutReleased']);
    expect(() => life.do(claim('omar'))).toThrow(refused('not_claimable'));
  });
});
