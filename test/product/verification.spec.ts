import type { Browser, Credentials } from '../support/browser.js';
import { mailedToken } from '../support/mailbox.js';
import { sharedServer, type SharedServer } from '../support/shared-servers.js';
import { waitFor } from '../support/wait-for.js';

interface Overview {
  readonly badge: string;
  readonly next: string;
  readonly items: readonly { readonly status: string }[];
}

describe('a sender who verifies their identity', () => {
  let server: SharedServer;
  let maya: Browser;
  let credentials: Credentials;

  beforeAll(async () => {
    server = await sharedServer('plain');
    maya = server.browser();
    credentials = await maya.signUp({ firstName: 'Maya', lastName: 'Okafor' });
  });

  const overview = async () => (await maya.get<Overview>('/api/verification')).body;
  const submit = () => maya.post<{ url: string; code: string }>('/api/verification', { consent: true });
  const press = (url: string, outcome: string) =>
    fetch(new URL('/verify', url), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ ...Object.fromEntries(new URL(url).searchParams), outcome }),
    });

  it('confirms the e-mail address first', async () => {
    expect((await submit()).body.code).toBe('email_not_confirmed');
    const confirmed = await maya.post('/api/auth/confirm', {
      token: await mailedToken(maya, credentials.email, '/confirm'),
    });
    expect(confirmed.status).toBe(204);
  });

  it('may send at most $250 a week before', async () => {
    expect((await maya.send({ amount: '250.01' })).status).toBe(422);
  });

  it('can leave the check halfway and resume it in another session', async () => {
    const started = await submit();
    expect(started.status).toBe(201);
    expect((await press(started.body.url, 'close')).status).toBe(303);
    await waitFor('the webhook', async () =>
      (await overview()).items[0]?.status === 'pending' ? true : null,
    );
    const again = server.browser();
    await again.signIn(credentials);
    maya = again;
    const continued = await submit();
    expect(continued.status).toBe(201);
    expect(new URL(continued.body.url).searchParams.has('session-token')).toBe(true);
    const pressed = await press(continued.body.url, 'pass');
    expect(pressed.headers.get('location')).toMatch(`${server.url}/verification?inquiry-id=`);
    await waitFor('the badge', async () => ((await overview()).badge === 'verified' ? true : null));
    expect((await overview()).next).toBe('none');
  });

  it('may then send $1,000 at once, but not a cent more', async () => {
    expect((await maya.send({ amount: '1000.00' })).status).toBe(201);
    const refused = await maya.send<{ code: string }>({ amount: '1000.01' });
    expect(refused.body.code).toBe('per_transfer_limit_exceeded');
    const { body } = await maya.get('/api/allowance');
    expect(body).toMatchObject({ tier: 'verified', weeklyLimit: null });
  });

  it('leaves neither the link nor the name in the server’s output', async () => {
    const { output } = await sharedServer('plain');
    for (const told of ['session-token', 'inq_', 'Okafor']) expect(output).not.toContain(told);
  });
});
