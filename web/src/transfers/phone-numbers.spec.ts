import { parsePhoneNumberFromString as parse } from 'libphonenumber-js/core';
import { parsePhoneNumberFromString as parseAny } from 'libphonenumber-js/min';
import { numbersOfUnitedStates } from '../../phone-numbers';

const PREFIXES = ['', '+', '+1', '011', '+52'];
const REST = ['5550177', '2114567', ') 555-0177'];

/** The handle of a number, or none where handles refuse it (api/src/kernel/handles.ts). */
const known = (phone: ReturnType<typeof parseAny>) =>
  phone?.country === 'US' && phone.isValid() ? phone.number : undefined;

it('knows every area code in a browser as the server does, however the number is written', () => {
  const inBrowser = numbersOfUnitedStates();
  const texts = Array.from({ length: 1_000 }, (_, area) => String(area).padStart(3, '0')).flatMap((area) =>
    PREFIXES.flatMap((prefix) => REST.map((rest) => `${prefix}${area}${rest}`)),
  );
  const differing = texts.filter(
    (text) => known(parse(text, 'US', inBrowser)) !== known(parseAny(text, 'US')),
  );
  expect(differing).toEqual([]);
  expect(texts.filter((text) => known(parseAny(text, 'US')) !== undefined).length).toBeGreaterThan(1_000);
});
