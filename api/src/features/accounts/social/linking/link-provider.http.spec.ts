import { CommandBus } from '@nestjs/cqrs';
import { openAccounts, UNLIMITED, confirmedPerson } from '../../../../../../test/support/accounts-app.js';
import type { Client } from '../../../../../../test/support/client.js';
import { newPerson, OTHER_PASSWORD } from '../../../../../../test/support/passwords.js';
import { tokenIn } from '../../../../../../test/support/smtp-inbox.js';
import {
  choose,
  chooseAtApple,
  follow,
  type ProviderPerson,
  providerPerson,
  screenOf,
  signInWith,
  signInWithApple,
} from '../../../../../../test/support/social-sign-in.js';
import type { TestApp } from '../../../../../../test/support/test-app.js';
import type { ProviderPage } from '../../../../kernel/people/accounts.js';
import type { AccountEvent } from '../../account/account-events.rules.js';
import { Administer } from '../../account/administer-account.command.js';

let app: TestApp;
beforeAll(async () => {
  app = await openAccounts({ withSimulator: true, ...UNLIMITED });
});
afterAll(() => app.close());

const refusedAs = (code: string) => [302, `/profile?social=${code}`];

interface Ending {
  readonly person: ReturnType<typeof newPerson>;
  readonly browser: Client;
  readonly reset: typeof reset;
  readonly operate: typeof operate;
}

async function reset(email: string) {
  await app.browser().post('/auth/forgot', { email });
  const token = tokenIn(await app.inbox.mailTo(email, { path: '/reset' }));
  expect((await app.browser().post('/auth/reset', { token, password: OTHER_PASSWORD })).status).toBe(204);
}

function operate(email: string, change: Administer['change']): Promise<unknown> {
  return app.get(CommandBus).execute(new Administer(email, change, 'test'));
}

/** Leaves with the password, chooses at Google, and comes back. */
async function linkGoogle(browser: Client, password: string, choice: ProviderPerson | 'cancel') {
  const left = await browser.post<ProviderPage>('/auth/google/link', { password });
  return browser.request('GET', await choose(new URL(left.body.address), choice));
}

describe('linking a provider on the profile', () => {
  it('requires the password first, and accepts any account at the provider, with any address (ASVS 7.5.1, 10.1.2, 10.2.1, 10.5.1)', async () => {
    const { person, browser } = await confirmedPerson(app);
    const riley = providerPerson();
    expect(screenOf(await linkGoogle(browser, person.password, riley))).toEqual([302, '/profile']);
    const me = await browser.me();
    expect(me).toMatchObject({ email: person.email, signInMethods: ['password', 'google'] });
    const again = app.browser();
    expect(screenOf(await signInWith(again, riley))).toEqual([302, '/dashboard']);
    expect((await again.me()).uid).toBe(me.uid);
    await app.inbox.mailTo(person.email, { path: 'You can now sign in with Google' });
  });

  it('is refused until the address is confirmed', async () => {
    const { email, password } = newPerson();
    const browser = app.browser();
    await browser.signUp({ email });
    await browser.signIn(email);
    const refused = await browser.post('/auth/google/link', { password });
    expect([refused.status, refused.body.code]).toEqual([403, 'email_not_confirmed']);
    expect(browser.cookies.has('flip_social')).toBe(false);
  });

  it.each<[string, (person: Ending) => Promise<unknown>]>([
    ['the password was reset', ({ person, reset }) => reset(person.email)],
    [
      'the password was changed in the same session',
      ({ browser, person }) =>
        browser.post('/auth/password', { current: person.password, password: OTHER_PASSWORD }),
    ],
    ['the session signed out everywhere', ({ browser }) => browser.request('DELETE', '/sessions')],
    ['the session signed out', ({ browser }) => browser.post('/auth/sign-out')],
    ['the account was suspended', ({ person, operate }) => operate(person.email, { type: 'SuspendAccount' })],
    [
      'the operator ended its sessions',
      ({ person, operate }) => operate(person.email, { type: 'EndSessions' }),
    ],
  ])('that began before is not finished after %s', async (_, end) => {
    const { person, browser } = await confirmedPerson(app);
    const riley = providerPerson();
    const left = await browser.post<ProviderPage>('/auth/google/link', { password: person.password });
    await end({ person, browser, reset, operate });
    const back = await browser.request('GET', await choose(new URL(left.body.address), riley));
    expect(screenOf(back)).toEqual(refusedAs('social_expired'));
    // Not linked, and still free for another account.
    const again = app.browser();
    expect(screenOf(await signInWith(again, riley))).toEqual([302, '/dashboard']);
    expect((await again.me()).email).toBe(riley.email);
  });

  it('with another address ends with a reset of the password, with the same address it stays', async () => {
    const { person, browser } = await confirmedPerson(app);
    const [own, foreign] = [providerPerson({ email: person.email }), providerPerson()];
    await linkGoogle(browser, person.password, own);
    await linkGoogle(browser, person.password, foreign);
    await reset(person.email);
    expect(screenOf(await signInWith(app.browser(), own))).toEqual([302, '/dashboard']);
    const stranger = app.browser();
    await signInWith(stranger, foreign);
    expect((await stranger.me()).email).toBe(foreign.email);
  });

  it.each([
    ['on the profile', false],
    ['with the password at a sign-in', true],
  ])('that was begun before the address changed does not count for the new one: %s', async (_, atSignIn) => {
    const { person, browser, uid } = await confirmedPerson(app);
    const own = providerPerson({ email: person.email });
    const to = newPerson().email;
    const changeAddress = async () => {
      await browser.post('/me/email', { email: to });
      for (const [end, address] of [
        ['old', person.email],
        ['new', to],
      ] as const) {
        const token = await app.inbox.tokenTo(address, `/change-email?at=${end}`);
        expect((await app.browser().post('/auth/email/confirm', { token, end })).status).toBe(200);
      }
    };
    if (atSignIn) {
      const stranger = app.browser();
      expect(screenOf(await signInWith(stranger, own))).toEqual([302, '/signin/link']);
      await changeAddress();
      expect((await stranger.post('/auth/link', { password: person.password })).status).toBe(200);
    } else {
      const left = await browser.post<ProviderPage>('/auth/google/link', { password: person.password });
      await changeAddress();
      await browser.request('GET', await choose(new URL(left.body.address), own));
    }
    const linked = (await app.events<AccountEvent>(`account-${uid}`)).at(-1);
    expect(linked).toMatchObject({ type: 'ExternalIdentityLinked', data: { ownAddress: false } });
  });

  it('links an Apple account that hides its address', async () => {
    const { person, browser } = await confirmedPerson(app);
    const hidden = providerPerson({ email: `${crypto.randomUUID()}@relay.example`, isPrivate: true });
    const { password } = person;
    const left = await browser.post<ProviderPage>('/auth/apple/link', { password, locale: 'es' });
    const address = new URL(left.body.address);
    expect(address.searchParams.get('ui_locales')).toBe('es');
    const { path, form } = await chooseAtApple(address, hidden);
    const back = await follow(browser, await browser.postFromElsewhere(path, form));
    expect(screenOf(back)).toEqual([302, '/profile']);
    const again = app.browser();
    await signInWithApple(again, hidden);
    expect((await again.me()).email).toBe(person.email);
  });

  it('is refused with a wrong password, before the redirect', async () => {
    const { browser } = await confirmedPerson(app);
    const refused = await browser.post('/auth/google/link', { password: 'not-the-password-1' });
    expect([refused.status, refused.body.code]).toEqual([422, 'current_password_wrong']);
    expect(browser.cookies.has('flip_social')).toBe(false);
  });

  it('is refused until the account has a password', async () => {
    const browser = app.browser();
    await signInWithApple(browser, providerPerson());
    const refused = await browser.post('/auth/google/link', { password: OTHER_PASSWORD });
    expect([refused.status, refused.body.code]).toEqual([409, 'last_sign_in_method']);
  });

  it('is refused for staff, without a session, and for an unknown provider', async () => {
    const { person, browser } = await confirmedPerson(app);
    const { password } = person;
    expect((await browser.post('/auth/other/link', { password })).status).toBe(404);
    expect((await app.browser().post('/auth/google/link', { password })).status).toBe(401);
    const grant = { type: 'GrantRole', role: 'lead' } as const;
    await app.get(CommandBus).execute(new Administer(person.email, grant, 'test'));
    expect((await browser.post('/auth/google/link', { password })).body.code).toBe('social_staff');
  });

  it("returns to the profile with a refusal after a cancel, or for another account's identity", async () => {
    const { person, browser } = await confirmedPerson(app);
    expect(screenOf(await linkGoogle(browser, person.password, 'cancel'))).toEqual(
      refusedAs('social_cancelled'),
    );
    const riley = providerPerson();
    await signInWith(app.browser(), riley);
    expect(screenOf(await linkGoogle(browser, person.password, riley))).toEqual(refusedAs('social_taken'));
    expect((await browser.me()).signInMethods).toEqual(['password']);
  });

  it('accepts an identity that another account has unlinked', async () => {
    const first = await confirmedPerson(app);
    const riley = providerPerson();
    await linkGoogle(first.browser, first.person.password, riley);
    await first.browser.post('/auth/google/unlink', { password: first.person.password });
    const second = await confirmedPerson(app);
    await linkGoogle(second.browser, second.person.password, riley);
    const again = app.browser();
    await signInWith(again, riley);
    expect((await again.me()).email).toBe(second.person.email);
  });
});
