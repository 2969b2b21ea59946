import type { Answer, Person } from './accounts-app.js';

/** A person as the simulated provider describes them. */
export interface ProviderPerson {
  readonly email: string;
  readonly emailVerified: boolean;
  readonly givenName: string;
  readonly familyName: string;
}

let people = 0;

/** A new, unique person at the provider. */
export function providerPerson(changed: Partial<ProviderPerson> = {}): ProviderPerson {
  people += 1;
  const email = `riley${String(people)}@mail.example`;
  return { email, emailVerified: true, givenName: 'Riley', familyName: 'Brooks', ...changed };
}

/** Leaves for the provider; returns the address of its page. */
export async function leave(person: Person, query = '?acceptTerms=true'): Promise<URL> {
  const answer = await person.ask('GET', `/auth/google/start${query}`);
  if (answer.status !== 302) throw new Error(`No start: ${String(answer.status)} ${answer.text}`);
  return new URL(String(answer.headers['location']));
}

/** Presses a button of the account chooser; returns the path and query to return to. */
export async function choose(address: URL, choice: ProviderPerson | 'cancel'): Promise<string> {
  const form = new URLSearchParams(address.search);
  form.set('choice', choice === 'cancel' ? choice : JSON.stringify(choice));
  const pressed = await fetch(new URL(address.pathname, address), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
    redirect: 'manual',
  });
  const { pathname, search } = new URL(pressed.headers.get('location') ?? '');
  return `${pathname.replace('/api', '')}${search}`;
}

/** The whole journey, up to the answer of the callback. */
export async function signInWith(
  person: Person,
  choice: ProviderPerson | 'cancel',
  query?: string,
): Promise<Answer<object>> {
  return person.ask('GET', await choose(await leave(person, query), choice));
}

/** The screen that an answer leads to. */
export function screenOf({ status, headers }: Answer<object>): readonly [number, string] {
  return [status, String(headers['location'])];
}

/** The message of a popup's page to the page that opened it. */
export function messageOf({ text }: Answer<object>): unknown {
  const [, message = ''] = /data-message="([^"]*)"/.exec(text) ?? [];
  return JSON.parse(message.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))));
}
