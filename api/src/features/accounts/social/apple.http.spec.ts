import { openAccounts, UNLIMITED, confirmedPerson } from '../../../../../test/support/accounts-app.js';
import {
  chooseAtApple,
  follow,
  leave,
  messageOf,
  type ProviderPerson,
  providerPerson,
  screenOf,
  signInWith,
  signInWithApple,
} from '../../../../../test/support/social-sign-in.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import type { Me } from '../../../kernel/people/accounts.js';
import { appleSubjectOf, subjectOf } from '../../../../../simulator/openid/openid-kinds.js';

const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
  app = await openAccounts({ withSimulator: true, ...UNLIMITED, log: (line) => void lines.push(line) });
});
afterAll(() => app.close());

const refusedAs = (code: string, page = '/signin') => [302, `${page}?social=${code}`];
const callback = '/auth/apple/callback';
const relayPerson = () => providerPerson({ email: `${crypto.randomUUID()}@relay.example`, isPrivate: true });

describe('signing up with Apple', () => {
  it('requests a form post, and creates a confirmed account with the name sent along with the code', async () => {
    const riley = providerPerson();
    const browser = app.browser();
    const address = await leave(browser, '?acceptTerms=true&locale=es', 'apple');
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      response_mode: 'form_post',
      scope: 'openid email name',
      code_challenge_method: 'S256',
    });
    const { path, form } = await chooseAtApple(address, riley);
    const posted = await browser.postFromElsewhere(path, form);
    expect(posted.status).toBe(303);
    // A name in an address would be in the logs of every proxy.
    expect(String(posted.headers['location'])).not.toContain('Riley');
    expect(screenOf(await follow(browser, posted))).toEqual([302, '/dashboard']);
    expect(await browser.me()).toMatchObject({
      email: riley.email,
      emailConfirmed: true,
      fullName: 'Riley Brooks',
      locale: 'es',
      signInMethods: ['apple'],
    });
    expect([...browser.cookies.keys()].filter((name) => name.includes('social'))).toEqual([]);
  });

  it('keeps the name, which Apple sends only once, when the terms are missing', async () => {
    const riley = providerPerson();
    const browser = app.browser();
    expect(screenOf(await signInWithApple(browser, riley, '?page=/signup'))).toEqual(
      refusedAs('accept_terms_error', '/signup'),
    );
    const { path, form } = await chooseAtApple(await leave(browser, undefined, 'apple'), riley);
    expect(form.has('user')).toBe(false);
    await follow(browser, await browser.postFromElsewhere(path, form));
    expect((await browser.me()).fullName).toBe('Riley Brooks');
  });

  it.each([
    ['of another person', { name: { firstName: 'Mallory' }, email: 'mallory@mail.example' }],
    ['with a card number', { name: { firstName: '4242 4242 4242 4242' }, email: '' }],
    ['of no known form', ['Mallory']],
  ])('ignores a name %s', async (_, user) => {
    const riley = providerPerson();
    const browser = app.browser();
    const { path, form } = await chooseAtApple(await leave(browser, undefined, 'apple'), riley);
    const sent = Array.isArray(user) || user.email !== '' ? user : { ...user, email: riley.email };
    form.set('user', JSON.stringify(sent));
    await follow(browser, await browser.postFromElsewhere(path, form));
    expect((await browser.me()).firstName).toBe(riley.email.split('@')[0]);
  });

  it('accepts the relay address of a person who hides theirs', async () => {
    const hidden = relayPerson();
    const browser = app.browser();
    await signInWithApple(browser, hidden);
    expect(await browser.me()).toMatchObject({ email: hidden.email, emailConfirmed: true });
  });

  it("separates Apple's from Google's identities, and keeps their ids out of the log", async () => {
    const riley = providerPerson();
    const browser = app.browser();
    await signInWithApple(browser, riley);
    expect(screenOf(await signInWith(app.browser(), riley))).toEqual([302, '/signin/link']);
    const ids = [appleSubjectOf(riley.email), subjectOf(riley.email)];
    expect(lines.filter((line) => ids.some((id) => line.includes(id)))).toEqual([]);
  });
});

describe('signing in with Apple', () => {
  it('finds the account again, and recognizes the browser', async () => {
    const riley = providerPerson();
    const browser = app.browser();
    await signInWithApple(browser, riley);
    const { uid } = await browser.me();
    expect(screenOf(await signInWithApple(browser, riley, '?returnTo=/transactions'))).toEqual([
      302,
      '/transactions',
    ]);
    expect((await browser.me()).uid).toBe(uid);
    await signInWithApple(app.browser(), riley, '');
    const mail = await app.inbox.mailTo(riley.email);
    expect(mail.source).toContain('New sign-in to your account');
    expect(app.inbox.mails.filter(({ to }) => to === riley.email)).toHaveLength(1);
  });

  it('reports to the window that opened the popup, through the form', async () => {
    const browser = app.browser();
    const address = await leave(browser, '?acceptTerms=true&popup=true', 'apple');
    const { path, form } = await chooseAtApple(address, providerPerson());
    const posted = await browser.postFromElsewhere(path, form);
    expect(posted.headers['cross-origin-opener-policy']).toBe('unsafe-none');
    expect(messageOf(await follow(browser, posted))).toEqual({ type: 'flip:social', result: { ok: true } });
  });

  it('can be cancelled at Apple', async () => {
    expect(screenOf(await signInWithApple(app.browser(), 'cancel'))).toEqual(refusedAs('social_cancelled'));
  });

  it('links an existing account with its password', async () => {
    const { person } = await confirmedPerson(app);
    const browser = app.browser();
    const riley: ProviderPerson = providerPerson({ email: person.email });
    expect(screenOf(await signInWithApple(browser, riley))).toEqual([302, '/signin/link']);
    expect((await browser.request('GET', '/auth/link')).body).toMatchObject({ provider: 'apple' });
    const linked = await browser.post<Me>('/auth/link', { password: person.password });
    expect(linked.body.signInMethods).toEqual(['password', 'apple']);
    await app.inbox.mailTo(person.email, { path: 'sign in with Apple' });
  });
});

describe('a posted response', () => {
  const answered = async () => {
    const browser = app.browser();
    const { form } = await chooseAtApple(await leave(browser, undefined, 'apple'), providerPerson());
    return { browser, form };
  };

  it('opens no session on its own or in another browser', async () => {
    const { browser, form } = await answered();
    const posted = await browser.postFromElsewhere(callback, form);
    expect(posted.cookies.map(({ name }) => name)).toEqual(['flip_social_user']);
    expect(screenOf(await follow(app.browser(), posted))).toEqual(refusedAs('social_expired'));
  });

  it('with the state of another attempt is refused, and the current attempt stays open', async () => {
    const { browser, form } = await answered();
    const wrong = new URLSearchParams({ ...Object.fromEntries(form), state: 'other' });
    expect(screenOf(await follow(browser, await browser.postFromElsewhere(callback, wrong)))).toEqual(
      refusedAs('social_failed'),
    );
    expect(screenOf(await follow(browser, await browser.postFromElsewhere(callback, form)))).toEqual([
      302,
      '/dashboard',
    ]);
  });

  it("is accepted only by its own provider's callback", async () => {
    const { browser, form } = await answered();
    const google = await browser.request('GET', `/auth/google/callback?${form.toString()}`);
    expect(screenOf(google)).toEqual(refusedAs('social_failed'));
  });

  it('redirects nowhere else, regardless of its content', async () => {
    const form = new URLSearchParams({ state: 's\r\nx: y', code: 'x'.repeat(1_001), next: '//evil.example' });
    const { headers } = await app.browser().postFromElsewhere(callback, form);
    expect(headers['location']).toBe('/api/auth/apple/callback?state=s%0D%0Ax%3A+y');
  });

  it.each([
    ['as JSON', '{}', 'application/json', 415],
    ['as multipart', '--x--', 'multipart/form-data; boundary=x', 415],
    ['as plain text', 'code=x', 'text/plain', 415],
    ['over 4 KB', `code=${'x'.repeat(4_096)}`, undefined, 413],
  ])('%s is refused', async (_, form, type, status) => {
    expect((await app.browser().postFromElsewhere(callback, form, type)).status).toBe(status);
  });

  it('is accepted only from Apple: no other route accepts a form or a cross-site request', async () => {
    expect((await app.browser().postFromElsewhere('/auth/google/callback', 'code=x')).status).toBe(404);
    expect((await app.browser().postFromElsewhere('/auth/sign-out', 'x=y')).status).toBe(403);
  });
});
