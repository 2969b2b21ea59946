import { PASSWORD, type ApiResponse, type Browser } from '../support/browser.js';
import { FlipServer } from '../support/flip-server.js';
import { mailedToken } from '../support/mailbox.js';
import { ops, opsInServer } from '../support/ops.js';

const START = Date.parse('2026-11-01T12:00:00.000Z');
const MINUTE_MS = 60_000;
const NEW_PASSWORD = 'copper-meadow-lantern-77';
/** Burst of wrong passwords allowed per account. */
const ACCOUNT_BURST = 10;

/** Through the built server, with passwords hashed at their full cost; the rules are tested next to their code. */
describe('an account', () => {
  let server: FlipServer;

  beforeAll(async () => {
    // Behind a proxy, so that a test can use more than one client address.
    server = await FlipServer.start({ frozenAt: at(START), env: { TRUST_PROXY: 'true' } });
  });
  afterAll(() => server.dispose());

  const me = async (browser: Browser) => (await browser.get('/api/me')).status;
  const refresh = async (browser: Browser) => (await browser.post('/api/auth/refresh')).status;
  const signUp = async () => {
    const browser = server.browser();
    return { browser, credentials: await browser.signUp() };
  };
  const trySignIn = (email: string, password: string, headers: Record<string, string> = {}) =>
    server.browser().post('/api/auth/sign-in', { email, password }, headers);

  it('resets a forgotten password once through a mailed link, which ends every session', async () => {
    const { browser, credentials } = await signUp();
    const { email } = credentials;
    expect((await server.browser().post('/api/auth/forgot', { email })).status).toBe(204);
    const token = await mailedToken(browser, email, '/reset');
    const reset = (password: string) => server.browser().post('/api/auth/reset', { token, password });
    expect((await reset(NEW_PASSWORD)).status).toBe(204);
    expect([await me(browser), await refresh(browser)]).toEqual([401, 401]);
    expect((await trySignIn(email, PASSWORD)).status).toBe(401);
    expect((await trySignIn(email, NEW_PASSWORD)).status).toBe(200);
    const again = await reset(PASSWORD);
    expect([again.status, again.body.code]).toEqual([422, 'token_invalid']);
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
    expect((await trySignIn(email, PASSWORD, { 'x-forwarded-for': '198.51.100.7' })).status).toBe(429);
    expect((await browser.post('/api/auth/sign-in', credentials)).status).toBe(200);
    server.setClock(at(START + 2 * MINUTE_MS));
    expect((await trySignIn(email, PASSWORD)).status).toBe(200);
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
});

const at = (ms: number): string => new Date(ms).toISOString();
