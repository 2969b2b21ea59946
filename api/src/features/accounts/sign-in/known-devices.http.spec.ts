import {
  AccountsApp,
  newPerson,
  OTHER_PASSWORD,
  PASSWORD,
  type Person,
  tokenIn,
} from '../../../../../test/support/accounts-app.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

describe('a browser that has signed in before', () => {
  let app: AccountsApp;
  let email: string;
  let owner: Person;

  beforeAll(async () => {
    app = await AccountsApp.open();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    // Each test starts with full budgets.
    app.clock.nowMs += DAY_MS;
    ({ email } = newPerson());
    owner = app.person();
    await owner.signUp({ email });
    await owner.signIn(email);
  });

  /** A stranger has used up the account's attempts: only a known browser still signs in. */
  const guessed = async () => {
    for (let attempt = 0; attempt < 11; attempt += 1) await app.person().signIn(email, OTHER_PASSWORD);
  };
  const confirmed = async () => {
    await owner.post('/auth/confirm', { token: tokenIn(await app.mailTo(email, { path: '/confirm' })) });
  };
  const subjects = () => app.mails.filter(({ to }) => to === email).map(({ source }) => source);
  const told = (text: string) => subjects().filter((source) => source.includes(text)).length;
  /** Mail is sent in the order in which it was requested: what came before this one has arrived. */
  const allMailIsSent = async () => {
    await app.person().post('/auth/forgot', { email });
    await app.mailTo(email, { path: '/reset' });
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
    const formerHolder = app.person();
    await formerHolder.signIn(email);
    const change = { current: PASSWORD, password: OTHER_PASSWORD };
    expect((await owner.post('/auth/password', change)).status).toBe(204);
    for (let attempt = 0; attempt < 11; attempt += 1) await app.person().signIn(email, 'not-the-password');
    expect((await formerHolder.signIn(email, OTHER_PASSWORD)).status).toBe(429);
    expect((await owner.signIn(email, OTHER_PASSWORD)).status).toBe(200);
  });

  it('signs in without a mail; another one is reported to the owner, once the address is confirmed', async () => {
    await app.person().signIn(email);
    await confirmed();
    await owner.signIn(email);
    await allMailIsSent();
    expect(told('New sign-in to your account')).toBe(0);
    await app.person().signIn(email);
    await app.mailTo(email, { path: '/forgot' });
    expect(told('New sign-in to your account')).toBe(1);
    expect(told('Time: ')).toBe(1);
  });

  it('ends every session when a replaced refresh token is reused, and the owner is notified', async () => {
    await confirmed();
    const stolen = app.person();
    for (const [name, value] of owner.cookies) stolen.cookies.set(name, value);
    await owner.post('/auth/refresh');
    const phone = app.person();
    await phone.signIn(email);
    app.clock.nowMs += 11_000;
    expect((await stolen.post('/auth/refresh')).status).toBe(401);
    expect((await owner.request('GET', '/me')).status).toBe(401);
    expect((await phone.request('GET', '/me')).status).toBe(401);
    await app.mailTo(email, { path: '/forgot', nth: 1 });
    expect(told('We signed you out everywhere')).toBe(1);
  });
});

it('notifies no unconfirmed address of sign-ins', async () => {
  const app = await AccountsApp.open({ env: { RATE_LIMIT: 'off' } });
  const { email } = newPerson();
  const ana = app.person();
  await ana.signUp({ email });
  await ana.signIn(email);
  const stolen = app.person();
  for (const [name, value] of ana.cookies) stolen.cookies.set(name, value);
  await ana.post('/auth/refresh');
  app.clock.nowMs += 11_000;
  expect((await stolen.post('/auth/refresh')).status).toBe(401);
  await ana.post('/auth/forgot', { email });
  await app.mailTo(email, { path: '/reset' });
  expect(app.mails.filter(({ to }) => to === email)).toHaveLength(2);
  await app.close();
});

it('can sign up ten people at once from one network, then one per minute', async () => {
  const app = await AccountsApp.open();
  const signUp = async () => (await app.person().signUp(newPerson())).status;
  const statuses = [];
  for (let person = 0; person < 11; person += 1) statuses.push(await signUp());
  expect(statuses).toEqual([...Array<number>(10).fill(201), 429]);
  app.clock.nowMs += 60_000;
  expect([await signUp(), await signUp()]).toEqual([201, 429]);
  await app.close();
});
