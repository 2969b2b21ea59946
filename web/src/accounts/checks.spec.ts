import { checkNewPassword } from './checks';

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
