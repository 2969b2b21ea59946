import { containsCardNumber, passesLuhn } from './card-numbers.js';

describe('a check digit', () => {
  it.each(['4242424242424242', '378282246310005', '6304000000000000', '0'])('is valid: %s', (digits) => {
    expect(passesLuhn(digits)).toBe(true);
  });
  it.each(['4242424242424241', '4242424242424224', '378282246310006'])('is invalid: %s', (digits) => {
    expect(passesLuhn(digits)).toBe(false);
  });
});

/** The zero of scripts in which the other digits follow it. */
const ZEROS = {
  'Arabic-Indic': 0x0660,
  Persian: 0x06f0,
  Devanagari: 0x0966,
  Bengali: 0x09e6,
  Thai: 0x0e50,
  Osmanya: 0x104a0,
  Adlam: 0x1e950,
  'full-width': 0xff10,
  mathematical: 0x1d7ce,
  monospace: 0x1d7f6,
};
const inDigits = (zero: number): string =>
  Array.from('4242424242424242', (digit) => String.fromCodePoint(zero + Number(digit))).join('');

describe('a card number is found', () => {
  it.each([
    ['in one piece', '4242424242424242'],
    ['of 13 digits', '4222222222222'],
    ['of 15 digits', '3782 822463 10005'],
    ['of 19 digits', '6304000000000000000'],
    ['with spaces', '4242 4242 4242 4242'],
    ['with dashes', '4242-4242-4242-4242'],
    ['with several spaces, or others', '4242 \u00a04242 \u2013 4242\t4242'],
    ['in a sentence', 'my card is 4242 4242 4242 4242, thanks'],
    ['before its expiry date', '4242 4242 4242 4242 12/30 123'],
    ['before its expiry date without a slash', '4242 4242 4242 4242 12 30 123'],
    ['after another number', '15 4242424242424242'],
    ['with dots', '4242.4242.4242.4242'],
    ['with slashes, or underscores', '3782/822463/10005'],
    ['inside a word', 'card4242424242424242x'],
    ['in full-width digits', '４２４２４２４２４２４２４２４２'],
    ...Object.entries(ZEROS).map(
      ([script, zero]) => [`in ${script} digits`, inDigits(zero)] as [string, string],
    ),
    ['in digits of several scripts', '4242 ٤٢٤٢ ४२४२ ๔๒๔๒'],
    ['in circled digits, or drawn as keys', '④②④②④②④②④②④②4️⃣2️⃣4️⃣2️⃣'],
    ['with underscores, bullets, stars or apostrophes', "4242_4242•4242*42'42"],
    ['with thousands separators', '٤٢٤٬٢٤٢٬٤٢٤٬٢٤٢٬٤٢٤٬٢'],
    ['with a different separator each', '4242.4242/4242,4242'],
    ['with invisible characters', '4242\u200b4242\u200b4242\u200b4242'],
    ['one digit at a time', '4/0/0/0/0/5/6/6/5/5/6/6/5/5/5/6'],
    ['one digit at a time with dots', '4.0.0.0.0.5.6.6.5.5.6.6.5.5.5.6'],
    ['one digit at a time with several separators', '4, 0, 0, 0: 0; 5; 6; 6 - 5. 5. 6. 6/5/5/5/6'],
    ['one digit at a time between letters', '4x2x4x2x4x2x4x2x4x2x4x2x4x2x4x2'],
    ['in pairs', '37/82/82/24/63/10/00/5'],
    ['beside a UUID', '3c1f7b52-9a0e-4d6c-8f41-6b2d0e9a7c35 4242424242424242'],
  ])('%s', (_, text) => {
    expect(containsCardNumber(text)).toBe(true);
  });
});

describe('no card number is found', () => {
  it.each([
    ['a number with a wrong check digit', '4242424242424241'],
    ['a shorter one', '424242424242'],
    ['a longer one', '42424242424242424242'],
    ['a US phone number', '+1 (336) 555-0142'],
    ['two of them', '336-555-0142, 336-555-0199'],
    ['a UUID, even of digits alone', '42424242-4242-4242-8242-424242424242'],
    ['a reference of the processor', 'pm_1QK9x2R7ab42424242Cd04056'],
    ['an address and a version', '192.168.100.200:4971 2026.11.22'],
    ['a date and time', '2026-11-22T08:51:43.123Z 2026-11-22 08:51:43'],
    ['amounts', '1000.00 525.30 1050.30 126.90'],
    ['amounts in other digits', '١٠٠٠٫٠٠ ٥٢٥٫٣٠ ١٠٥٠٫٣٠ ١٢٦٫٩٠'],
    ['a number with a wrong check digit in other digits', '४२४२४२४२४२४२४२४१'],
    ['values of JSON beside each other', '{"a":4242,"b":"4242","c":4242,"d":4242}'],
    ['a number of no card network, as a platform’s reference', '7992739871399 1234567890123452'],
    ['a number longer than its network’s', '42424242424242426'],
    ['days', '11/22 11/23 11/24 11/25 11/26'],
    ['nothing', ''],
  ])('%s', (_, text) => {
    expect(containsCardNumber(text)).toBe(false);
  });
});

describe('a random number of 13 to 19 digits', () => {
  it('is hardly ever taken for a card number', () => {
    let seed = 1;
    const digit = () => String((seed = (seed * 48_271) % 2_147_483_647) % 10);
    const numbers = Array.from({ length: 2_000 }, (_, at) =>
      Array.from({ length: 13 + (at % 7) }, digit).join(''),
    );
    expect(numbers.filter(containsCardNumber).length).toBeLessThan(60);
  });
});

it('is found in every compatibility form of its digits', () => {
  const characters = Array.from({ length: 0x20000 }, (_, code) => String.fromCodePoint(code));
  const formsOf = (digit: string) => characters.filter((character) => character.normalize('NFKC') === digit);
  const fours = formsOf('4');
  expect(fours.length).toBeGreaterThan(9);
  const missed = fours.filter((four) => !containsCardNumber('4242424242424242'.replaceAll('4', four)));
  const twos = formsOf('2').filter((two) => !containsCardNumber('4242424242424242'.replaceAll('2', two)));
  expect([...missed, ...twos]).toEqual([]);
});
