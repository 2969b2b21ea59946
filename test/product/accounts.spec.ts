import { randomUUID } from 'node:crypto';
import { PASSWORD, type ApiResponse, type Browser, type Credentials } from '../support/browser.js';
import { FlipServer } from '../support/flip-server.js';
import { mailedToken, mailsTo } from '../support/mailbox.js';
import { ops, opsInServer } from '../support/ops.js';
import { grant } from '../support/staff.js';

const START = Date.parse('2026-11-01T12:00:00.000Z');
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const NEW_PASSWORD = 'copper-meadow-lantern-77';
/** Burst of wrong passwords allowed per account and per address. */
const ACCOUNT_BURST = 10;
const ADDRESS_BURST = 100;

interface Listed {
  readonly items: readonly { readonly id: string; readonly device: string; readonly current: boolean }[];
}

describe('an account', () => {
  let server: FlipServer;
  let nowMs = START;

  beforeAll(async () => {
    // Behind a proxy, so that a test can use more than one client address.
    server = await FlipServer.start({ frozenAt: at(START), env: { TRUST_PROXY: 'true' } });
  });
  afterAll(() => server.dispose());
  // Each test starts with the full sign-up budget.
  beforeEach(() => pass(10 * MINUTE_MS));

  const pass = (ms: number) => server.setClock(at((nowMs += ms)));
  const me = async (browser: Browser) => (await browser.get('/api/me')).status;
  const refresh = async (browser: Browser) => (await browser.post('/api/auth/refresh')).status;
  const signUp = async () => {
    const browser = server.browser();
    return { browser, credentials: await browser.signUp() };
  };
  const signedIn = async (credentials: Credentials) => {
    const browser = server.browser();
    await browser.signIn(credentials);
    return browser;
  };
  const trySignIn = (email: string, password: string, headers: Record<string, string> = {}) =>
    server.browser().post('/api/auth/sign-in', { email, password }, headers);

  it('is confirmed by the link mailed at sign-up, even when the link is opened twice', async () => {
    const { browser, credentials } = await signUp();
    const confirmed = async () => (await browser.get('/api/me')).body.emailConfirmed;
    expect(await confirmed()).toBe(false);
    const token = await mailedToken(browser, credentials.email, '/confirm');
    for (let followed = 0; followed < 2; followed += 1)
      expect((await browser.post('/api/auth/confirm', { token })).status).toBe(204);
    expect(await confirmed()).toBe(true);
  });

  it('is unique per address regardless of letter case: 409', async () => {
    const { credentials } = await signUp();
    const person = { firstName: 'Ana', lastName: 'Torres', password: PASSWORD, acceptTerms: true };
    for (const email of [credentials.email, credentials.email.toUpperCase(), ` ${credentials.email} `]) {
      const taken = await server.browser().post('/api/auth/sign-up', { ...person, email });
      expect([taken.status, taken.body.code]).toEqual([409, 'email_taken']);
    }
  });

  it('resets a forgotten password once through a mailed link, which ends every session (ASVS 6.4.3)', async () => {
    const { browser, credentials } = await signUp();
    const other = await signedIn(credentials);
    const { email } = credentials;
    expect((await server.browser().post('/api/auth/forgot', { email })).status).toBe(204);
    const token = await mailedToken(browser, email, '/reset');
    const reset = (password: string) => server.browser().post('/api/auth/reset', { token, password });
    expect((await reset(NEW_PASSWORD)).status).toBe(204);
    for (const ended of [browser, other]) expect([await me(ended), await refresh(ended)]).toEqual([401, 401]);
    expect((await trySignIn(email, PASSWORD)).status).toBe(401);
    expect((await trySignIn(email, NEW_PASSWORD)).status).toBe(200);
    const again = await reset(PASSWORD);
    expect([again.status, again.body.code]).toEqual([422, 'token_invalid']);
  });

  it('is indistinguishable from a missing one at sign-in and reset: same status, bytes and headers', async () => {
    const { browser, credentials } = await signUp();
    const unknown = `${randomUUID()}@people.example`;
    const wrong = [await trySignIn(credentials.email, NEW_PASSWORD), await trySignIn(unknown, NEW_PASSWORD)];
    const forgot = await Promise.all(
      [credentials.email, unknown].map((email) => server.browser().post('/api/auth/forgot', { email })),
    );
    for (const [known, other] of [wrong, forgot]) expect(seen(known)).toEqual(seen(other));
    expect(wrong[0]?.status).toBe(401);
    await mailedToken(browser, credentials.email, '/reset');
    expect(await mailsTo(browser, unknown)).toEqual([]);
  });

  it('lists its sessions and ends any of them immediately without affecting the others (ASVS 7.4.1, 7.5.2)', async () => {
    const { credentials } = await signUp();
    const phone = server.browser();
    const agent = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';
    await phone.post('/api/auth/sign-in', credentials, { 'user-agent': agent });
    const laptop = await signedIn(credentials);
    const listed = (await laptop.get<Listed>('/api/sessions')).body.items;
    expect(listed).toHaveLength(3);
    expect(listed.filter(({ current }) => current)).toHaveLength(1);
    const ofPhone = listed.find(({ device }) => /Chrome.*Android/.test(device));
    expect((await laptop.request('DELETE', `/api/sessions/${ofPhone?.id ?? ''}`)).status).toBe(204);
    expect([await me(phone), await refresh(phone), await me(laptop)]).toEqual([401, 401, 200]);
    expect((await laptop.get<Listed>('/api/sessions')).body.items).toHaveLength(2);
  });

  it('signs out everywhere in one step', async () => {
    const { browser, credentials } = await signUp();
    const others = [await signedIn(credentials), await signedIn(credentials)];
    const bearers = [browser, ...others].map(withItsCookies);
    expect((await browser.request('DELETE', '/api/sessions')).status).toBe(204);
    expect(browser.cookies.has('flip_at') || browser.cookies.has('flip_rt')).toBe(false);
    for (const ended of bearers) expect([await me(ended), await refresh(ended)]).toEqual([401, 401]);
  });

  it('signs out this session only, and its copied cookies stop working', async () => {
    const { browser, credentials } = await signUp();
    const other = await signedIn(credentials);
    const thief = withItsCookies(browser);
    expect((await browser.post('/api/auth/sign-out')).status).toBe(204);
    expect([await me(browser), await me(thief), await refresh(thief), await me(other)]).toEqual([
      401, 401, 401, 200,
    ]);
  });

  it('stays signed in when refresh responses are lost; a replaced token ends the session once its successor was used', async () => {
    const { browser } = await signUp();
    const lost = withItsCookies(browser);
    const thief = withItsCookies(browser);
    expect(await refresh(browser)).toBe(204);
    pass(11 * SECOND_MS);
    expect([await refresh(lost), await me(lost)]).toEqual([204, 200]);
    expect(await refresh(lost)).toBe(204);
    expect(await refresh(thief)).toBe(401);
    for (const ended of [lost, browser]) expect([await me(ended), await refresh(ended)]).toEqual([401, 401]);
  });

  it('is slowed after ten wrong passwords, while its owner still signs in from a known browser (ASVS 6.1.1, 6.3.1)', async () => {
    const { browser, credentials } = await signUp();
    const { email } = credentials;
    const guesses: ApiResponse[] = [];
    while (guesses.length <= ACCOUNT_BURST)
      guesses.push(await trySignIn(email, `guess-${guesses.length}-wrong`));
    expect(guesses.map(({ status }) => status)).toEqual([...Array<number>(ACCOUNT_BURST).fill(401), 429]);
    expect(Number(guesses.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
    // Neither the right password nor another address helps the attacker.
    expect((await trySignIn(email, PASSWORD, from('198.51.100.7'))).status).toBe(429);
    expect((await browser.post('/api/auth/sign-in', credentials)).status).toBe(200);
    const { credentials: other } = await signUp();
    expect((await trySignIn(other.email, PASSWORD)).status).toBe(200);
    pass(2 * MINUTE_MS);
    expect((await trySignIn(email, PASSWORD)).status).toBe(200);
  });

  it('cannot be guessed from one address more than a hundred times across accounts, while other addresses still sign in', async () => {
    const { credentials } = await signUp();
    const here = from('203.0.113.5');
    for (let tried = 0; tried < ADDRESS_BURST; tried += 10)
      await Promise.all(
        Array.from({ length: 10 }, () => trySignIn(`${randomUUID()}@people.example`, PASSWORD, here)),
      );
    const slowed = await trySignIn(credentials.email, PASSWORD, here);
    expect([slowed.status, slowed.body.code]).toEqual([429, 'too_many_attempts']);
    expect((await trySignIn(credentials.email, PASSWORD, from('203.0.113.77'))).status).toBe(429);
    expect((await trySignIn(credentials.email, PASSWORD, from('192.0.2.5'))).status).toBe(200);
  });

  it('has an access token of ten minutes and an idle timeout of half an hour (ASVS 9.2.1)', async () => {
    const { browser } = await signUp();
    pass(10 * MINUTE_MS - SECOND_MS);
    expect(await me(browser)).toBe(200);
    pass(SECOND_MS);
    expect(await me(browser)).toBe(401);
    expect([await refresh(browser), await me(browser)]).toEqual([204, 200]);
    pass(30 * MINUTE_MS - SECOND_MS);
    expect(await refresh(browser)).toBe(204);
    pass(30 * MINUTE_MS);
    expect(await refresh(browser)).toBe(401);
  });

  it('has sessions of at most twelve hours, regardless of refreshes', async () => {
    const { credentials } = await signUp();
    const browser = server.browser();
    const opened = await browser.post('/api/auth/sign-in', credentials);
    expect(secondsLeft(opened)).toBe(12 * 60 * 60);
    pass(29 * MINUTE_MS);
    expect(secondsLeft(await browser.post('/api/auth/refresh'))).toBe((12 * 60 - 29) * 60);
  });

  it('of a staff member has sessions of at most eight hours and an idle timeout of fifteen minutes (ASVS 7.1.1, 7.3.1, 7.3.2)', async () => {
    const { credentials } = await signUp();
    await grant(server, credentials, 'analyst');
    const browser = server.browser();
    expect(secondsLeft(await browser.post('/api/auth/sign-in', credentials))).toBe(8 * 60 * 60);
    pass(15 * MINUTE_MS - SECOND_MS);
    const refreshed = await browser.post('/api/auth/refresh');
    expect([refreshed.status, secondsLeft(refreshed)]).toEqual([204, 8 * 60 * 60 - 15 * 60 + 1]);
    pass(15 * MINUTE_MS);
    expect(await refresh(browser)).toBe(401);
  });

  it('is suspended, reinstated and signed out by the operator while the server runs, named in the log (ASVS 7.4.2)', async () => {
    const { browser, credentials } = await signUp();
    const { email } = credentials;
    const run = async (...words: string[]) => (await opsInServer(server.dataDir, ...words)).code;
    const { uid } = (await browser.get<{ uid: string }>('/api/me')).body;
    expect(await run('suspend', email, '--by', 'kim')).toBe(0);
    expect([await me(browser), await refresh(browser)]).toEqual([401, 401]);
    expect((await trySignIn(email, PASSWORD)).body.code).toBe('account_suspended');
    expect(await run('reinstate', email)).toBe(0);
    await browser.signIn(credentials);
    expect(await me(browser)).toBe(200);
    expect(await run('end-sessions', email)).toBe(0);
    expect(await me(browser)).toBe(401);
    expect(await run('suspend', 'nobody@people.example')).toBe(2);
    expect((await ops(server.dataDir, 'revoke', email)).code).toBe(2);
    expect((await ops(server.dataDir, 'stream', `account-${uid}`)).output).toContain('operator:kim');
  });

  /** Another browser with the same cookies: a second tab, a lost response, a thief. */
  function withItsCookies({ cookies }: Browser): Browser {
    const copy = server.browser();
    for (const [name, value] of cookies) copy.cookies.set(name, value);
    return copy;
  }
});

const at = (ms: number): string => new Date(ms).toISOString();
const from = (address: string) => ({ 'x-forwarded-for': address });

/** Everything in a response that an attacker could compare. */
function seen(answer: ApiResponse | undefined) {
  const headers = [...(answer?.headers ?? [])]
    .filter(([name]) => name !== 'date')
    // Every token differs, and none is longer than another.
    .map(([name, value]) => [name, name === 'x-flip-position' ? value.length : value]);
  return { status: answer?.status, text: answer?.text, headers };
}

/** How long the browser keeps the session. */
function secondsLeft({ headers }: ApiResponse): number {
  const cookie = headers.getSetCookie().find((text) => text.startsWith('flip_rt='));
  return Number(/Max-Age=(\d+)/.exec(cookie ?? '')?.[1]);
}
