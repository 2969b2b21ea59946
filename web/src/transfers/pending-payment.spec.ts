import { transferOf } from '../../../test/web/rendered-app';
import { findPayment, PAYMENT_LIMIT, storePayment } from './payment-storage';
import { draftState, newPayment, pickDraft, readDraftState, readPayment } from './pending-payment';

const { fees } = transferOf();
const draft = pickDraft(transferOf());
const payment = {
  ...draft,
  uid: 'ana',
  key: '1f0e9a3c-0000-4000-8000-000000000000',
  id: 'mock-1',
  createdAt: '2026-11-21T10:00:00.000Z',
  fees,
};

afterEach(() => {
  sessionStorage.clear();
});

describe('a stored payment', () => {
  it('is read back unchanged, also once it was paid', () => {
    expect(readPayment(payment, 'ana')).toEqual(payment);
    const paid = { ...payment, paidTransferId: 't-1' };
    expect(readPayment(paid, 'ana')).toEqual(paid);
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
  ])('is refused when it contains %s', (_, value) => {
    expect(readPayment(value, 'ana')).toBeNull();
  });

  it('is found under its key, by its owner', () => {
    storePayment(payment);
    expect(findPayment('ana', payment.key)).toEqual(payment);
    expect(findPayment('luis', payment.key)).toBeNull();
    expect(findPayment('ana', 'another-key')).toBeNull();
    sessionStorage.setItem(`flip:payment:${payment.key}`, '{');
    expect(findPayment('ana', payment.key)).toBeNull();
  });

  it('is evicted when there are too many newer ones', () => {
    const keys = Array.from({ length: PAYMENT_LIMIT + 5 }, (_, n) => `key-${String(10_000 + n)}`);
    for (const key of keys) {
      storePayment({ ...payment, key });
      expect(findPayment('ana', key)).not.toBeNull();
    }
    expect(sessionStorage).toHaveLength(PAYMENT_LIMIT);
  });

  it('has the fees of the active schedule and a separate key', () => {
    const made = newPayment('ana', draft, 'card-3pct-plus-30c');
    expect(made).toMatchObject({ ...draft, uid: 'ana', fees });
    expect(made.key).not.toBe(newPayment('ana', draft, 'card-3pct-plus-30c').key);
  });
});

describe('the draft that Edit and Send again restore', () => {
  it('is the draft of the transfer, for its owner only', () => {
    expect(readDraftState(draftState('ana', draft), 'ana')).toEqual(draft);
    expect(readDraftState(draftState('ana', draft), 'luis')).toBeNull();
    expect(readDraftState({ uid: 'ana', draft: { ...draft, platform: 'Pigeon' } }, 'ana')).toBeNull();
    expect(readDraftState(null, 'ana')).toBeNull();
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
