import { terms, TransferLife } from '../../../../../test/support/transfer-life.js';
import { afterPosting, isBalanced, type LedgerEntry } from '../reconcile/ledger.rules.js';

const refused = (code: string) => expect.objectContaining({ code }) as Error;
const paidBack = (operator: string, agrees = false) =>
  ({ type: 'SettleRefund', operator, agrees, way: 'check', reference: '1042' }) as const;
const dispute = (outcome: 'lost' | null, cents: number | null = null) =>
  ({
    disputeRef: 'dp_1',
    reason: 'fraudulent',
    outcome,
    cents,
    type: 'RecordDispute',
    providerAt: '2026-11-20T12:00:00.000Z',
  }) as const;

function refundFailed(): TransferLife {
  const life = new TransferLife().toSubmitted();
  life.paidOut('failed');
  life.refunded('failed');
  return life;
}

describe('a refund that the processor refuses', () => {
  it('ends when a second operator agrees that it was paid back another way', () => {
    const life = refundFailed();
    expect(life.do(paidBack('olga'))).toEqual(['RefundSettlementProposed']);
    expect(life.do(paidBack('olga'))).toEqual([]);
    expect(() => life.do(paidBack('olga', true))).toThrow(refused('second_person_needed'));
    expect(() => life.do({ ...paidBack('omar', true), way: 'bank_transfer' })).toThrow(
      refused('report_differs'),
    );
    expect(life.do(paidBack('omar', true))).toEqual(['RefundSettled', 'TransferRefunded']);
    expect(life.state).toMatchObject({ stage: 'refunded', refund: { state: 'settled' } });
    expect(() => life.do(paidBack('omar', true))).toThrow(refused('not_claimable'));
    // A late response of the processor is about a refund that was given up.
    expect(life.refunded('completed')).toEqual([]);
    const entry = life.log.reduce<LedgerEntry | null>((one, event) => afterPosting(one, 't1', event), null);
    expect(entry?.cents).toMatchObject({ refunded: terms.totalCents, open: 0 });
    expect(entry && isBalanced(entry.cents)).toBe(true);
  });

  it('is corrected by its reporter only, and not tried again until it is released', () => {
    const life = refundFailed();
    life.do(paidBack('olga'));
    expect(() => life.do({ ...paidBack('omar'), reference: '7' })).toThrow(refused('report_differs'));
    expect(life.do({ ...paidBack('olga'), reference: '1043' })).toEqual(['RefundSettlementProposed']);
    expect(() => life.do({ type: 'RetryRefund' })).toThrow(refused('not_claimable'));
    expect(life.do({ type: 'ReleaseRefund', operator: 'omar' })).toEqual(['RefundSettlementReleased']);
    expect(life.do({ type: 'ReleaseRefund', operator: 'omar' })).toEqual([]);
    expect(life.do({ type: 'RetryRefund' })).toEqual(['RefundInitiated']);
    expect(() => life.do(paidBack('olga'))).toThrow(refused('not_claimable'));
  });

  it('waits for the bank while the charge is disputed, and then only the rest is paid', () => {
    const life = refundFailed();
    life.do(dispute(null));
    expect(() => life.do(paidBack('olga'))).toThrow(refused('not_claimable'));
    life.do(dispute('lost', 6_000));
    life.do(paidBack('olga'));
    life.do(paidBack('omar', true));
    expect(life.events).toContainEqual(
      expect.objectContaining({
        type: 'RefundSettled',
        data: expect.objectContaining({ cents: 6_690 }) as object,
      }),
    );
  });
});
