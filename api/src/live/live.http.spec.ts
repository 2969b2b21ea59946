import { openAccounts, UNLIMITED } from '../../../test/support/accounts-app.js';
import type { Client } from '../../../test/support/client.js';
import { LiveReader } from '../../../test/support/live-reader.js';
import { newPerson } from '../../../test/support/passwords.js';
import type { TestApp } from '../../../test/support/test-app.js';
import { SESSION_LIFETIMES } from '../features/accounts/sessions/session-family.js';
import { EVERYTHING } from '../kernel/live.js';
import { LiveHub, STREAMS_PER_USER_LIMIT } from './live-hub.js';
import { LiveModule } from './live.module.js';

let accounts: TestApp;
let url: string;
const readers: LiveReader[] = [];

beforeAll(async () => {
  accounts = await openAccounts(UNLIMITED, [LiveModule]);
  url = await accounts.listen();
});
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});
afterAll(() => accounts.close());

async function signedIn(): Promise<Client> {
  const person = accounts.browser();
  const { email } = newPerson();
  await person.signUp({ email });
  await person.signIn(email);
  return person;
}

async function listen(
  person: Client,
  options: Parameters<typeof LiveReader.open>[2] = {},
): Promise<LiveReader> {
  const reader = await LiveReader.open(url, person.cookie, options);
  readers.push(reader);
  return reader;
}

const rename = (person: Client, displayName: string) =>
  person.request('PATCH', '/preferences', { body: { displayName } });

describe('the live stream', () => {
  it('starts with the topic for everything, regardless of what a browser claims to have received last', async () => {
    const ana = await signedIn();
    const first = await listen(ana);
    const { token } = await first.change(({ topics }) => topics.includes(EVERYTHING));
    expect(first.lines).toEqual(expect.arrayContaining(['retry: 3000', `id: ${token}`, 'event: change']));
    const resumed = await listen(ana, { headers: { 'last-event-id': token } });
    expect((await resumed.change(() => true)).topics).toEqual([EVERYTHING]);
  });

  it('continues after a token without repeating everything, unless something was announced to its reader since', async () => {
    const [ana, luis] = [await signedIn(), await signedIn()];
    const first = await listen(ana);
    await rename(ana, 'Annie');
    const { token } = await first.change(({ topics }) => topics.includes('preferences'));
    first.close();
    await rename(luis, 'Lou');
    const continued = await listen(ana, { query: `?after=${token}` });
    await rename(ana, 'Anita');
    expect((await continued.change(() => true)).topics).toContain('preferences');
    const late = await listen(ana, { query: `?after=${token}` });
    expect((await late.change(() => true)).topics).toEqual([EVERYTHING]);
  });

  it('continues after the first read of a page, which shows what happened before', async () => {
    const ana = await signedIn();
    await rename(ana, 'Annie');
    expect((await ana.request('GET', '/me')).headers).not.toHaveProperty('x-flip-position');
    const { headers } = await fetch(`${url}/api/me`, { headers: { cookie: ana.cookie } });
    const token = headers.get('x-flip-position') ?? '';
    const reader = await listen(ana, { query: `?after=${token}` });
    await rename(ana, 'Anita');
    expect((await reader.change(() => true)).topics).toContain('preferences');
  });

  it('starts with everything after a text that is no token of its process', async () => {
    const ana = await signedIn();
    for (const after of ['', '00000000000000000042', 'A'.repeat(91), 'x'.repeat(200)]) {
      const reader = await listen(ana, { query: `?after=${after}` });
      expect((await reader.change(() => true)).topics).toEqual([EVERYTHING]);
    }
  });

  it('is not cached, buffered or compressed in transit', async () => {
    const { headers } = await listen(await signedIn());
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'content-security-policy': expect.stringContaining("default-src 'self'") as string,
    });
    expect(headers.get('content-encoding')).toBeNull();
  });

  it('names what changed, with a token with which reads show it', async () => {
    const ana = await signedIn();
    const reader = await listen(ana);
    await rename(ana, 'Annie');
    const { topics, token } = await reader.change((change) => change.topics.includes('preferences'));
    expect(topics).toContain('me');
    const elsewhere = accounts.browser();
    for (const [name, value] of ana.cookies) elsewhere.cookies.set(name, value);
    const me = await elsewhere.request<{ displayName: string }>('GET', '/me', {
      headers: { 'x-flip-position': token },
    });
    expect(me.body.displayName).toBe('Annie');
  });

  it("never reports another sender's changes, and contains no data", async () => {
    const [ana, luis] = [await signedIn(), await signedIn()];
    const [ofAna, ofLuis] = [await listen(ana), await listen(luis)];
    await rename(ana, 'Annie Ruiz');
    await ofAna.change(({ topics }) => topics.includes('preferences'));
    await rename(luis, 'Lou Reyes');
    const heard = await ofLuis.change(({ topics }) => topics.includes('preferences'));
    expect(ofLuis.changes.filter(({ topics }) => !topics.includes(EVERYTHING))).toEqual([heard]);
    expect([...ofAna.lines, ...ofLuis.lines].join('\n')).not.toMatch(/Annie Ruiz|Lou Reyes/);
  });

  it("ends when its session signs out, while the user's other streams stay open (ASVS 7.4.1)", async () => {
    const person = newPerson();
    const [here, there] = [accounts.browser(), accounts.browser()];
    await here.signUp(person);
    await here.signIn(person.email);
    await there.signIn(person.email);
    const [ending, staying] = [await listen(here), await listen(there)];
    await here.post('/auth/sign-out');
    await accounts.get(LiveHub).endWithTheirSessions();
    await ending.ended;
    await rename(there, 'Annie');
    await staying.change(({ topics }) => topics.includes('preferences'));
  });

  it('ends when its session times out', async () => {
    const reader = await listen(await signedIn());
    const beginMs = accounts.clock.nowMs;
    try {
      accounts.clock.nowMs += SESSION_LIFETIMES.sender.idleMs + 60_000;
      await accounts.get(LiveHub).endWithTheirSessions();
      await reader.ended;
    } finally {
      accounts.clock.nowMs = beginMs;
    }
  });

  it(`keeps ${String(STREAMS_PER_USER_LIMIT)} streams of one user and ends the oldest`, async () => {
    const ana = await signedIn();
    const oldest = await listen(ana);
    const others: LiveReader[] = [];
    for (let nth = 0; nth < STREAMS_PER_USER_LIMIT; nth += 1) others.push(await listen(ana));
    await oldest.ended;
    await rename(ana, 'Annie');
    for (const reader of others) await reader.change(({ topics }) => topics.includes('preferences'));
  });

  it('responds to a HEAD without opening a stream', async () => {
    const { cookie } = await signedIn();
    const response = await fetch(`${url}/api/events`, { method: 'HEAD', headers: { cookie } });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});

it('a stopping application ends its open streams immediately', async () => {
  const stopping = await openAccounts({}, [LiveModule]);
  const address = await stopping.listen();
  const ana = stopping.browser();
  const { email } = newPerson();
  await ana.signUp({ email });
  await ana.signIn(email);
  const reader = await LiveReader.open(address, ana.cookie);
  await reader.change(() => true);
  await Promise.all([stopping.close(), reader.ended]);
});
