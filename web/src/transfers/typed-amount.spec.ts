import { centsOfTyped, tidyTyped } from './typed-amount';

describe('a typed amount', () => {
  it.each([
    ['1,234.5', 123_450],
    ['120', 12_000],
    ['$20', 2_000],
    [' 0020 ', 2_000],
    ['.5', 50],
    ['20.', 2_000],
    ['0.00', 0],
    ['999,999.99', 99_999_999],
  ])('reads %s', (text, cents) => {
    expect(centsOfTyped(text)).toBe(cents);
  });

  it.each(['12,50', '1,23', '1e3', '-5', '1.234', 'abc', '', '.', '1,2345', '1234567', '٣'])(
    'does not guess at %s',
    (text) => {
      expect(centsOfTyped(text)).toBeNull();
    },
  );

  it('gets its two decimals when the field is left, and stays as typed when it is none', () => {
    expect(tidyTyped('1,234.5')).toBe('1234.50');
    expect(tidyTyped('12,50')).toBe('12,50');
  });
});
