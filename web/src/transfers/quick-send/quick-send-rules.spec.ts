import {
  checksOf,
  prefixOf,
  readDraft,
  sendableAmount,
  valuesOf,
  withoutPrefix,
  type QuickSendValues,
} from './quick-send-rules';

const values: QuickSendValues = {
  recipient: '  Maya   Okafor ',
  platform: 'Cash App',
  handle: 'MayaOkafor',
  amount: '1,234.5',
  note: ' Dinner  on Friday ',
};
const draft = {
  recipient: 'Maya Okafor',
  platform: 'Cash App',
  handle: '$mayaokafor',
  amount: '1234.50',
  note: 'Dinner on Friday',
} as const;

const refusalsOf = (changed: Partial<QuickSendValues>) => {
  const all = { ...values, ...changed };
  const checks = checksOf('1.00');
  return {
    recipient: checks.recipient(all.recipient),
    platform: checks.platform(all.platform),
    handle: checks.handle(all.handle, all),
    amount: checks.amount(all.amount),
  };
};

describe('Quick Send', () => {
  it('is read as the API accepts it: clean name, normalized handle, two decimals', () => {
    expect(readDraft(values)).toEqual(draft);
  });

  it('is filled in with a draft, without doubling the symbol before the handle', () => {
    expect(valuesOf(draft)).toEqual({ ...draft, handle: 'mayaokafor' });
    expect(readDraft(valuesOf(draft))).toEqual(draft);
  });

  it.each([
    ['recipient', { recipient: ' ' }, 'quick.recipientRequired'],
    ['recipient', { recipient: 'a'.repeat(81) }, 'quick.recipientTooLong'],
    ['recipient', { recipient: 'Maya\u202e' }, 'quick.recipientCharacters'],
    ['platform', { platform: '' }, 'quick.platformRequired'],
    ['handle', { handle: '' }, 'errors:handle_required'],
    ['handle', { handle: 'no spaces' }, 'errors:handle_cash_app_tag'],
    ['handle', { platform: 'Venmo', handle: '12345678' }, 'quick.digits.Venmo'],
    ['handle', { platform: 'Chime', handle: '1234567' }, 'quick.digits.Chime'],
    ['handle', { platform: 'Zelle', handle: '1234567' }, 'errors:handle_phone_invalid'],
    ['amount', { amount: '' }, 'quick.amountRequired'],
    ['amount', { amount: '1e3' }, 'quick.amountInvalid'],
    ['amount', { amount: '99999999' }, 'quick.amountMaximum'],
    ['amount', { amount: '0.99' }, 'quick.amountMinimum'],
  ] as const)('refuses the %s of %j', (field, changed, text) => {
    expect(refusalsOf(changed)).toEqual({ ...refusalsOf({}), [field]: text });
  });

  it('without a platform refuses only an empty handle', () => {
    expect(refusalsOf({ platform: '', handle: '' }).handle).toBe('errors:handle_required');
    expect(refusalsOf({ platform: '', handle: 'no spaces' }).handle).toBeNull();
  });

  it('takes the smallest amount', () => {
    expect(refusalsOf({ amount: '1' }).amount).toBeNull();
  });

  it('leaves amounts over a limit to the server, which records the attempt', () => {
    expect(refusalsOf({ amount: '5000' }).amount).toBeNull();
    expect(readDraft({ ...values, amount: '5000' })).toMatchObject({ amount: '5000.00' });
  });

  it('has no fees for an amount that no transfer can have', () => {
    const bounds = { minimum: '1.00', perTransferLimit: '1000.00' };
    expect(['', '0.99', '1', '1,000', '1000.01'].map((typed) => sendableAmount(typed, bounds))).toEqual([
      null,
      null,
      '1.00',
      '1000.00',
      null,
    ]);
  });

  it.each([{ recipient: '' }, { platform: '' }, { handle: '' }, { amount: '' }] as const)(
    'is not a valid draft with %j',
    (changed) => {
      expect(readDraft({ ...values, ...changed })).toBeNull();
    },
  );
});

describe('The symbol before a handle', () => {
  it('is shown before names, not before addresses and numbers', () => {
    expect(prefixOf('Cash App', 'maya')).toBe('$');
    expect(prefixOf('Venmo', '')).toBe('@');
    expect(prefixOf('Cash App', 'maya@mail.example')).toBeUndefined();
    expect(prefixOf('Venmo', '(336) 555-0142')).toBeUndefined();
    expect(prefixOf('Zelle', 'maya')).toBeUndefined();
    expect(prefixOf('', '')).toBeUndefined();
  });

  it.each([
    ['Venmo', '@12345678'],
    ['Chime', '$1234567'],
  ] as const)(
    'stays in the field of %s before digits alone: they are a username there',
    (platform, handle) => {
      expect(withoutPrefix(platform, handle)).toBe(handle);
      expect(prefixOf(platform, handle)).toBeUndefined();
      const sent = { ...draft, platform, handle };
      expect(readDraft(valuesOf(sent))).toEqual(sent);
    },
  );

  it('can be typed or pasted without doubling it', () => {
    expect(withoutPrefix('Cash App', '$maya')).toBe('maya');
    expect(withoutPrefix('Venmo', '@maya')).toBe('maya');
    expect(withoutPrefix('Zelle', '$maya')).toBe('$maya');
  });
});
