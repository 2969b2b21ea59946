import { namesOf } from './social-names.js';

describe('the names of an account from a provider', () => {
  const email = 'riley.brooks@mail.example';
  const named = (firstName?: string, lastName?: string, name?: string) =>
    Object.values(namesOf({ email, firstName, lastName, name }));

  it.each([
    ['given and family name', named('Riley', 'Brooks', 'R. B.'), ['Riley', 'Brooks']],
    ['one name only', named('Riley'), ['Riley', '']],
    ['the full name alone', named(undefined, undefined, 'Riley  de la Cruz'), ['Riley', 'de la Cruz']],
    ['no name', named(), ['riley.brooks', '']],
    ['characters that nobody sees', named('Ri\u200bley\u202e', ' Brooks\n'), ['Riley', 'Brooks']],
    ['a name too long', named('x'.repeat(200), 'y'), ['x'.repeat(80), 'y']],
  ])('%s', (_, names, expected) => expect(names).toEqual(expected));
});
