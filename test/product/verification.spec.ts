import type { Browser, Credentials } from '../support/browser.js';
import { FlipServer } from '../support/flip-server.js';
import { expectViewsEqualTheLog } from '../support/ops.js';
import { waitFor } from '../support/wait-for.js';

interface Overview {
  readonly badge: string;
  readonly next: string;
  readonly items: readonly { readonly status: string }[];
}

const DEADLINE_MS = 60_000;

describe('a sender who verifies their identity', () => {
  let server: FlipServer;
  let maya: Browser;
  let credentials: Credentials;
  let outboxUrl: string;

  beforeAll(async () => {
    server = await FlipServer.start();
    maya = server.browser();
    credentials = await maya.signUp({ firstName: 'Maya', lastName: 'Okafor' });
    const { body } = await maya.get<{ outboxUrl: string }>('/api/config');
    outboxUrl = body.outboxUrl;
  }, DEADLINE_MS);
  afterAll(() => server.dispose());

  const overview = async () => (await maya.get<Overview>('/api/verification')).body;
  const submit = () => maya.post<{ url: string; code: string }>('/api/verification', { consent: true });
  const press = (url: string, outcome: string) =>
    fetch(new URL('/verify', url), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ ...Object.fromEntries(new URL(url).searchParams), outcome }),
    });

  /** The token of the link mailed at sign-up. */
  const mailedToken = () =>
    waitFor('the mail', async () => {
      const listed = (await (await fetch(`${outboxUrl}.json`)).json()) as {
        items: readonly { to: readonly string[]; text: string }[];
      };
      const mail = listed.items.find(({ to }) => to.includes(credentials.email));
      return /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? null;
    });

  it('confirms the e-mail address first', async () => {
    expect((await submit()).body.code).toBe('email_not_confirmed');
    const confirmed = await maya.post('/api/auth/confirm', { token: await mailedToken() });
    expect(confirmed.status).toBe(204);
  });

  it('may send at most $250 a week before', async () => {
    expect((await maya.send({ amount: '250.01' })).status).toBe(422);
  });

  it('can leave the check halfway and resume it after a server kill', async () => {
    const started = await submit();
    expect(started.status).toBe(201);
    expect((await press(started.body.url, 'close')).status).toBe(303);
    await waitFor('the webhook', async () =>
      (await overview()).items[0]?.status === 'pending' ? true : null,
    );
    await server.kill('SIGKILL');
    server = await FlipServer.start({ dataDir: server.dataDir });
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
  }, 120_000);

  it('may then send $1,000 at once, but not a cent more', async () => {
    expect((await maya.send({ amount: '1000.00' })).status).toBe(201);
    const refused = await maya.send<{ code: string }>({ amount: '1000.01' });
    expect(refused.body.code).toBe('per_transfer_limit_exceeded');
    const { body } = await maya.get('/api/allowance');
    expect(body).toMatchObject({ tier: 'verified', weeklyLimit: null });
  });

  it('leaves neither the link nor the name in the server’s output', () => {
    expect(server.output).not.toContain('session-token');
    expect(server.output).not.toContain('inq_');
    expect(server.output).not.toContain('Okafor');
  });

  it('leaves views that equal the log', () => expectViewsEqualTheLog(server.dataDir));
});
