import { matching, pastRecipients } from './past-recipients';

it('a person is listed once, under the name of the latest transfer', () => {
  const sent = [
    { recipient: 'Sam O.', platform: 'Venmo', handle: '@sam' },
    { recipient: 'Lucía', platform: 'Zelle', handle: 'lucia@mail.example' },
    { recipient: 'Samuel', platform: 'Venmo', handle: '@sam' },
  ] as const;
  expect(pastRecipients(sent).map(({ name }) => name)).toEqual(['Sam O.', 'Lucía']);
});

it.each([
  ['lucia', 'Lucía'],
  ["o'b", 'Łukasz O’Brien'],
  ['lukasz', 'Łukasz O’Brien'],
  ['336-555-0177', 'Łukasz O’Brien'],
])('%s finds %s', (text, name) => {
  const sent = [
    { recipient: 'Lucía', platform: 'Zelle', handle: 'lucia@mail.example' },
    { recipient: 'Łukasz O’Brien', platform: 'Zelle', handle: '+13365550177' },
  ] as const;
  expect(matching(pastRecipients(sent), text).map((found) => found.name)).toEqual([name]);
});
