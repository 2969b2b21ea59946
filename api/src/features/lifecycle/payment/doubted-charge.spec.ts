import { DAY, MINUTE, terms, TransferLife } from '../../../../../test/support/transfer-life.js';
import { nextCallOf } from '../state/next-call.rules.js';

const charged = (platform: 'Venmo' | 'Zelle' = 'Venmo') => {
  const life = new TransferLife({ ...terms, platform });
  life.pay();
  return life;
};
const checked = (life: TransferLife, cents: number | null = null) => {
  const made = { state: 'completed', refundRef: 're_1', providerAt: life.at, cents } as const;
  return life.do({ type: 'RecordChargeCheck', refunds: cents === null ? [] : [made] });
};
const LOST = ['PaymentAuthorized', 'PaymentCaptured', 'ChargeDoubted'];

describe('a charge under our own key that a restored log has lost', () => {
  it('is recorded, and paid out once the processor has no refund of it', () => {
    const life = charged();
    expect(life.answered('captured')).toEqual(LOST);
    expect(life.do({ type: 'SubmitPayout', operator: null })).toEqual([]);
    expect(nextCallOf(life.state)).toBe('check_charge');
    expect(checked(life)).toEqual(['ChargeChecked', 'PayoutSubmitted']);
    expect(nextCallOf(life.state)).toBe('submit_payout');
  });

  it('was paid in time: that its deadline has passed since does not end it', () => {
    const life = charged().wait(30 * MINUTE);
    expect(life.elapse()).toEqual(['CancelRequested']);
    expect(life.answered('captured')).toEqual(LOST);
    expect([life.state.stage, life.state.cancel]).toEqual(['captured', null]);
    expect(checked(life)).toEqual(['ChargeChecked', 'PayoutSubmitted']);
  });

  it('that was refunded is not paid out: its refund is followed', () => {
    const life = charged();
    life.answered('captured');
    expect(checked(life, 12_690)).toEqual(['ChargeChecked', 'RefundInitiated', 'RefundAccepted']);
    expect(life.refunded('completed')).toEqual(['RefundCompleted', 'TransferRefunded']);
  });

  it('is paid out when the only refund of it has failed', () => {
    const life = charged();
    life.answered('captured');
    const failed = { state: 'failed', refundRef: 're_1', providerAt: life.at, cents: 12_690 } as const;
    expect(life.do({ type: 'RecordChargeCheck', refunds: [failed] })).toEqual([
      'ChargeChecked',
      'PayoutSubmitted',
    ]);
  });

  it('that was refunded twice stays a difference, which an operator clears up', () => {
    const life = charged();
    life.answered('captured');
    const twice = ['re_1', 're_2'].map((refundRef) => ({
      state: 'completed' as const,
      refundRef,
      providerAt: life.at,
      cents: 6_345,
    }));
    expect(life.do({ type: 'RecordChargeCheck', refunds: twice })).toEqual([]);
    expect(nextCallOf(life.state)).toBe('check_charge');
  });

  it('to be paid by hand is looked up by an operator, and neither claimed nor refunded before', () => {
    const life = charged('Zelle');
    life.answered('captured');
    expect(() => life.do({ type: 'SubmitPayout', operator: 'omar' })).toThrow();
    expect(checked(life)).toEqual(['ChargeChecked', 'PayoutSubmitted']);
    expect(life.state.payout).toMatchObject({ route: 'desk', operator: null });
    expect(() => life.cancel()).toThrow(expect.objectContaining({ code: 'too_late' }) as Error);
  });

  it('is not refunded by a cancel: an operator looks it up', () => {
    const life = charged();
    life.cancel();
    expect(life.answered('captured')).toEqual(LOST);
    expect(checked(life)).toEqual(['ChargeChecked', 'PayoutSubmitted']);
    expect(life.state.payout).toMatchObject({ route: 'desk', operator: null });
    expect(nextCallOf(life.state)).toBeNull();
  });
});

describe('a charge that the backup has', () => {
  it('is checked before it is paid out, since it may have been refunded afterwards', () => {
    const life = new TransferLife().toCaptured();
    expect(life.do({ type: 'DoubtCharge' })).toEqual(['ChargeDoubted']);
    expect(life.do({ type: 'DoubtCharge' })).toEqual([]);
    expect(life.cancel()).toEqual(['CancelRequested']);
    expect(nextCallOf(life.state)).toBe('check_charge');
    expect(checked(life, 12_690)).toEqual(['ChargeChecked', 'RefundInitiated', 'RefundAccepted']);
    expect(life.state.refund?.cause).toBe('sender');
  });

  it('and that a case holds is looked up, not refunded, when the hold ends', () => {
    const life = new TransferLife().toCaptured();
    life.hold('case');
    life.do({ type: 'DoubtCharge' });
    expect(checked(life)).toEqual(['ChargeChecked']);
    expect(life.wait(6 * DAY).elapse()).toEqual(['CancelRequested', 'PayoutSubmitted']);
    expect(life.state.payout).toMatchObject({ route: 'desk', operator: null });
  });

  it('is no longer with the operator who had claimed it: anybody looks it up', () => {
    const life = new TransferLife({ ...terms, platform: 'Zelle' }).toSubmitted('olga');
    expect(life.do({ type: 'DoubtCharge' })).toEqual(['PayoutReleased']);
  });
});
