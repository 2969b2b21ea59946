import { CommandBus } from '@nestjs/cqrs';
import { openAccounts, UNLIMITED } from '../../../../../test/support/accounts-app.js';
import type { Client, TestResponse } from '../../../../../test/support/client.js';
import { newPerson, PASSWORD, OTHER_PASSWORD } from '../../../../../test/support/passwords.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import { letTimePass } from '../../../../../test/support/time-passed.js';
import { SubscriptionRunner } from '../../../engine/subscriptions/subscription-runner.js';
import { StoreUnavailable } from '../../../engine/storage/store-unavailable.js';
import { Vault } from '../../../engine/vault/vault.port.js';
import type { Me, Problem, SessionItem } from '../../../kernel/people/accounts.js';
import { Administer } from '../account/administer-account.command.js';

/** Longer than a session is cached. */
const SESSION_CACHE_MS = 2_100;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe('a session', () => {
  let app: TestApp;
  let email: string;
  let ana: Client;

  beforeAll(async () => {
    app = await openAccounts(UNLIMITED);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ({ email } = newPerson());
    ana = app.browser();
    await ana.signUp({ email });
    await ana.signIn(email);
  });

  const me = (person: Client) => person.request<Me & Problem>('GET', '/me');
  const grant = (to: string, role: 'analyst' | 'lead') =>
    app.get(CommandBus).execute(new Administer(to, { type: 'GrantRole', role }, 'spec'));
  const later = (ms: number) => {
    app.clock.nowMs += ms;
  };
  /** How long the browser keeps the session, in ms. */
  const keptMs = ({ cookies }: TestResponse) =>
    1_000 * (cookies.find(({ name }) => name === 'flip_rt')?.maxAge ?? 0);

  it('consists of two cookies that scripts cannot read, and a hint without data', async () => {
    const { cookies } = await app.browser().signIn(email);
    const byName = Object.fromEntries(cookies.map((cookie) => [cookie.name, cookie]));
    expect(Object.keys(byName)).toEqual(['flip_at', 'flip_rt', 'flip_hint', 'flip_device']);
    const common = { path: '/', sameSite: 'lax' };
    expect(byName['flip_at']).toMatchObject({ ...common, httpOnly: true, maxAge: 600 });
    expect(byName['flip_rt']).toMatchObject({ ...common, httpOnly: true, maxAge: 43_200 });
    expect(byName['flip_hint']).toEqual({ name: 'flip_hint', value: '1', maxAge: 43_200, ...common });
  });

  it('grants access to protected routes', async () => {
    expect((await me(ana)).body.email).toBe(email);
    expect((await me(app.browser())).body.code).toBe('unauthenticated');
  });

  it('is replaced, and ended, by another sign-in in the same browser, and in no other (ASVS 7.2.4)', async () => {
    const elsewhere = app.browser();
    await elsewhere.signIn(email);
    const copied = app.browser();
    for (const [name, value] of ana.cookies) copied.cookies.set(name, value);
    await ana.signIn(email);
    expect([(await me(ana)).status, (await me(elsewhere)).status, (await me(copied)).status]).toEqual([
      200, 200, 401,
    ]);
  });

  it('also works as a bearer token', async () => {
    const authorization = `Bearer ${ana.cookies.get('flip_at') ?? ''}`;
    expect((await app.browser().request('GET', '/me', { headers: { authorization } })).status).toBe(200);
  });

  it('lasts ten minutes without a refresh, by our clock (ASVS 9.2.1)', async () => {
    later(10 * MINUTE_MS - 1_000);
    expect((await me(ana)).status).toBe(200);
    later(1_000);
    expect((await me(ana)).status).toBe(401);
  });

  it('continues while it is refreshed, up to twelve hours', async () => {
    for (let used = 0; used < 12 * HOUR_MS - 20 * MINUTE_MS; used += 20 * MINUTE_MS) {
      later(20 * MINUTE_MS);
      const refreshed = await ana.post('/auth/refresh');
      expect([refreshed.status, keptMs(refreshed)]).toEqual([204, 12 * HOUR_MS - used - 20 * MINUTE_MS]);
      expect((await me(ana)).status).toBe(200);
    }
    later(20 * MINUTE_MS);
    expect((await ana.post('/auth/refresh')).status).toBe(401);
  });

  it('ends after half an hour without use', async () => {
    later(30 * MINUTE_MS - 1);
    expect((await ana.post('/auth/refresh')).status).toBe(204);
    later(30 * MINUTE_MS);
    expect((await ana.post('/auth/refresh')).status).toBe(401);
  });

  it('of a staff member ends after fifteen minutes without use, and after eight hours (ASVS 7.1.1, 7.3.1, 7.3.2)', async () => {
    const robin = app.browser();
    await robin.signUp({ email: 'robin@people.example' });
    await grant('robin@people.example', 'analyst');
    const opened = await robin.signIn('robin@people.example');
    expect((opened.body as unknown as Me).roles).toEqual(['sender', 'analyst']);
    expect(keptMs(opened)).toBe(8 * HOUR_MS);
    later(15 * MINUTE_MS - 1_000);
    const refreshed = await robin.post('/auth/refresh');
    expect([refreshed.status, keptMs(refreshed)]).toEqual([204, 8 * HOUR_MS - 15 * MINUTE_MS + 1_000]);
    later(15 * MINUTE_MS);
    expect((await robin.post('/auth/refresh')).status).toBe(401);
  });

  it('ends when the user becomes staff', async () => {
    await grant(email, 'lead');
    expect((await ana.post('/auth/refresh')).status).toBe(401);
    await ana.signIn(email);
    expect((await me(ana)).body.roles).toEqual(['sender', 'lead']);
  });

  it('stays valid while the vault is unavailable if it was recently checked; no other one is accepted', async () => {
    const unseen = app.browser();
    await unseen.signIn(email);
    expect((await me(ana)).status).toBe(200);
    letTimePass(SESSION_CACHE_MS);
    jest.spyOn(app.get(Vault), 'get').mockRejectedValue(new StoreUnavailable('away'));
    const [seen, other] = [await me(ana), await me(unseen)];
    jest.restoreAllMocks();
    expect([seen.status, other.status, other.headers['retry-after']]).toEqual([200, 503, '1']);
    expect((await me(unseen)).status).toBe(200);
  });

  describe('that is refreshed', () => {
    const holding = (token: string) => {
      const person = app.browser();
      person.cookies.set('flip_rt', token);
      return person;
    };
    const tokenOf = (person: Client) => person.cookies.get('flip_rt') ?? '';

    it('changes its refresh token each time', async () => {
      const first = tokenOf(ana);
      await ana.post('/auth/refresh');
      expect(tokenOf(ana)).not.toBe(first);
      expect((await ana.post('/auth/refresh')).status).toBe(204);
    });

    it('survives lost responses, however late: the replaced token works until another was used', async () => {
      const lost = tokenOf(ana);
      await ana.post('/auth/refresh');
      later(20 * MINUTE_MS);
      expect((await holding(lost).post('/auth/refresh')).status).toBe(204);
      later(20 * MINUTE_MS);
      const again = holding(lost);
      expect((await again.post('/auth/refresh')).status).toBe(204);
      expect((await me(again)).status).toBe(200);
      later(60_000);
      expect((await again.post('/auth/refresh')).status).toBe(204);
    });

    it('survives concurrent refreshes of two tabs, whichever response the browser keeps', async () => {
      for (const kept of [0, 1]) {
        const token = tokenOf(ana);
        const tabs = [holding(token), holding(token)] as const;
        const answers = await Promise.all(tabs.map((tab) => tab.post('/auth/refresh')));
        expect(answers.map(({ status }) => status)).toEqual([204, 204]);
        later(60_000);
        ana.cookies.set('flip_rt', tokenOf(tabs[kept] ?? ana));
        expect((await ana.post('/auth/refresh')).status).toBe(204);
      }
    });

    it('ends when a replaced token is used after its successor, and no other does in the same browser', async () => {
      const restored = tokenOf(ana);
      const other = app.browser();
      await other.signIn(email);
      await ana.post('/auth/refresh');
      await ana.post('/auth/refresh');
      expect((await holding(restored).post('/auth/refresh')).status).toBe(401);
      expect((await ana.post('/auth/refresh')).status).toBe(401);
      expect([(await me(ana)).status, (await me(other)).status]).toEqual([401, 200]);
    });

    it.each(['', 'x', '.', `${'0'.repeat(36)}.${'a'.repeat(43)}`, 'a'.repeat(5_000)])(
      'refuses a malformed token: %#',
      async (token) => {
        expect((await holding(token).post('/auth/refresh')).status).toBe(401);
      },
    );
  });

  describe('can be ended', () => {
    const copyOf = ({ cookies }: Client) => {
      const copy = app.browser();
      for (const [name, value] of cookies) copy.cookies.set(name, value);
      return copy;
    };

    it('by signing out, at once and alone, with every copy of its cookies', async () => {
      const [phone, copied] = [app.browser(), copyOf(ana)];
      await phone.signIn(email);
      expect((await ana.post('/auth/sign-out')).status).toBe(204);
      expect([...ana.cookies.keys()]).toEqual(['flip_device']);
      expect([(await me(copied)).status, (await copied.post('/auth/refresh')).status]).toEqual([401, 401]);
      expect((await me(phone)).status).toBe(200);
    });

    it('by signing out without a session', async () => {
      expect((await app.browser().post('/auth/sign-out')).status).toBe(204);
    });

    it('from another device, which lists all sessions (ASVS 7.4.1, 7.5.2)', async () => {
      const phone = app.browser(
        'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1',
      );
      later(1_000);
      await phone.signIn(email);
      const { items } = (await phone.request<{ items: SessionItem[] }>('GET', '/sessions')).body;
      expect(items.map(({ device, current }) => [device, current])).toEqual([
        ['Safari, iOS', true],
        ['Chrome, Linux', false],
      ]);
      const [, laptop] = items;
      expect((await phone.request('DELETE', `/sessions/${laptop?.id ?? ''}`)).status).toBe(204);
      expect([(await me(ana)).status, (await ana.post('/auth/refresh')).status]).toEqual([401, 401]);
      expect((await me(phone)).status).toBe(200);
      expect((await phone.request<{ items: SessionItem[] }>('GET', '/sessions')).body.items).toHaveLength(1);
    });

    it('everywhere at once, including here', async () => {
      const phone = app.browser();
      await phone.signIn(email);
      const copied = copyOf(phone);
      expect((await phone.request('DELETE', '/sessions')).status).toBe(204);
      expect([...phone.cookies.keys()]).toEqual(['flip_device']);
      for (const ended of [ana, copied])
        expect([(await me(ended)).status, (await ended.post('/auth/refresh')).status]).toEqual([401, 401]);
    });

    it('by exceeding twenty: the least recently used one ends', async () => {
      for (let signIn = 0; signIn < 19; signIn += 1) {
        later(1_000);
        await app.browser().signIn(email);
      }
      expect((await me(ana)).status).toBe(200);
      later(1_000);
      await app.browser().signIn(email);
      expect((await me(ana)).status).toBe(401);
    });
  });
});

it('restricts its cookies to secure connections and this host where there is TLS (ASVS 3.3.1, 3.3.3, 3.4.1)', async () => {
  const app = await openAccounts({
    environment: {
      RATE_LIMIT: 'off',
      PUBLIC_URL: 'https://flip.test',
      TRUST_PROXY: 'true',
      ALLOW_SIMULATOR: 'true',
    },
  });
  const ana = app.browser();
  const { email } = newPerson();
  await ana.signUp({ email });
  const { cookies, headers } = await ana.signIn(email);
  expect(cookies.map(({ name, secure, path, domain }) => [name, secure, path, domain])).toEqual([
    ['__Host-flip_at', true, '/', undefined],
    ['__Host-flip_rt', true, '/', undefined],
    ['flip_hint', true, '/', undefined],
    ['__Host-flip_device', true, '/', undefined],
  ]);
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  expect((await ana.request('GET', '/me')).status).toBe(200);
  const elsewhere = { headers: { origin: 'http://flip.test' } };
  expect((await ana.request('POST', '/auth/refresh', elsewhere)).body.code).toBe('origin_not_allowed');
  const own = { headers: { origin: 'https://flip.test' } };
  expect((await ana.request('POST', '/auth/refresh', own)).status).toBe(204);
  await app.close();
});

it('marks a response that may be older than the last write as stale', async () => {
  const app = await openAccounts(UNLIMITED);
  const ana = app.browser();
  const { email } = newPerson();
  await ana.signUp({ email });
  await ana.signIn(email);
  expect((await ana.request('GET', '/preferences')).headers).not.toHaveProperty('x-flip-stale');
  await app.get(SubscriptionRunner).stop();
  await ana.request('PATCH', '/preferences', { body: { displayName: 'Ana María' } });
  expect((await ana.request('GET', '/preferences')).headers['x-flip-stale']).toBe('true');
  await app.close();
});

describe('signing in', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await openAccounts();
  });
  afterAll(() => app.close());
  beforeEach(() => {
    // Each test starts with full budgets.
    app.clock.nowMs += 24 * HOUR_MS;
  });

  it('responds to a wrong password and an unknown address with identical bytes (ASVS 6.1.3, 6.3.4)', async () => {
    const { email } = newPerson();
    await app.browser().signUp({ email });
    const known = await app.browser().signIn(email, OTHER_PASSWORD);
    const unknown = await app.browser().signIn('nobody@people.example', OTHER_PASSWORD);
    expect([known.status, known.body.code]).toEqual([401, 'invalid_credentials']);
    expect(unknown.text).toBe(known.text);
    const shown = ({ headers }: typeof known) => {
      const position = String(headers['x-flip-position']).length;
      return { ...headers, date: '', 'x-flip-position': position };
    };
    expect(shown(unknown)).toEqual(shown(known));
  });

  it('slows down wrong passwords after ten per account, and equally for an unknown address (ASVS 6.3.1)', async () => {
    const { email } = newPerson();
    await app.browser().signUp({ email });
    for (const address of [email, 'no-one@people.example']) {
      const answers = [];
      for (let attempt = 0; attempt < 12; attempt += 1)
        answers.push(await app.browser().signIn(address, OTHER_PASSWORD));
      expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(401), 429, 429]);
      expect(answers[10]?.body).toMatchObject({
        code: 'too_many_attempts',
        params: { seconds: 90, reset: '/forgot' },
      });
      expect(answers[10]?.body.detail).toContain('or reset your password');
      expect(answers[10]?.headers['retry-after']).toBe('90');
    }
    // No lockout: the right password works after the wait.
    expect((await app.browser().signIn(email)).status).toBe(429);
    app.clock.nowMs += 90_000;
    expect((await app.browser().signIn(email)).status).toBe(200);
    expect((await app.browser().signIn(email, OTHER_PASSWORD)).status).toBe(401);
  });

  it('does not let a stranger slow down the owner’s own browser', async () => {
    const { email } = newPerson();
    const owner = app.browser();
    await owner.signUp({ email });
    await owner.signIn(email);
    for (let attempt = 0; attempt < 11; attempt += 1) await app.browser().signIn(email, OTHER_PASSWORD);
    expect((await app.browser().signIn(email)).status).toBe(429);
    expect((await owner.signIn(email)).status).toBe(200);
    // A device token of one account is not valid for another.
    const other = newPerson();
    await app.browser().signUp({ email: other.email });
    for (let attempt = 0; attempt < 11; attempt += 1) await app.browser().signIn(other.email, OTHER_PASSWORD);
    expect((await owner.signIn(other.email)).status).toBe(429);
  });

  it('slows down a network that tries many accounts, after a hundred wrong passwords, and no other', async () => {
    const environment = { TRUST_PROXY: 'true', PUBLIC_URL: 'https://flip.test', ALLOW_SIMULATOR: 'true' };
    const own = await openAccounts({ environment });
    const { email } = newPerson();
    await own.browser().signUp({ email });
    const from = async (ip: string, address = email, password = PASSWORD) => {
      const headers = { 'x-forwarded-for': ip };
      const body = { email: address, password };
      return (await own.browser().request('POST', '/auth/sign-in', { body, headers })).status;
    };
    const statuses = await Promise.all(
      Array.from({ length: 110 }, (_, number) =>
        from('203.0.113.5', `victim${String(number)}@people.example`, OTHER_PASSWORD),
      ),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect([await from('203.0.113.77'), await from('192.0.2.5')]).toEqual([429, 200]);
    await own.close();
  });

  it('keeps its counters across a restart', async () => {
    const { email } = newPerson();
    const first = await openAccounts();
    await first.browser().signUp({ email });
    for (let attempt = 0; attempt < 10; attempt += 1) await first.browser().signIn(email, OTHER_PASSWORD);
    await first.stop();
    const second = await openAccounts({ folder: first.folder });
    expect((await second.browser().signIn(email, PASSWORD)).status).toBe(429);
    await second.close();
  });
});
