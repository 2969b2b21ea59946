import fc from 'fast-check';
import { AMOUNT_PATTERN, TOTAL_PATTERN, centsOf, formatAmount, parseAmountCents } from './money.js';

describe('an amount of money', () => {
  it.each([
    ['20', 2_000],
    ['20.5', 2_050],
    ['20.00', 2_000],
    ['0', 0],
    ['0.01', 1],
    ['1000.00', 100_000],
    ['999999.99', 99_999_999],
  ])('parses %s as %d cents', (text, cents) => {
    expect(parseAmountCents(text)).toBe(cents);
  });

  it.each([
    '',
    ' 20',
    '20 ',
    '20\n',
    '+20',
    '-20',
    '-0',
    '020',
    '00',
    '.5',
    '20.',
    '20.123',
    '1,000',
    '1e3',
    '1e-7',
    '1E2',
    '0x10',
    '0b1',
    'NaN',
    'Infinity',
    '-Infinity',
    'null',
    'undefined',
    '$20',
    '20 USD',
    '1_000',
    '1000000',
    '1e21',
    '٢٠',
    '２０',
    '੨੦',
    '20\u200b',
    '\u202e20',
    '20\u0000',
    '²',
    '½',
    '20.0٠',
    '2'.repeat(10_000),
  ])('refuses %j', (text) => {
    expect(parseAmountCents(text)).toBeNull();
  });

  it('is parsed back to the same number of cents after formatting', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (cents) => {
        const text = formatAmount(cents);
        expect(text).toMatch(/^\d+\.\d{2}$/);
        expect(parseAmountCents(text)).toBe(cents);
      }),
    );
  });

  it('accepts only digits with at most two decimals, for any text (ASVS 1.4.2)', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.double().map(String)), (text) => {
        const cents = parseAmountCents(text);
        if (cents === null) return;
        expect(Number.isSafeInteger(cents)).toBe(true);
        expect(formatAmount(cents)).toBe(Number(text).toFixed(2));
      }),
    );
  });

  it('may have one more digit as a total, since fees are added', () => {
    expect(AMOUNT_PATTERN.test('1050000.29')).toBe(false);
    expect(parseAmountCents('1050000.29', TOTAL_PATTERN)).toBe(105_000_029);
    expect(parseAmountCents('10500000.00', TOTAL_PATTERN)).toBeNull();
  });

  it('is read back only from its own format', () => {
    expect(centsOf(formatAmount(105_000_029))).toBe(105_000_029);
    expect(() => centsOf('[erased]')).toThrow('Not an amount');
  });

  it.each([-1, 0.5, NaN, Infinity, 2 ** 53])('never prints %p cents', (cents) => {
    expect(() => formatAmount(cents)).toThrow('Not an amount of cents');
  });
});
