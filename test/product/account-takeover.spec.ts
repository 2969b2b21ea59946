import { randomUUID } from 'node:crypto';
import { type Browser, enteredCard, PASSWORD } from '../support/browser.js';
import { mailedToken } from '../support/mailbox.js';
import { sharedServer, type SharedServer } from '../support/shared-servers.js';
import { choose, providerPerson, type ProviderPerson } from '../support/social-sign-in.js';

const OWNERS_PASSWORD = 'copper-teapot-meadow-19';

interface Me {
  readonly uid: string;
  readonly email: string;
  readonly emailConfirmed: boolean;
  readonly displayName: string;
  readonly signInMethods: readonly string[];
}

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer('plain');
});

describe("an account that a stranger opened under somebody else's address", () => {
  const me = async (browser: Browser) => (await browser.get<Me>('/api/me')).body;
  const names = async (browser: Browser) =>
    (await browser.get<{ items: { name: string }[] }>('/api/recipients')).body.items.map(({ name }) => name);

  /** Leaves for Google from `path` and returns to the callback; resolves to the screen that follows. */
  async function atGoogle(browser: Browser, address: string, choice: ProviderPerson): Promise<string | null> {
    const path = await choose(new URL(address), choice);
    return (await browser.get(`/api${path}`)).headers.get('location');
  }

  async function signInWithGoogle(browser: Browser, choice: ProviderPerson): Promise<string | null> {
    const left = await browser.get('/api/auth/google/start?acceptTerms=true');
    return atGoogle(browser, left.headers.get('location') ?? '', choice);
  }

  /** Signs up under the owner's address and puts everything into the account that an unconfirmed one may have. */
  async function planted() {
    const email = `${randomUUID()}@people.example`;
    const stranger = server.browser();
    await stranger.signUp({ email });
    await stranger.post('/api/recipients', { name: 'Mom', platform: 'Venmo', handle: '@not-your-mom' });
    await stranger.request('PATCH', '/api/preferences', {
      body: JSON.stringify({ displayName: 'Call 555-0100' }),
    });
    const waiting = (await stranger.send<{ id: string }>({ amount: '20.00' })).body.id;
    return { email, stranger, waiting };
  }

  /** A transfer that a stranger requested cannot be paid by mistake. */
  async function expectCancelled(owner: Browser, transferId: string): Promise<void> {
    const { body } = await owner.get<{ status: string }>(`/api/transfers/${transferId}`);
    expect(body.status).toBe('cancelled');
    const cardToken = await enteredCard(server.simulatorUrl);
    const paid = await owner.post(
      `/api/transfers/${transferId}/payment`,
      { cardToken },
      { 'idempotency-key': randomUUID() },
    );
    expect([paid.status, paid.body['code']]).toEqual([409, 'not_payable']);
  }

  async function reset(email: string): Promise<number> {
    const owner = server.browser();
    await owner.post('/api/auth/forgot', { email });
    const token = await mailedToken(owner, email, '/reset');
    return (await owner.post('/api/auth/reset', { token, password: OWNERS_PASSWORD })).status;
  }

  it('has neither a card nor a linked provider, and nothing is recorded of the attempts', async () => {
    const { stranger, waiting } = await planted();
    const cardToken = await enteredCard(server.simulatorUrl);
    const key = randomUUID();
    const draft = { recipient: 'Maya', platform: 'PayPal', handle: 'maya@people.example', amount: '20.00' };
    const idempotent = { 'idempotency-key': key };
    for (const refused of [
      await stranger.post('/api/auth/google/link', { password: PASSWORD }),
      await stranger.post('/api/cards', { token: cardToken }),
      await stranger.post('/api/transfers', { ...draft, total: '21.90', cardToken }, idempotent),
      await stranger.post('/api/transfers', { ...draft, total: '21.90', cardId: 'card' }, idempotent),
      await stranger.post(`/api/transfers/${waiting}/payment`, { cardToken }, idempotent),
    ])
      expect([refused.status, refused.body['code']]).toEqual([403, 'email_not_confirmed']);
    const { body } = await stranger.get<{ items: { id: string }[] }>('/api/transfers');
    expect(body.items.map(({ id }) => id)).toEqual([waiting]);
    expect((await stranger.get('/api/cards')).body).toEqual({ items: [] });
    expect((await me(stranger)).signInMethods).toEqual(['password']);
  });

  it('belongs to the owner of the mailbox alone, without anything planted, once the password is reset (ASVS 7.5.1)', async () => {
    const { email, stranger, waiting } = await planted();
    expect(await reset(email)).toBe(204);
    expect((await stranger.get('/api/me')).status).toBe(401);
    expect((await stranger.post('/api/auth/refresh')).status).toBe(401);
    expect((await server.browser().post('/api/auth/sign-in', { email, password: PASSWORD })).status).toBe(
      401,
    );
    const owner = server.browser();
    await owner.signIn({ email, password: OWNERS_PASSWORD });
    expect(await me(owner)).toMatchObject({
      email,
      emailConfirmed: true,
      displayName: 'Ana Torres',
      signInMethods: ['password'],
    });
    expect(await names(owner)).toEqual([]);
    await expectCancelled(owner, waiting);
    // From now on it is an account like any other.
    expect((await owner.saveCard()).status).toBe(201);
  });

  it('belongs to the owner of the mailbox once a provider vouches for the address, and the old password ends', async () => {
    const { email, stranger, waiting } = await planted();
    const { uid } = await me(stranger);
    const owner = server.browser();
    expect(await signInWithGoogle(owner, providerPerson({ email }))).toBe('/dashboard');
    expect(await me(owner)).toMatchObject({
      uid,
      emailConfirmed: true,
      displayName: 'Ana Torres',
      signInMethods: ['google'],
    });
    expect(await names(owner)).toEqual([]);
    await expectCancelled(owner, waiting);
    expect((await stranger.get('/api/me')).status).toBe(401);
    expect((await server.browser().post('/api/auth/sign-in', { email, password: PASSWORD })).status).toBe(
      401,
    );
  });

  it('is not confirmed by the owner who follows the mailed link without a session of it', async () => {
    const { email, stranger } = await planted();
    const token = await mailedToken(server.browser(), email, '/confirm');
    expect((await server.browser().post('/api/auth/confirm', { token })).status).toBe(401);
    expect((await me(stranger)).emailConfirmed).toBe(false);
  });
});

it("an account's own holder keeps everything when the address is confirmed in a session", async () => {
  const ana = server.browser();
  await ana.signUp();
  await ana.post('/api/recipients', { name: 'Maya', platform: 'Venmo', handle: '@mayaokafor' });
  await ana.confirmAddress();
  expect((await ana.get<{ items: object[] }>('/api/recipients')).body.items).toHaveLength(1);
});
