import {
  formatAmountInput,
  formatArrival,
  formatBasisPoints,
  formatMoney,
  formatMoneyShort,
  formatPolicyDate,
  parseAmountInput,
  splitMoney,
} from './format';

describe('money', () => {
  it.each(['en', 'es'])('uses US notation in %s', (language) => {
    expect(formatMoney('1234.50', language)).toBe('$1,234.50');
    expect(formatMoney(123450, language)).toBe('$1,234.50');
    expect(formatAmountInput('1234.50', language)).toBe('1,234.50');
  });

  it('omits the cents only of round limits', () => {
    expect(formatMoneyShort('250.00', 'en')).toBe('$250');
    expect(formatMoneyShort('250.50', 'en')).toBe('$250.50');
  });

  it('separates the cents of a headline amount', () => {
    expect(splitMoney('1050.30', 'en')).toEqual({ whole: '$1,050', cents: '.30' });
  });
});

describe('a typed amount', () => {
  it.each([
    ['20', '20.00'],
    ['20.5', '20.50'],
    [' $20.00 ', '20.00'],
    ['1,234.5', '1234.50'],
    ['1,000', '1000.00'],
    ['12,50', '12.50'],
    ['.5', '0.50'],
    ['5.', '5.00'],
    ['0', '0.00'],
    ['20 USD', '20.00'],
    ['20usd', '20.00'],
    ['USD 20', '20.00'],
    ['US$20', '20.00'],
    ['US$ 1,234.50', '1234.50'],
    ['20 $', '20.00'],
    ['$20.00 USD', '20.00'],
    ['\u202d$20.00\u202c', '20.00'],
    ['20,50\u00a0US$', '20.50'],
    ['＄２０', '20.00'],
  ])('%j means %s', (typed, amount) => {
    expect(parseAmountInput(typed)).toBe(amount);
  });

  it.each([
    '',
    ' ',
    '$',
    '.',
    ',',
    'abc',
    '1e3',
    '-5',
    '1.234',
    '12,3456',
    '1,23,456',
    '1.2.3',
    'USD',
    '20 EUR',
    '20 CUSD',
    'US20',
    '20 20',
    '١٢',
    '9'.repeat(30),
  ])('%j is not an amount', (typed) => {
    expect(parseAmountInput(typed)).toBeNull();
  });
});

describe('rules and dates', () => {
  it('formats the percentage of each fee schedule', () => {
    expect(formatBasisPoints(300, 'en')).toBe('3%');
    expect(formatBasisPoints(30, 'en')).toBe('0.30%');
  });

  it('formats a stored policy date for each language', () => {
    expect(formatPolicyDate('2025-09-01', 'en')).toBe('09/01/2025');
    expect(formatPolicyDate('2025-09-01', 'es')).toBe('1 de septiembre de 2025');
  });

  it('names the day of an arrival that is not today', () => {
    const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 20);
    expect(formatArrival(at(24, 14).toISOString(), 'en', at(24, 13))).toBe('2:20 PM');
    expect(formatArrival(at(27, 9).toISOString(), 'en', at(24, 13))).toBe('Fri, Nov 27, 9:20 AM');
  });
});
