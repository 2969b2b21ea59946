import { CommandBus } from '@nestjs/cqrs';
import {
  AccountsApp,
  newPerson,
  OTHER_PASSWORD,
  type Person,
} from '../../../../test/support/accounts-app.js';
import {
  choose,
  chooseAtApple,
  follow,
  type ProviderPerson,
  providerPerson,
  screenOf,
  signInWith,
  signInWithApple,
} from '../../../../test/support/social-sign-in.js';
import type { ProviderPage } from '../../kernel/accounts.js';
import { Administer } from '../administer-account.command.js';

let app: AccountsApp;
beforeAll(async () => {
  app = await AccountsApp.open({ withSimulator: true, env: { RATE_LIMIT: 'off' } });
});
afterAll(() => app.close());

const refusedAs = (code: string) => [302, `/profile?social=${code}`];

async function signedIn() {
  const person = newPerson();
  await app.person().signUp(person);
  const browser = app.person();
  await browser.signIn(person.email);
  return { person, browser };
}

/** Leaves with the password, chooses at Google, and comes back. */
async function linkGoogle(browser: Person, password: string, choice: ProviderPerson | 'cancel') {
  const left = await browser.post<ProviderPage>('/auth/google/link', { password });
  return browser.request('GET', await choose(new URL(left.body.address), choice));
}

describe('linking a provider on the profile', () => {
  it('requires the password first, and accepts any account at the provider, whatever its address', async () => {
    const { person, browser } = await signedIn();
    const riley = providerPerson();
    expect(screenOf(await linkGoogle(browser, person.password, riley))).toEqual([302, '/profile']);
    const me = await browser.me();
    expect(me).toMatchObject({ email: person.email, signInMethods: ['password', 'google'] });
    // The provider vouches for another address than the one of the account.
    expect(me.emailConfirmed).toBe(false);
    const again = app.person();
    expect(screenOf(await signInWith(again, riley))).toEqual([302, '/dashboard']);
    expect((await again.me()).uid).toBe(me.uid);
    const mail = await app.mailTo(person.email, { path: '/forgot' });
    expect(mail.source).toContain('You can now sign in with Google');
  });

  it("confirms the account's address when the provider has the same one", async () => {
    const { person, browser } = await signedIn();
    await linkGoogle(browser, person.password, providerPerson({ email: person.email }));
    expect((await browser.me()).emailConfirmed).toBe(true);
  });

  it('links an Apple account that hides its address', async () => {
    const { person, browser } = await signedIn();
    const hidden = providerPerson({ email: `${crypto.randomUUID()}@relay.example`, isPrivate: true });
    const { password } = person;
    const left = await browser.post<ProviderPage>('/auth/apple/link', { password, locale: 'es' });
    const address = new URL(left.body.address);
    expect(address.searchParams.get('ui_locales')).toBe('es');
    const { path, form } = await chooseAtApple(address, hidden);
    const back = await follow(browser, await browser.postFromElsewhere(path, form));
    expect(screenOf(back)).toEqual([302, '/profile']);
    const again = app.person();
    await signInWithApple(again, hidden);
    expect((await again.me()).email).toBe(person.email);
  });

  it('is refused with a wrong password, before the redirect', async () => {
    const { browser } = await signedIn();
    const refused = await browser.post('/auth/google/link', { password: 'not-the-password-1' });
    expect([refused.status, refused.body.code]).toEqual([422, 'current_password_wrong']);
    expect(browser.cookies.has('flip_social')).toBe(false);
  });

  it('is refused until the account has a password', async () => {
    const browser = app.person();
    await signInWithApple(browser, providerPerson());
    const refused = await browser.post('/auth/google/link', { password: OTHER_PASSWORD });
    expect([refused.status, refused.body.code]).toEqual([409, 'last_sign_in_method']);
  });

  it('is refused for staff, without a session, and for an unknown provider', async () => {
    const { person, browser } = await signedIn();
    const { password } = person;
    expect((await browser.post('/auth/other/link', { password })).status).toBe(404);
    expect((await app.person().post('/auth/google/link', { password })).status).toBe(401);
    const grant = { type: 'GrantRole', role: 'lead' } as const;
    await app.get(CommandBus).execute(new Administer(person.email, grant, 'test'));
    expect((await browser.post('/auth/google/link', { password })).body.code).toBe('social_staff');
  });

  it("returns to the profile with a refusal after a cancel, or for another account's identity", async () => {
    const { person, browser } = await signedIn();
    expect(screenOf(await linkGoogle(browser, person.password, 'cancel'))).toEqual(
      refusedAs('social_cancelled'),
    );
    const riley = providerPerson();
    await signInWith(app.person(), riley);
    expect(screenOf(await linkGoogle(browser, person.password, riley))).toEqual(refusedAs('social_taken'));
    expect((await browser.me()).signInMethods).toEqual(['password']);
  });

  it('opens no session in a browser that has signed out in the meantime', async () => {
    const { person, browser } = await signedIn();
    const left = await browser.post<ProviderPage>('/auth/google/link', { password: person.password });
    await browser.post('/auth/sign-out');
    await browser.request('GET', await choose(new URL(left.body.address), providerPerson()));
    expect((await browser.request('GET', '/me')).status).toBe(401);
  });

  it('accepts an identity that another account has unlinked', async () => {
    const first = await signedIn();
    const riley = providerPerson();
    await linkGoogle(first.browser, first.person.password, riley);
    await first.browser.post('/auth/google/unlink', { password: first.person.password });
    const second = await signedIn();
    await linkGoogle(second.browser, second.person.password, riley);
    const again = app.person();
    await signInWith(again, riley);
    expect((await again.me()).email).toBe(second.person.email);
  });
});
