import { readPaymentState, readQuickSendDraft } from './payment-state';

const state = {
  uid: 'ana',
  key: '1f0e9a3c-0000-4000-8000-000000000000',
  recipient: 'Maya Okafor',
  platform: 'Cash App',
  handle: '$mayaokafor',
  amount: '120.00',
  fees: { totalFee: '6.90', total: '126.90', breakdown: { flipFee: '3.00', processingFee: '3.90' } },
};

describe('the payment in a history entry', () => {
  it('is read back as it was, with what became of it', () => {
    expect(readPaymentState(state, 'ana')).toEqual(state);
    expect(readPaymentState({ ...state, paidTransferId: 't-1' }, 'ana')).toEqual({
      ...state,
      paidTransferId: 't-1',
    });
  });

  it.each([
    ['nothing', null],
    ['a text', 'x'],
    ['another person’s payment', { ...state, uid: 'luis' }],
    ['no key', { ...state, key: undefined }],
    ['no recipient', { ...state, recipient: '' }],
    ['an unknown platform', { ...state, platform: 'Pigeon' }],
    ['an amount that is none', { ...state, amount: '1e3' }],
    ['no fees', { ...state, fees: undefined }],
    ['a broken fee', { ...state, fees: { ...state.fees, breakdown: { flipFee: 3 } } }],
  ])('is none when it holds %s', (_, value) => {
    expect(readPaymentState(value, 'ana')).toBeNull();
  });
});

describe('the draft that Edit and Send again bring back', () => {
  it('keeps the fields that can be used and leaves out the rest', () => {
    expect(readQuickSendDraft({ uid: 'ana', draft: { ...state, platform: 'Pigeon' } }, 'ana')).toEqual({
      recipient: 'Maya Okafor',
      handle: '$mayaokafor',
      amount: '120.00',
    });
    expect(readQuickSendDraft({ uid: 'luis', draft: state }, 'ana')).toEqual({});
    expect(readQuickSendDraft(null, 'ana')).toEqual({});
  });
});
