import { matching, pastRecipients } from './past-recipients';

it('a person is listed once, under the name of the latest transfer', () => {
  const sent = [
    { recipient: 'Sam O.', platform: 'Venmo', handle: '@sam' },
    { recipient: 'Lucía', platform: 'Zelle', handle: 'lucia@mail.example' },
    { recipient: 'Samuel', platform: 'Venmo', handle: '@sam' },
  ] as const;
  expect(pastRecipients(sent).map(({ name }) => name)).toEqual(['Sam O.', 'Lucía']);
  expect(matching(pastRecipients(sent), 'lucia').map(({ name }) => name)).toEqual(['Lucía']);
});
