import { transferOf } from '../../../test/web/rendered-app';
import { findPayment, PAYMENT_LIMIT, storePayment } from './payment-storage';
import { draftAgain, draftState, newPayment, readDraftState, readPayment } from './pending-payment';

const { fees } = transferOf();
const draft = draftAgain(transferOf());
const payment = { uid: 'ana', key: '1f0e9a3c-0000-4000-8000-000000000000', draft, fees };
const entry = { id: 'mock-1', createdAt: '2026-11-21T10:00:00.000Z' };

afterEach(() => {
  sessionStorage.clear();
});

describe('a stored payment', () => {
  it('is read back as it was, with what became of it', () => {
    expect(readPayment(payment, 'ana')).toEqual(payment);
    const paid = { ...payment, entry, paidTransferId: 't-1' };
    expect(readPayment(paid, 'ana')).toEqual(paid);
  });

  it.each([
    ['nothing', null],
    ['a text', 'x'],
    ['a list', [payment]],
    ['another person’s payment', { ...payment, uid: 'luis' }],
    ['no key', { ...payment, key: undefined }],
    ['a key that is none', { ...payment, key: '../..' }],
    ['no draft', { ...payment, draft: undefined }],
    ['no recipient', { ...payment, draft: { ...draft, recipient: '' } }],
    ['no handle', { ...payment, draft: { ...draft, handle: undefined } }],
    ['an unknown platform', { ...payment, draft: { ...draft, platform: 'Pigeon' } }],
    ['an amount that is none', { ...payment, draft: { ...draft, amount: '1e3' } }],
    ['a field that is no text', { ...payment, draft: { ...draft, more: {} } }],
    ['no fees', { ...payment, fees: undefined }],
    ['fees without their parts', { ...payment, fees: { totalFee: '6.90', total: '126.90' } }],
    ['no transfer fee', { ...payment, fees: { ...fees, breakdown: { processingFee: '3.90' } } }],
    ['no processing fee', { ...payment, fees: { ...fees, breakdown: { flipFee: '3.00' } } }],
    ['no sum of the fees', { ...payment, fees: { ...fees, totalFee: undefined } }],
    ['no total', { ...payment, fees: { ...fees, total: undefined } }],
    [
      'a fee that is no text',
      { ...payment, fees: { ...fees, breakdown: { ...fees.breakdown, flipFee: 3 } } },
    ],
    ['an entry with a server’s id', { ...payment, entry: { ...entry, id: '1' } }],
    ['an entry without a time', { ...payment, entry: { ...entry, createdAt: 'soon' } }],
  ])('is refused when it holds %s', (_, value) => {
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

  it('makes room for the next one', () => {
    const keys = Array.from({ length: PAYMENT_LIMIT + 5 }, (_, n) => `key-${String(10_000 + n)}`);
    for (const key of keys) {
      storePayment({ ...payment, key });
      expect(findPayment('ana', key)).not.toBeNull();
    }
    expect(sessionStorage).toHaveLength(PAYMENT_LIMIT);
  });

  it('has the fees of the active schedule and a key of its own', () => {
    const made = newPayment('ana', draft, 'card-3pct-plus-30c');
    expect(made).toMatchObject({ uid: 'ana', draft, fees });
    expect(made.key).not.toBe(newPayment('ana', draft, 'card-3pct-plus-30c').key);
  });
});

describe('the draft that Edit and Send again bring back', () => {
  it('is the transfer’s own, for its owner', () => {
    expect(readDraftState(draftState('ana', draft), 'ana')).toEqual(draft);
    expect(readDraftState(draftState('ana', draft), 'luis')).toBeNull();
    expect(readDraftState({ uid: 'ana', draft: { ...draft, platform: 'Pigeon' } }, 'ana')).toBeNull();
    expect(readDraftState(null, 'ana')).toBeNull();
  });

  it('holds what was sent, nothing of what was recorded about it', () => {
    expect(draft).toEqual({
      recipient: 'Maya Okafor',
      platform: 'Cash App',
      handle: '$mayaokafor',
      amount: '120.00',
    });
  });
});
