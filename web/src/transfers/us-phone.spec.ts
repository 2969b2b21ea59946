import { array, assert, constantFrom, integer, oneof, property, tuple } from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { usPattern } from '../../phone-numbers';
import { usPhoneIn } from '../../us-phone';

const PREFIXES = [
  '',
  '+',
  '+1',
  '1',
  '+11',
  '11',
  '011',
  '0111',
  '01111',
  '+0111',
  '00',
  '001',
  '+52',
  '1 1',
];
const EXCHANGES = ['200', '211', '300', '555', '911', '999', '123', '099'];

/** The number that the package knows in the United States, as the server does. */
function known(text: string): string | undefined {
  const phone = parsePhoneNumberFromString(text, 'US');
  return phone?.country === 'US' && phone.isValid() ? phone.number : undefined;
}

const pattern = usPattern();
const expectSame = (text: string) => {
  expect([text, usPhoneIn(text, pattern)?.number]).toEqual([text, known(text)]);
};

it('knows every area code as the server does, however the number begins', () => {
  let valid = 0;
  for (let area = 0; area < 1_000; area += 1) {
    const digits = String(area).padStart(3, '0');
    const texts = [
      ...EXCHANGES.map((exchange) => `${digits}${exchange}4567`),
      ...PREFIXES.map((prefix) => `${prefix}${digits}5554567`),
    ];
    for (const text of texts) {
      if (known(text) !== undefined) valid += 1;
      expectSame(text);
    }
  }
  expect(valid).toBeGreaterThan(1_000);
});

it('reads separators and odd lengths as the server does', () => {
  const digit = integer({ min: 0, max: 9 }).map(String);
  const separated = tuple(digit, constantFrom('', '', '', ' ', '-', '.', '(', ')', ') ')).map((pair) =>
    pair.join(''),
  );
  const area = constantFrom('415', '(415) ', '787', '212-', '800', '310', '1 415 ');
  const number = tuple(
    constantFrom(...PREFIXES),
    oneof(area, constantFrom('')),
    array(separated, { minLength: 5, maxLength: 12 }),
  ).map(([prefix, code, rest]) => `${prefix}${code}${rest.join('')}`.trim());
  assert(property(number, expectSame), { numRuns: 3_000 });
});
