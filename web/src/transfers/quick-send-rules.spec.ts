import { prefixOf, readQuickSend, withoutPrefix, type QuickSendValues } from './quick-send-rules';

const values: QuickSendValues = {
  recipient: '  Maya   Okafor ',
  platform: 'Cash App',
  handle: 'MayaOkafor',
  amount: '1,234.5',
};

describe('What Quick Send reads', () => {
  it('is the form the API takes: clean name, handle in its one form, two decimals', () => {
    expect(readQuickSend(values, '1.00').draft).toEqual({
      recipient: 'Maya Okafor',
      platform: 'Cash App',
      handle: '$mayaokafor',
      amount: '1234.50',
    });
  });

  it.each([
    ['recipient', { recipient: ' ' }, 'quick.recipientRequired'],
    ['recipient', { recipient: 'a'.repeat(81) }, 'quick.recipientTooLong'],
    ['recipient', { recipient: 'Maya\u202e' }, 'quick.recipientCharacters'],
    ['platform', { platform: null }, 'quick.platformRequired'],
    ['handle', { handle: '' }, 'errors:handle_required'],
    ['handle', { platform: null, handle: '' }, 'errors:handle_required'],
    ['handle', { handle: 'no spaces' }, 'errors:handle_cash_app_tag'],
    ['amount', { amount: '' }, 'quick.amountRequired'],
    ['amount', { amount: '1e3' }, 'quick.amountInvalid'],
    ['amount', { amount: '99999999' }, 'quick.amountInvalid'],
    ['amount', { amount: '0.99' }, 'quick.amountMinimum'],
  ] as const)('refuses the %s of %j', (field, changed, text) => {
    expect(readQuickSend({ ...values, ...changed }, '1.00').refusals?.[field]?.text).toBe(text);
  });

  it('leaves amounts over a limit to the server, which records the attempt', () => {
    expect(readQuickSend({ ...values, amount: '5000' }, '1.00').draft).not.toBeNull();
  });
});

describe('The symbol before a handle', () => {
  it('stands before names, not before addresses and numbers', () => {
    expect(prefixOf('Cash App', 'maya')).toBe('$');
    expect(prefixOf('Venmo', '')).toBe('@');
    expect(prefixOf('Cash App', 'maya@mail.example')).toBeUndefined();
    expect(prefixOf('Venmo', '(336) 555-0142')).toBeUndefined();
    expect(prefixOf('Zelle', 'maya')).toBeUndefined();
    expect(prefixOf(null, '')).toBeUndefined();
  });

  it('is typed or pasted without doubling it', () => {
    expect(withoutPrefix('Cash App', '$maya')).toBe('maya');
    expect(withoutPrefix('Venmo', '@maya')).toBe('maya');
    expect(withoutPrefix('Zelle', '$maya')).toBe('$maya');
  });
});
