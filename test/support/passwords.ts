/** Both are strong, as the password strength spec verifies. */
export const PASSWORD = 'violet-harbor-lantern-42';
export const OTHER_PASSWORD = 'copper-teapot-meadow-19';

let people = 0;

/** What a new, unique person signs up with. */
export function newPerson() {
  people += 1;
  return {
    firstName: 'Ana',
    lastName: 'Torres',
    email: `ana${String(people)}@people.example`,
    password: PASSWORD,
    acceptTerms: true,
  };
}
