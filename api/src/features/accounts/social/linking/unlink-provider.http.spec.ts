import { randomUUID } from 'node:crypto';
import { openAccounts, UNLIMITED, confirmedPerson } from '../../../../../../test/support/accounts-app.js';
import { OTHER_PASSWORD } from '../../../../../../test/support/passwords.js';
import { tokenIn } from '../../../../../../test/support/smtp-inbox.js';
import {
  providerPerson,
  screenOf,
  signInWith,
  signInWithApple,
} from '../../../../../../test/support/social-sign-in.js';
import type { TestApp } from '../../../../../../test/support/test-app.js';
import { waitFor } from '../../../../../../test/support/wait-for.js';
import { newCommandContext } from '../../../../engine/commands/command-context.js';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import { EncryptedEventLog } from '../../../../engine/event-store/encrypted-event-log.js';
import type { Me } from '../../../../kernel/people/accounts.js';
import { subjectOf } from '../../../../../../simulator/openid/openid-kinds.js';
import type { UnlinkProvider } from '../../account/account-commands.rules.js';
import { accountDecider, accountStream } from '../../account/account.decider.js';
import { AccountDirectory } from '../../account/account-directory.js';
import { Claims } from '../../account/claims.js';
import { OpenSession } from '../../sign-in/open-session.js';

let app: TestApp;
beforeAll(async () => {
  app = await openAccounts({ withSimulator: true, ...UNLIMITED });
});
afterAll(() => app.close());

const typesOf = async (stream: string) => {
  const types = [];
  for await (const { type } of app.get(EncryptedEventLog).read(stream)) types.push(type);
  return types;
};
const indexOf = (email: string) =>
  app.get(Claims).subjectIndex(`${app.simulator.httpUrl}/openid`, subjectOf(email));

/** A person with a password and Google, signed in with the password. */
async function linkedPerson() {
  const { person, browser } = await confirmedPerson(app);
  const riley = providerPerson({ email: person.email });
  await signInWith(browser, riley);
  await browser.post('/auth/link', { password: person.password });
  const { uid } = await browser.me();
  return { person, riley, browser, uid };
}

describe('removing a provider from the sign-in methods', () => {
  it('requires the password; the identity then opens nothing, and the owner is notified', async () => {
    const { person, riley, browser, uid } = await linkedPerson();
    const removed = await browser.post('/auth/google/unlink', { password: person.password });
    expect(removed.status).toBe(204);
    expect((await browser.me()).signInMethods).toEqual(['password']);
    expect((await typesOf(`account-${uid}`)).at(-1)).toBe('ExternalIdentityUnlinked');
    expect(await typesOf(`identity-${indexOf(riley.email)}`)).toEqual([
      'IdentityClaimed',
      'IdentityReleased',
    ]);
    await app.inbox.mailTo(person.email, { path: 'You can no longer sign in with Google' });
    expect(screenOf(await signInWith(app.browser(), riley))).toEqual([302, '/signin/link']);
    expect((await app.browser().signIn(person.email)).status).toBe(200);
  });

  it('lets it be linked again, and then opens the account again', async () => {
    const { person, riley, browser, uid } = await linkedPerson();
    const { password } = person;
    await browser.post('/auth/google/unlink', { password });
    const again = app.browser();
    await signInWith(again, riley);
    expect((await again.post<Me>('/auth/link', { password })).body.signInMethods).toEqual([
      'password',
      'google',
    ]);
    const third = app.browser();
    expect(screenOf(await signInWith(third, riley))).toEqual([302, '/dashboard']);
    expect((await third.me()).uid).toBe(uid);
  });

  it('releases the identity for another account', async () => {
    const { person, riley, browser } = await linkedPerson();
    const claims = app.get(Claims);
    const index = indexOf(riley.email);
    const other = randomUUID();
    expect(await claims.claimIdentity(index, other)).not.toBe(other);
    await browser.post('/auth/google/unlink', { password: person.password });
    expect(await claims.identityOwner(index)).toBeNull();
    expect(await claims.claimIdentity(index, other)).toBe(other);
    // The account that gave it up cannot take it from the one that has it now.
    await claims.releaseIdentity(index, (await browser.me()).uid);
    expect(await claims.identityOwner(index)).toBe(other);
  });

  it('is refused with a wrong password, which changes nothing', async () => {
    const { riley, browser } = await linkedPerson();
    const refused = await browser.post('/auth/google/unlink', { password: 'not-the-password-1' });
    expect([refused.status, refused.body.code]).toEqual([422, 'current_password_wrong']);
    expect((await browser.me()).signInMethods).toEqual(['password', 'google']);
    expect(screenOf(await signInWith(app.browser(), riley))).toEqual([302, '/dashboard']);
  });

  it('is refused for the only sign-in method, until a password is set', async () => {
    const riley = providerPerson();
    const browser = app.browser();
    await signInWithApple(browser, riley);
    const refused = await browser.post('/auth/apple/unlink', { password: OTHER_PASSWORD });
    expect([refused.status, refused.body.code]).toEqual([409, 'last_sign_in_method']);
    await app.browser().post('/auth/forgot', { email: riley.email });
    const token = tokenIn(await app.inbox.mailTo(riley.email, { path: '/reset' }));
    await app.browser().post('/auth/reset', { token, password: OTHER_PASSWORD });
    const again = app.browser();
    await again.signIn(riley.email, OTHER_PASSWORD);
    expect((await again.post('/auth/apple/unlink', { password: OTHER_PASSWORD })).status).toBe(204);
    expect((await again.me()).signInMethods).toEqual(['password']);
  });

  it.each([
    ['that is not linked', 'apple'],
    ['that nobody knows', 'other'],
  ])('returns 404 for a provider %s', async (_, provider) => {
    const { person, browser } = await linkedPerson();
    const { password } = person;
    expect((await browser.post(`/auth/${provider}/unlink`, { password })).status).toBe(404);
  });

  it('requires a session', async () => {
    expect((await app.browser().post('/auth/google/unlink', { password: 'x' })).status).toBe(401);
  });
});

describe('sessions of a removed provider', () => {
  it('end, except the one that entered the password; sessions opened by password stay (ASVS 7.1.3, 7.6.1)', async () => {
    const { person, riley } = await linkedPerson();
    const [here, elsewhere, byPassword] = [app.browser(), app.browser(), app.browser()];
    await signInWith(here, riley);
    await signInWith(elsewhere, riley);
    await byPassword.signIn(person.email);
    expect((await here.post('/auth/google/unlink', { password: person.password })).status).toBe(204);
    const statuses = await Promise.all(
      [here, elsewhere, byPassword].map(async (browser) => (await browser.request('GET', '/me')).status),
    );
    expect(statuses).toEqual([200, 401, 200]);
    await here.post('/auth/refresh');
    expect((await here.request('GET', '/me')).status).toBe(200);
  });

  it('end even when the server stopped right after the removal was recorded', async () => {
    const { riley, uid } = await linkedPerson();
    const elsewhere = app.browser();
    await signInWith(elsewhere, riley);
    const command: Omit<UnlinkProvider, 'at'> = { type: 'UnlinkProvider', provider: 'google' };
    await app.get(CommandRunner).execute({
      decider: accountDecider,
      stream: accountStream(uid),
      command,
      context: newCommandContext({ kind: 'sender', id: uid }),
    });
    const ended = async () => (await elsewhere.request('GET', '/me')).status === 401 || null;
    expect(await waitFor('the end of the session', ended)).toBe(true);
  });

  it('are not opened by a sign-in that was under way during the removal', async () => {
    const { person, riley, browser, uid } = await linkedPerson();
    const account = await app.get(AccountDirectory).byUid(uid);
    if (!account) throw new Error('No account');
    await browser.post('/auth/google/unlink', { password: person.password });
    const late = app
      .get(OpenSession)
      .for(
        { uid, account },
        { device: 'Chrome', deviceToken: undefined },
        { identity: indexOf(riley.email) },
      );
    await expect(late).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect((await browser.request<{ items: object[] }>('GET', '/sessions')).body.items).toHaveLength(1);
  });
});

describe('with rate limits', () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await openAccounts({ withSimulator: true });
  });
  afterAll(() => limited.close());

  it('guessing a password for a removal is slowed down like any other guess', async () => {
    const { person, browser } = await confirmedPerson(limited);
    await signInWith(browser, providerPerson({ email: person.email }));
    await browser.post('/auth/link', { password: person.password });
    const codes: string[] = [];
    for (let round = 0; round < 11; round += 1)
      codes.push((await browser.post('/auth/google/unlink', { password: 'guess-guess-1' })).body.code);
    expect(codes).toEqual([...Array<string>(10).fill('current_password_wrong'), 'too_many_attempts']);
  });
});
