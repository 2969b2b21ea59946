import fc from 'fast-check';
import { parsePhoneNumberFromString as parse } from 'libphonenumber-js/min';
import { patternOfUnitedStates } from '../../../phone-numbers';
import { numberOfUnitedStates } from '../../recipients/united-states-number';

const PREFIXES = ['', '+', '+1', '011', '0111', '+1 1', '1 1', '+52'];
const RESTS = ['5550177', '2114567', ') 555-0177'];
const NATIONAL = patternOfUnitedStates();
/** The characters of a handle that is read as a number (api/src/kernel/text/handles.ts). */
const CHARACTERS = [...'0123456789 ().-'];

/** The handle of a number, or none where handles refuse it. */
const onServer = (text: string) => {
  const phone = parse(text, 'US');
  return phone?.country === 'US' && phone.isValid() ? phone.number : undefined;
};
const inBrowser = (text: string) => numberOfUnitedStates(text, NATIONAL)?.number;

it('knows every area code in a browser as the server does, however the number is written', () => {
  const texts = Array.from({ length: 1_000 }, (_, area) => String(area).padStart(3, '0')).flatMap((area) =>
    PREFIXES.flatMap((prefix) => RESTS.map((rest) => `${prefix}${area}${rest}`)),
  );
  expect(texts.filter((text) => inBrowser(text) !== onServer(text))).toEqual([]);
  expect(texts.filter((text) => inBrowser(text) !== undefined).length).toBeGreaterThan(1_000);
});

it('reads any number in a browser as the server does', () => {
  const typed = fc
    .tuple(
      fc.constantFrom(...PREFIXES, '1', '01', '001'),
      fc.array(fc.constantFrom(...CHARACTERS), { minLength: 7, maxLength: 18 }),
    )
    .map(([prefix, characters]) => (prefix + characters.join('')).trim());
  fc.assert(fc.property(typed, (text) => inBrowser(text) === onServer(text)));
});
