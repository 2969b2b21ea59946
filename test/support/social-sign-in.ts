import type { SocialProvider } from '../../api/src/kernel/people/accounts.js';
import type { Client, TestResponse } from './client.js';

/** A person as the simulated providers describe them. */
export interface ProviderPerson {
  readonly email: string;
  readonly emailVerified: boolean;
  readonly givenName: string;
  readonly familyName: string;
  readonly isPrivate?: boolean;
}

let people = 0;

/** A new, unique person at the provider. */
export function providerPerson(changed: Partial<ProviderPerson> = {}): ProviderPerson {
  people += 1;
  const email = `riley${String(people)}@mail.example`;
  return { email, emailVerified: true, givenName: 'Riley', familyName: 'Brooks', ...changed };
}

/** Starts a sign-in; returns the address of the provider's page. */
export async function leave(
  person: Client,
  query = '?acceptTerms=true',
  provider: SocialProvider = 'google',
): Promise<URL> {
  const answer = await person.request('GET', `/auth/${provider}/start${query}`);
  if (answer.status !== 302) throw new Error(`No start: ${String(answer.status)} ${answer.text}`);
  return new URL(String(answer.headers['location']));
}

/** Presses a button of the account chooser; returns the path and query to return to. */
export async function choose(address: URL, choice: ProviderPerson | 'cancel'): Promise<string> {
  const { pathname, search } = new URL((await press(address, choice)).headers.get('location') ?? '');
  return `${pathname.replace('/api', '')}${search}`;
}

/** Presses a button of Apple's account chooser; returns the form that its page posts to us. */
export async function chooseAtApple(
  address: URL,
  choice: ProviderPerson | 'cancel',
): Promise<{ readonly path: string; readonly form: URLSearchParams }> {
  const page = await (await press(address, choice)).text();
  const [, action = ''] = /action="([^"]*)"/.exec(page) ?? [];
  const fields = [...page.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
  const form = new URLSearchParams(fields.map(([, name = '', value = '']) => [name, unescaped(value)]));
  return { path: new URL(action).pathname.replace('/api', ''), form };
}

/** A complete sign-in with Apple, up to the callback's response. */
export async function signInWithApple(
  person: Client,
  choice: ProviderPerson | 'cancel',
  query?: string,
): Promise<TestResponse> {
  const { path, form } = await chooseAtApple(await leave(person, query, 'apple'), choice);
  return follow(person, await person.postFromElsewhere(path, form));
}

/** Follows the redirect of a response. */
export function follow(person: Client, { headers }: TestResponse): Promise<TestResponse> {
  return person.request('GET', String(headers['location']).replace('/api', ''));
}

function unescaped(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

async function press(address: URL, choice: ProviderPerson | 'cancel') {
  const form = new URLSearchParams(address.search);
  form.set('choice', choice === 'cancel' ? choice : JSON.stringify(choice));
  return fetch(new URL(address.pathname, address), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
    redirect: 'manual',
  });
}

/** A complete sign-in, up to the callback's response. */
export async function signInWith(
  person: Client,
  choice: ProviderPerson | 'cancel',
  query?: string,
): Promise<TestResponse> {
  return person.request('GET', await choose(await leave(person, query), choice));
}

/** The screen that a response redirects to. */
export function screenOf({ status, headers }: TestResponse): readonly [number, string] {
  return [status, String(headers['location'])];
}

/** The message from the popup to the page that opened it. */
export function messageOf({ text }: TestResponse): unknown {
  const [, message = ''] = /data-message="([^"]*)"/.exec(text) ?? [];
  return JSON.parse(message.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))));
}
