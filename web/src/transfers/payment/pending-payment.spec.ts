import { transferOf } from '../../../../test/web/rendered-app';
import { findPayment, PAYMENT_LIMIT, storePayment } from './payment-storage';
import { draftState, newPayment, pickDraft, readDraftState, readPayment } from './pending-payment';

const { fees } = transferOf();
const draft = pickDraft(transferOf());
const payment = {
  ...draft,
  uid: '7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10',
  key: '1f0e9a3c-0000-4000-8000-000000000000',
  id: 'mock-1',
  createdAt: '2026-11-21T10:00:00.000Z',
  fees,
};

afterEach(() => {
  sessionStorage.clear();
});

describe('a stored payment', () => {
  it('is read back unchanged, even after it was paid', () => {
    expect(readPayment(payment, '7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10')).toEqual(payment);
    const paid = { ...payment, paidTransferId: 't-1' };
    expect(readPayment(paid, '7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10')).toEqual(paid);
  });

  it.each([
    ['nothing', null],
    ['text', 'x'],
    ['a list', [payment]],
    ['another user’s payment', { ...payment, uid: 'luis' }],
    ['no key', { ...payment, key: undefined }],
    ['an invalid key', { ...payment, key: '../..' }],
    ['no recipient', { ...payment, recipient: '' }],
    ['no handle', { ...payment, handle: undefined }],
    ['an unknown platform', { ...payment, platform: 'Pigeon' }],
    ['an invalid amount', { ...payment, amount: '1e3' }],
    ['a field that is not text', { ...payment, more: {} }],
    ['no fees', { ...payment, fees: undefined }],
    ['fees without their parts', { ...payment, fees: { totalFee: '6.90', total: '126.90' } }],
    ['no transfer fee', { ...payment, fees: { ...fees, breakdown: { processingFee: '3.90' } } }],
    ['no processing fee', { ...payment, fees: { ...fees, breakdown: { flipFee: '3.00' } } }],
    ['no sum of the fees', { ...payment, fees: { ...fees, totalFee: undefined } }],
    ['no total', { ...payment, fees: { ...fees, total: undefined } }],
    [
      'a fee that is not text',
      { ...payment, fees: { ...fees, breakdown: { ...fees.breakdown, flipFee: 3 } } },
    ],
    ['a server’s id', { ...payment, id: '1' }],
    ['an invalid time', { ...payment, createdAt: 'soon' }],
    ['a field longer than any of a transfer', { ...payment, recipient: 'x'.repeat(1_001) }],
    ['another mark than "not sent"', { ...payment, notSent: false }],
    ['a note that is not text', { ...payment, note: 3 }],
  ])('is refused when it contains %s', (_, value) => {
    expect(readPayment(value, '7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10')).toBeNull();
  });

  it('is read back with a text that another version of the page stored', () => {
    const other = { ...payment, purpose: 'Rent' };
    expect(readPayment(other, payment.uid)).toEqual(other);
  });

  it('is found under its key, by its owner (ASVS 14.3.3)', () => {
    storePayment(payment);
    expect(findPayment('7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10', payment.key)).toEqual(payment);
    expect(findPayment('luis', payment.key)).toBeNull();
    expect(findPayment('7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10', 'another-key')).toBeNull();
    sessionStorage.setItem(`flip:payment:${payment.key}`, '{');
    expect(findPayment('7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10', payment.key)).toBeNull();
  });

  it('is evicted when there are too many newer ones', () => {
    const keys = Array.from({ length: PAYMENT_LIMIT + 5 }, (_, n) => `key-${String(10_000 + n)}`);
    for (const key of keys) {
      storePayment({ ...payment, key });
      expect(findPayment('7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10', key)).not.toBeNull();
    }
    expect(sessionStorage).toHaveLength(PAYMENT_LIMIT);
  });

  it('has the fees of the active schedule and a separate key', () => {
    const made = newPayment('7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10', draft, 'card-3pct-plus-30c');
    expect(made).toMatchObject({ ...draft, uid: '7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10', fees });
    expect(made.key).not.toBe(
      newPayment('7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10', draft, 'card-3pct-plus-30c').key,
    );
  });
});

describe('the draft that Edit and Send again restore', () => {
  it('is the draft of the transfer, for its owner only', () => {
    expect(
      readDraftState(
        draftState('7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10', draft),
        '7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10',
      ),
    ).toEqual(draft);
    expect(readDraftState(draftState('7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10', draft), 'luis')).toBeNull();
    expect(
      readDraftState(
        { uid: '7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10', draft: { ...draft, platform: 'Pigeon' } },
        '7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10',
      ),
    ).toBeNull();
    expect(readDraftState(null, '7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10')).toBeNull();
  });

  it('has the fields that the sender entered, nothing that was recorded about them', () => {
    expect(draft).toEqual({
      recipient: 'Maya Okafor',
      platform: 'Cash App',
      handle: '$mayaokafor',
      amount: '120.00',
    });
  });
});
