import { readPaymentState, readQuickSendDraft } from './payment-state';

const state = {
  key: '1f0e9a3c-0000-4000-8000-000000000000',
  recipient: 'Maya Okafor',
  platform: 'Cash App',
  handle: '$mayaokafor',
  amount: '120.00',
  fees: { totalFee: '6.90', total: '126.90', breakdown: { flipFee: '3.00', processingFee: '3.90' } },
};

describe('the payment in a history entry', () => {
  it('is read back as it was, with what became of it', () => {
    expect(readPaymentState(state)).toEqual(state);
    expect(readPaymentState({ ...state, paidTransferId: 't-1' })).toEqual({
      ...state,
      paidTransferId: 't-1',
    });
  });

  it.each([
    ['nothing', null],
    ['a text', 'x'],
    ['no key', { ...state, key: undefined }],
    ['no recipient', { ...state, recipient: '' }],
    ['an unknown platform', { ...state, platform: 'Pigeon' }],
    ['an amount that is none', { ...state, amount: '1e3' }],
    ['no fees', { ...state, fees: undefined }],
    ['a broken fee', { ...state, fees: { ...state.fees, breakdown: { flipFee: 3 } } }],
  ])('is none when it holds %s', (_, value) => {
    expect(readPaymentState(value)).toBeNull();
  });
});

describe('the draft that Edit and Send again bring back', () => {
  it('keeps the fields that can be used and leaves out the rest', () => {
    expect(readQuickSendDraft({ draft: { ...state, platform: 'Pigeon' } })).toEqual({
      recipient: 'Maya Okafor',
      handle: '$mayaokafor',
      amount: '120.00',
    });
    expect(readQuickSendDraft(null)).toEqual({});
  });
});
