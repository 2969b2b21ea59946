import { openAccounts, UNLIMITED } from '../../../../../test/support/accounts-app.js';
import type { Client } from '../../../../../test/support/client.js';
import { newPerson, PASSWORD, OTHER_PASSWORD } from '../../../../../test/support/passwords.js';
import { tokenIn } from '../../../../../test/support/smtp-inbox.js';
import type { TestApp } from '../../../../../test/support/test-app.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

describe('a browser that has signed in before', () => {
  let app: TestApp;
  let email: string;
  let owner: Client;

  beforeAll(async () => {
    app = await openAccounts();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    // Each test starts with full budgets.
    app.clock.nowMs += DAY_MS;
    ({ email } = newPerson());
    owner = app.browser();
    await owner.signUp({ email });
    await owner.signIn(email);
  });

  /** A stranger has used up the account's attempts: only a known browser still signs in. */
  const guessed = async () => {
    for (let attempt = 0; attempt < 11; attempt += 1) await app.browser().signIn(email, OTHER_PASSWORD);
  };
  const confirmed = async () => {
    await owner.post('/auth/confirm', {
      token: tokenIn(await app.inbox.mailTo(email, { path: '/confirm' })),
    });
  };
  const subjects = () => app.inbox.mails.filter(({ to }) => to === email).map(({ source }) => source);
  const told = (text: string) => subjects().filter((source) => source.includes(text)).length;
  /** Mail is sent in the order in which it was requested: what came before this one has arrived. */
  const allMailIsSent = async () => {
    await app.browser().post('/auth/forgot', { email });
    await app.inbox.mailTo(email, { path: '/reset' });
  };

  it('is known for 180 days after its last sign-in', async () => {
    await guessed();
    expect((await owner.signIn(email)).status).toBe(200);
    const copy = new Map(owner.cookies);
    app.clock.nowMs += 179 * DAY_MS;
    await guessed();
    expect((await owner.signIn(email)).status).toBe(200);
    app.clock.nowMs += DAY_MS;
    await guessed();
    expect((await owner.signIn(email)).status).toBe(200);
    for (const [name, value] of copy) owner.cookies.set(name, value);
    expect((await owner.signIn(email)).status).toBe(429);
  });

  it('is unknown after the password was changed elsewhere; the browser that changed it is known', async () => {
    const formerHolder = app.browser();
    await formerHolder.signIn(email);
    const change = { current: PASSWORD, password: OTHER_PASSWORD };
    expect((await owner.post('/auth/password', change)).status).toBe(204);
    for (let attempt = 0; attempt < 11; attempt += 1) await app.browser().signIn(email, 'not-the-password');
    expect((await formerHolder.signIn(email, OTHER_PASSWORD)).status).toBe(429);
    expect((await owner.signIn(email, OTHER_PASSWORD)).status).toBe(200);
  });

  it('signs in without a mail; another one is reported to the owner, once the address is confirmed', async () => {
    await app.browser().signIn(email);
    await confirmed();
    await owner.signIn(email);
    await allMailIsSent();
    expect(told('New sign-in to your account')).toBe(0);
    await app.browser().signIn(email);
    await app.inbox.mailTo(email, { path: '/forgot' });
    expect(told('New sign-in to your account')).toBe(1);
    expect(told('Time: ')).toBe(1);
  });

  it('ends every session when a used refresh token comes from elsewhere, and the owner is notified', async () => {
    await confirmed();
    const stolen = app.browser('Mozilla/5.0 (Windows NT 10.0) Firefox/140.0');
    for (const [name, value] of owner.cookies) stolen.cookies.set(name, value);
    await owner.post('/auth/refresh');
    await owner.post('/auth/refresh');
    const phone = app.browser();
    await phone.signIn(email);
    expect((await stolen.post('/auth/refresh')).status).toBe(401);
    expect((await owner.request('GET', '/me')).status).toBe(401);
    expect((await phone.request('GET', '/me')).status).toBe(401);
    await app.inbox.mailTo(email, { path: '/forgot', nth: 1 });
    expect(told('We signed you out everywhere')).toBe(1);
  });
});

it('notifies no unconfirmed address of sign-ins', async () => {
  const app = await openAccounts(UNLIMITED);
  const { email } = newPerson();
  const ana = app.browser();
  await ana.signUp({ email });
  await ana.signIn(email);
  const stolen = app.browser('Mozilla/5.0 (Windows NT 10.0) Firefox/140.0');
  for (const [name, value] of ana.cookies) stolen.cookies.set(name, value);
  await ana.post('/auth/refresh');
  await ana.post('/auth/refresh');
  expect((await stolen.post('/auth/refresh')).status).toBe(401);
  await ana.post('/auth/forgot', { email });
  for (const path of ['/confirm', '/reset']) await app.inbox.mailTo(email, { path });
  expect(app.inbox.mails.filter(({ to }) => to === email)).toHaveLength(2);
  await app.close();
});

it('can sign up ten people at once from one network, then one per minute', async () => {
  const app = await openAccounts();
  const signUp = async () => (await app.browser().signUp(newPerson())).status;
  const statuses = [];
  for (let person = 0; person < 11; person += 1) statuses.push(await signUp());
  expect(statuses).toEqual([...Array<number>(10).fill(201), 429]);
  app.clock.nowMs += 60_000;
  expect([await signUp(), await signUp()]).toEqual([201, 429]);
  await app.close();
});
