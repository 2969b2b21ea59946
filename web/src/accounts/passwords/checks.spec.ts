import { checkEmail, checkNewPassword, checkRecoveryCode } from './checks';

it.each([
  ['8 characters', 'x'.repeat(8), 'signup.weak'],
  ['9 characters', 'x'.repeat(9), null],
  ['128 characters', 'x'.repeat(128), null],
  ['129 characters', 'x'.repeat(129), 'signup.weak'],
  // One character each for the person who types them, two for JavaScript.
  ['128 emoji', '🎂'.repeat(128), null],
])('a new password of %s has the length that the server takes, or has not', (_, password, error) => {
  expect(checkNewPassword(password)).toBe(error);
});

it.each([
  ['maya@mail.example', null],
  ['\u2068maya@mail.example\u2069', null],
  ['Maya Okafor <maya@mail.example>,', null],
  ['josé@mail.example', null],
  ['', 'auth.emailRequired'],
  ['\u200e ', 'auth.emailRequired'],
  ['maya@mail', 'auth.emailInvalid'],
  ['"maya"@mail.example', 'auth.emailInvalid'],
  [`maya@${'x'.repeat(250)}.example`, 'auth.emailInvalid'],
])('the address %j has the error %s', (typed, error) => {
  expect(checkEmail(typed)).toBe(error);
});

it.each([
  ['K7QF-2M9X-P3DA', null],
  ['k7qf2m9xp3da', null],
  ['K7QF–2M9X–P3DA', null],
  ['K7QF\u20112M9X\u2011P3DA ', null],
  ['\u202dK7QF\u00a02M9X\u00a0P3DA\u202c', null],
  ['Ｋ７ＱＦ-2M9X-P3DA.', null],
  [' - ', 'factor.codeRequired'],
  ['K7QF-2M9X-P3D', 'factor.recoveryInvalid'],
])('the recovery code %j has the error %s', (typed, error) => {
  expect(checkRecoveryCode(typed)).toBe(error);
});
