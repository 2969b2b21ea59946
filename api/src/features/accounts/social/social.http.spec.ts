import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandBus } from '@nestjs/cqrs';
import { openAccounts, UNLIMITED, confirmedPerson } from '../../../../../test/support/accounts-app.js';
import { OTHER_PASSWORD } from '../../../../../test/support/passwords.js';
import { tokenIn } from '../../../../../test/support/smtp-inbox.js';
import {
  choose,
  leave,
  messageOf,
  type ProviderPerson,
  providerPerson,
  screenOf,
  signInWith,
} from '../../../../../test/support/social-sign-in.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import type { Me, PublicConfig } from '../../../kernel/people/accounts.js';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import { subjectOf } from '../../../../../simulator/openid/openid-kinds.js';
import { Claims } from '../account/claims.js';
import { Administer } from '../account/administer-account.command.js';

const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
  app = await openAccounts({ withSimulator: true, ...UNLIMITED, log: (line) => void lines.push(line) });
});
afterAll(() => app.close());

const MINUTE_MS = 60_000;
const eventsOf = async (stream: string) => {
  const events = [];
  for await (const event of app.get(EncryptedEventLog).read(stream)) events.push(event);
  return events;
};
const refusedAs = (code: string, page = '/signin') => [302, `${page}?social=${code}`];

describe('signing up with Google', () => {
  it('is offered like Apple, both labeled as simulated', async () => {
    const { body } = await app.browser().request<PublicConfig>('GET', '/config');
    expect([body.providers, body.simulatedProviders]).toEqual([
      { google: true, apple: true },
      ['google', 'apple'],
    ]);
  });

  it('creates a confirmed account without a password and opens the dashboard', async () => {
    const riley = providerPerson();
    const browser = app.browser();
    const answer = await signInWith(browser, riley, '?acceptTerms=true&locale=es');
    expect(screenOf(answer)).toEqual([302, '/dashboard']);
    const me = await browser.me();
    expect(me).toMatchObject({
      email: riley.email,
      emailConfirmed: true,
      firstName: 'Riley',
      displayName: 'Riley Brooks',
      locale: 'es',
      signInMethods: ['google'],
    });
    expect((await app.browser().signIn(riley.email)).body.code).toBe('invalid_credentials');
    const recorded = await eventsOf(`account-${me.uid}`);
    expect(recorded.map(({ type }) => type)).toEqual([
      'AccountRegistered',
      'TermsAccepted',
      'EmailConfirmed',
      'ExternalIdentityLinked',
    ]);
    expect(recorded[3]?.data).toEqual({
      provider: 'google',
      cause: 'sign-up',
      ownAddress: true,
      subjectIndex: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
  });

  it('requires accepted terms', async () => {
    const riley = providerPerson();
    expect(screenOf(await signInWith(app.browser(), riley, '?page=/signup'))).toEqual(
      refusedAs('accept_terms_error', '/signup'),
    );
    expect(screenOf(await signInWith(app.browser(), riley, '?acceptTerms=true'))).toEqual([
      302,
      '/dashboard',
    ]);
  });

  it("ignores an acceptance of the terms in another site's link", async () => {
    const browser = app.browser();
    const headers = { 'sec-fetch-site': 'cross-site' };
    const start = await browser.request('GET', '/auth/google/start?acceptTerms=true', { headers });
    const callback = await choose(new URL(String(start.headers['location'])), providerPerson());
    expect(screenOf(await browser.request('GET', callback))).toEqual(refusedAs('accept_terms_error'));
  });

  it('refuses an address that the provider has not verified', async () => {
    const sam = providerPerson({ emailVerified: false });
    expect(screenOf(await signInWith(app.browser(), sam))).toEqual(refusedAs('social_email_unverified'));
    expect((await app.browser().signUp({ email: sam.email })).status).toBe(201);
  });

  it('creates one account when two windows finish at the same time', async () => {
    const riley = providerPerson();
    const browsers = Array.from({ length: 4 }, () => app.browser());
    const answers = await Promise.all(browsers.map((browser) => signInWith(browser, riley)));
    expect(answers.map(screenOf)).toEqual(browsers.map(() => [302, '/dashboard']));
    const uids = await Promise.all(browsers.map(async (browser) => (await browser.me()).uid));
    expect(new Set(uids).size).toBe(1);
    const types = (await eventsOf(`account-${uids[0] ?? ''}`)).map(({ type }) => type);
    expect(types.filter((type) => type === 'AccountRegistered' || type === 'ExternalIdentityLinked')).toEqual(
      ['AccountRegistered', 'ExternalIdentityLinked'],
    );
  });

  it('creates one account when racing a sign-up with a password', async () => {
    const riley = providerPerson();
    const callback = await (async (browser) => ({
      browser,
      path: await choose(await leave(browser), riley),
    }))(app.browser());
    const [answer, typed] = await Promise.all([
      callback.browser.request('GET', callback.path),
      app.browser().signUp({ email: riley.email }),
    ]);
    expect([201, 409]).toContain(typed.status);
    // The address is not confirmed: the account belongs to the person the provider names, even if a sign-up came first.
    expect(screenOf(answer)).toEqual([302, '/dashboard']);
    expect((await callback.browser.me()).signInMethods).toEqual(['google']);
    expect((await app.browser().signIn(riley.email)).status).toBe(401);
  });
});

describe('signing in with Google', () => {
  it('finds the account again, reports the new browser by mail, and does not require the terms', async () => {
    const riley = providerPerson();
    const first = app.browser();
    await signInWith(first, riley);
    const { uid } = await first.me();
    const second = app.browser();
    expect(screenOf(await signInWith(second, riley, '?returnTo=/transactions'))).toEqual([
      302,
      '/transactions',
    ]);
    expect((await second.me()).uid).toBe(uid);
    const mail = await app.inbox.mailTo(riley.email);
    expect(mail.source).toContain('New sign-in to your account');
    expect(app.inbox.mails.filter(({ to }) => to === riley.email)).toHaveLength(1);
  });

  it('matches the identity, not the address (ASVS 6.8.1, 10.5.2)', async () => {
    const riley = providerPerson();
    const browser = app.browser();
    await signInWith(browser, riley);
    // The provider does not vouch for the address any more, but for the person.
    const later = app.browser();
    expect(screenOf(await signInWith(later, { ...riley, emailVerified: false }))).toEqual([
      302,
      '/dashboard',
    ]);
  });

  it('reports to the window that opened the popup, and keeps its reference to it', async () => {
    const browser = app.browser();
    const answer = await signInWith(browser, providerPerson(), '?acceptTerms=true&popup=true&locale=es');
    expect([answer.status, answer.headers['cross-origin-opener-policy']]).toEqual([200, 'unsafe-none']);
    expect(messageOf(answer)).toEqual({ type: 'flip:social', result: { ok: true } });
    expect(answer.text).toContain('lang="es"');
    expect(answer.text).not.toMatch(/<script(?![^>]*\ssrc=)/);
    const refused = await signInWith(app.browser(), 'cancel', '?popup=true');
    expect(messageOf(refused)).toEqual({
      type: 'flip:social',
      result: { ok: false, code: 'social_cancelled', params: {} },
    });
  });

  it('is refused for a suspended account and for staff (ASVS 6.1.3, 6.3.4)', async () => {
    const riley = providerPerson();
    const browser = app.browser();
    await signInWith(browser, riley);
    const administer = (change: Administer['change']) =>
      app.get(CommandBus).execute(new Administer(riley.email, change, 'test'));
    await administer({ type: 'SuspendAccount' });
    expect(screenOf(await signInWith(app.browser(), riley))).toEqual(refusedAs('account_suspended'));
    await administer({ type: 'ReinstateAccount' });
    await administer({ type: 'GrantRole', role: 'analyst' });
    expect(screenOf(await signInWith(app.browser(), riley))).toEqual(refusedAs('social_staff'));
  });

  it.each([
    ['//evil.example/x', '/dashboard'],
    ['/\\evil.example', '/dashboard'],
    ['https://evil.example/', '/dashboard'],
    ['/\t/evil.example', '/dashboard'],
    ['/.//evil.example', '/dashboard'],
    ['/..//evil.example/x', '/dashboard'],
    ['/x/..//evil.example', '/dashboard'],
    ['javascript:alert(1)', '/dashboard'],
    ['/api/auth/google/start', '/dashboard'],
    ['/transactions?q=a', '/transactions?q=a'],
  ])('returns only to a page of the app: %j (ASVS 3.7.2)', async (returnTo, page) => {
    const query = `?acceptTerms=true&returnTo=${encodeURIComponent(returnTo)}`;
    expect(screenOf(await signInWith(app.browser(), providerPerson(), query))).toEqual([302, page]);
  });
});

describe('a response of the provider is refused', () => {
  const callbackOf = async (choice: ProviderPerson | 'cancel' = providerPerson()) => {
    const browser = app.browser();
    return { browser, path: await choose(await leave(browser), choice) };
  };

  it('after a cancel', async () => {
    const { browser, path } = await callbackOf('cancel');
    expect(screenOf(await browser.request('GET', path))).toEqual(refusedAs('social_cancelled'));
  });

  it('with the state of another attempt, which stays open', async () => {
    const { browser, path } = await callbackOf();
    const wrong = path.replace(/state=[^&]+/, 'state=other');
    expect(screenOf(await browser.request('GET', wrong))).toEqual(refusedAs('social_failed'));
    expect(screenOf(await browser.request('GET', path))).toEqual([302, '/dashboard']);
  });

  it('and leads back with the screen that was wanted', async () => {
    const browser = app.browser();
    const path = await choose(await leave(browser, '?page=/signin&returnTo=/profile'), 'cancel');
    expect(screenOf(await browser.request('GET', path))).toEqual([
      302,
      '/signin?social=social_cancelled&returnTo=%2Fprofile',
    ]);
  });

  it('in another browser (ASVS 3.5.3, 10.1.2, 10.2.1, 10.5.1)', async () => {
    const { path } = await callbackOf();
    expect(screenOf(await app.browser().request('GET', path))).toEqual(refusedAs('social_expired'));
  });

  it('the second time', async () => {
    const { browser, path } = await callbackOf();
    const key = browser.cookies.get('flip_social') ?? '';
    expect(screenOf(await browser.request('GET', path))).toEqual([302, '/dashboard']);
    expect(browser.cookies.has('flip_social')).toBe(false);
    browser.cookies.set('flip_social', key);
    expect(screenOf(await browser.request('GET', path))).toEqual(refusedAs('social_expired'));
  });

  it('for all but one of several concurrent ones', async () => {
    const { browser, path } = await callbackOf();
    const answers = await Promise.all([1, 2, 3].map(() => browser.request('GET', path)));
    const screens = answers.map((answer) => screenOf(answer)[1]).sort();
    expect(screens).toEqual(['/dashboard', '/signin?social=social_expired', '/signin?social=social_expired']);
  });

  it('with the code of another attempt, which has another verifier and nonce', async () => {
    const stolen = await callbackOf();
    const { browser, path } = await callbackOf();
    const code = /code=[^&]+/.exec(stolen.path)?.[0] ?? '';
    expect(screenOf(await browser.request('GET', path.replace(/code=[^&]+/, code)))).toEqual(
      refusedAs('social_failed'),
    );
    // The provider spends a code with its first use.
    expect(screenOf(await stolen.browser.request('GET', stolen.path))).toEqual(refusedAs('social_failed'));
  });

  it('after ten minutes', async () => {
    const { browser, path } = await callbackOf();
    app.clock.nowMs += 10 * MINUTE_MS;
    expect(screenOf(await browser.request('GET', path))).toEqual(refusedAs('social_expired'));
  });

  it('of a provider that is not configured', async () => {
    for (const path of ['/auth/other/start', '/auth/other/callback?code=x&state=y'])
      expect((await app.browser().request('GET', path)).status).toBe(404);
  });
});

describe('an address with a password account', () => {
  const known = async (changed: Partial<ProviderPerson> = {}) => {
    const { person } = await confirmedPerson(app);
    return { person, riley: providerPerson({ email: person.email, ...changed }) };
  };

  it('is linked after its password was entered once', async () => {
    const { person, riley } = await known();
    const browser = app.browser();
    expect(screenOf(await signInWith(browser, riley, '?returnTo=/profile'))).toEqual([302, '/signin/link']);
    expect((await browser.request('GET', '/me')).status).toBe(401);
    expect((await browser.request('GET', '/auth/link')).body).toEqual({
      provider: 'google',
      email: person.email,
      returnTo: '/profile',
    });
    const wrong = await browser.post('/auth/link', { password: 'not-the-password-1' });
    expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_credentials']);
    const linked = await browser.post<Me>('/auth/link', { password: person.password });
    expect([linked.status, linked.body.signInMethods, linked.body.emailConfirmed]).toEqual([
      200,
      ['password', 'google'],
      true,
    ]);
    expect(await browser.me()).toEqual(linked.body);
    expect((await browser.post('/auth/link', { password: person.password })).body.code).toBe(
      'social_expired',
    );
    await app.inbox.mailTo(person.email, { path: 'You can now sign in with Google' });
    expect(screenOf(await signInWith(app.browser(), riley, ''))).toEqual([302, '/dashboard']);
    expect((await app.browser().signIn(person.email)).status).toBe(200);
  });

  it('is not opened by an interrupted attempt (ASVS 7.6.2)', async () => {
    const { person, riley } = await known();
    const owner = app.browser();
    const { uid } = (await owner.signIn(person.email)).body;
    const claims = app.get(Claims);
    const issuer = `${app.simulator.httpUrl}/openid`;
    await claims.claimIdentity(claims.subjectIndex(issuer, subjectOf(riley.email)), uid);
    expect(screenOf(await signInWith(app.browser(), riley))).toEqual([302, '/signin/link']);
  });

  it('is not linked to an identity that another account claimed', async () => {
    const { person, riley } = await known();
    const claims = app.get(Claims);
    const issuer = `${app.simulator.httpUrl}/openid`;
    await claims.claimIdentity(claims.subjectIndex(issuer, subjectOf(riley.email)), randomUUID());
    const browser = app.browser();
    await signInWith(browser, riley);
    const refused = await browser.post('/auth/link', { password: person.password });
    expect([refused.status, refused.body.code]).toEqual([409, 'social_taken']);
  });

  it('is not linked through an address that the provider has not verified', async () => {
    const { riley } = await known({ emailVerified: false });
    expect(screenOf(await signInWith(app.browser(), riley))).toEqual(refusedAs('social_email_unverified'));
  });

  it('is not linked after ten minutes, nor in another browser', async () => {
    const { person, riley } = await known();
    const browser = app.browser();
    await signInWith(browser, riley);
    const { password } = person;
    expect((await app.browser().post('/auth/link', { password })).body.code).toBe('social_expired');
    app.clock.nowMs += 10 * MINUTE_MS;
    expect((await browser.post('/auth/link', { password })).body.code).toBe('social_expired');
    expect((await browser.request('GET', '/auth/link')).body.code).toBe('social_expired');
  });

  it('of a staff member is not linked, and no session remains', async () => {
    const { person, riley } = await known();
    const owner = app.browser();
    await owner.signIn(person.email);
    const grant = { type: 'GrantRole', role: 'lead' } as const;
    await app.get(CommandBus).execute(new Administer(person.email, grant, 'test'));
    const browser = app.browser();
    await signInWith(browser, riley);
    const refused = await browser.post('/auth/link', { password: person.password });
    expect([refused.status, refused.body.code, browser.cookies.has('flip_rt')]).toEqual([
      403,
      'social_staff',
      false,
    ]);
    // That of the sign-up, and that of the owner.
    expect((await owner.request<{ items: object[] }>('GET', '/sessions')).body.items).toHaveLength(2);
  });
});

it("stores the provider's id of a person nowhere (ASVS 10.1.1)", async () => {
  const riley = providerPerson();
  await signInWith(app.browser(), riley);
  const subject = subjectOf(riley.email);
  const files = readdirSync(app.folder).filter((name) => name.includes('.db'));
  expect(files.length).toBeGreaterThan(2);
  const holding = files.filter((name) => readFileSync(join(app.folder, name)).includes(subject));
  expect([holding, lines.filter((line) => line.includes(subject))]).toEqual([[], []]);
});

describe('an account without a password', () => {
  it('learns this from the reset mail, and can set a password with its link', async () => {
    const riley = providerPerson();
    await signInWith(app.browser(), riley, '?acceptTerms=true&locale=es');
    await app.browser().post('/auth/forgot', { email: riley.email });
    const mail = await app.inbox.mailTo(riley.email, { path: '/reset' });
    expect(mail.source).toContain('Google');
    const reset = { token: tokenIn(mail), password: OTHER_PASSWORD };
    expect((await app.browser().post('/auth/reset', reset)).status).toBe(204);
    const browser = app.browser();
    expect((await browser.signIn(riley.email, OTHER_PASSWORD)).status).toBe(200);
    expect((await browser.me()).signInMethods).toEqual(['password', 'google']);
    expect(screenOf(await signInWith(app.browser(), riley, ''))).toEqual([302, '/dashboard']);
  });

  it('gets no confirmation mail for an address that the provider has verified', async () => {
    const riley = providerPerson();
    await signInWith(app.browser(), riley);
    await app.browser().post('/auth/forgot', { email: riley.email });
    await app.inbox.mailTo(riley.email, { path: '/reset' });
    expect(
      app.inbox.mails.filter(({ to, source }) => to === riley.email && source.includes('/confirm')),
    ).toEqual([]);
  });
});

describe('with rate limits', () => {
  let limited: TestApp;
  beforeEach(async () => {
    limited = await openAccounts({ withSimulator: true });
  });
  afterEach(() => limited.close());

  it('guessing a password while linking is slowed down like any other guess', async () => {
    const { person } = await confirmedPerson(limited);
    const browser = limited.browser();
    await signInWith(browser, providerPerson({ email: person.email }));
    const codes: string[] = [];
    for (let round = 0; round < 11; round += 1)
      codes.push((await browser.post('/auth/link', { password: 'guess-guess-1' })).body.code);
    expect(codes).toEqual([...Array<string>(10).fill('invalid_credentials'), 'too_many_attempts']);
  });

  it('too many started sign-ins are refused, on the screen they were started from', async () => {
    const browser = limited.browser();
    for (let round = 0; round < 30; round += 1) await leave(browser);
    const answer = await browser.request('GET', '/auth/google/start?page=/signup');
    expect(screenOf(answer)).toEqual([302, '/signup?social=too_many_attempts&seconds=2']);
  });

  it('an unavailable provider is reported on the screen that the sign-in was started from', async () => {
    await limited.simulator.close();
    const answer = await limited.browser().request('GET', '/auth/google/start?page=/signup');
    expect(screenOf(answer)).toEqual(refusedAs('social_unavailable', '/signup'));
  });
});
