import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '../support/browser.js';
import { FlipServer, withoutTestMode } from '../support/flip-server.js';
import { LiveReader } from '../support/live-reader.js';
import { expectViewsEqualTheLog, ops } from '../support/ops.js';
import { newStaff } from '../support/staff.js';
import { waitFor } from '../support/wait-for.js';

describe('a server on a data folder', () => {
  let server: FlipServer;
  beforeAll(async () => {
    server = await FlipServer.start();
  });
  afterAll(() => server.dispose());

  it('locks the folder while it runs: no second server starts there', async () => {
    const { dataDir, url } = server;
    expect(server.output).toContain(`Data folder: ${dataDir}\n`);
    await expect(FlipServer.start({ dataDir })).rejects.toThrow(
      `The data folder ${dataDir} is in use by another Flip server, at ${url}. `,
    );
  });

  it('refuses a port in use, and asks for another one', async () => {
    const PORT = new URL(server.url).port;
    const dataDir = mkdtempSync(join(tmpdir(), 'flip-data-'));
    await expect(FlipServer.start({ dataDir, env: { PORT } })).rejects.toThrow(
      new RegExp(
        `ended with 1:\\n(Opening .*\\n)?Flip cannot start. PORT: ${PORT} is used by another program; set PORT`,
      ),
    );
    rmSync(dataDir, { recursive: true });
  });

  it('still has everything it acknowledged after a kill: account, transfers, remaining limit and check of identity', async () => {
    const sender = server.browser();
    const credentials = await sender.signUp();
    const key = randomUUID();
    const sent = await sender.send<{ id: string }>({ amount: '75.00' }, key);
    await sender.confirmAddress();
    const left = await submit(sender);
    await press(left.url, 'close');
    await waitFor('the webhook', async () => (await overview(sender)).items[0]?.status === 'pending' || null);
    await server.kill();
    server = await FlipServer.start({ dataDir: server.dataDir });
    const again = server.browser();
    await again.signIn(credentials);
    const { body } = await again.get<{ items: readonly { id: string; amount: string }[] }>('/api/transfers');
    expect(body.items).toEqual([expect.objectContaining({ id: sent.body.id, amount: '75.00' })]);
    expect((await again.get('/api/allowance')).body.remaining).toBe('175.00');
    expect((await again.send({ amount: '75.00' }, key)).text).toBe(sent.text);
    const resumed = await submit(again);
    expect(new URL(resumed.url).searchParams.has('session-token')).toBe(true);
    const pressed = await press(resumed.url, 'pass');
    expect(pressed.headers.get('location')).toMatch(`${server.url}/verification?inquiry-id=`);
    await waitFor('the badge', async () => (await overview(again)).badge === 'verified' || null);
  });

  it('raises nothing again after a kill, and its views equal the log', async () => {
    const sender = server.browser();
    await sender.signUp();
    for (let sent = 0; sent < 3; sent += 1) await sender.send();
    const { browser: analyst, credentials } = await newStaff(server, 'analyst');
    const cases = async (staff: Browser) =>
      (await staff.get<{ items: readonly { id: string }[] }>('/api/compliance/cases')).body.items;
    const [raised] = await waitFor('the case', async () => {
      const all = await cases(analyst);
      return all.length > 0 ? all : null;
    });
    const confirmed = await ops(server.dataDir, 'accept-clock');
    expect(confirmed).toMatchObject({ code: 0, output: expect.stringContaining('is confirmed') as string });
    await server.kill();
    server = await FlipServer.start({ dataDir: server.dataDir });
    const again = server.browser();
    await again.signIn(credentials);
    expect(await cases(again)).toEqual([raised]);
    await expectViewsEqualTheLog(server.dataDir);
  });

  it('keeps its files unreadable for other users of the machine (ASVS 13.3.1, 13.3.2)', () => {
    const readable = readdirSync(server.dataDir).filter(
      (name) => (statSync(join(server.dataDir, name)).mode & 0o077) !== 0,
    );
    expect(readable).toEqual([]);
  });

  it('exits with code 0 within ten seconds of SIGTERM, ending the streams of open pages', async () => {
    const browser = server.browser();
    await browser.signUp();
    const { ended } = await LiveReader.open(server.url, browser.cookie);
    expect(await server.kill('SIGTERM')).toBe(0);
    await ended;
    expect(server.output.match(/^Stopping.*$/gm)).toHaveLength(1);
  });

  it('refuses test mode data outside test mode, even without the demo file (ASVS 6.3.2)', async () => {
    const { dataDir } = server;
    const start = () => FlipServer.start({ dataDir, env: withoutTestMode });
    const refusal = 'TEST_MODE: these stores were made in test mode, with demo users';
    await expect(start()).rejects.toThrow(refusal);
    rmSync(join(dataDir, 'demo.json'));
    await expect(start()).rejects.toThrow(refusal);
  });

  it('remembers that stores with other events are not for the demo', async () => {
    const { dataDir } = server;
    const demo = join(dataDir, 'demo.json');
    // As after a disk failure: the log shows that the demo does not belong here.
    writeFileSync(demo, '{"done":');
    const again = await FlipServer.start({ dataDir, env: { DEMO_HISTORY: 'on' } });
    await again.kill('SIGTERM');
    expect(again.output).not.toContain('Demo sign-ins');
    expect(JSON.parse(readFileSync(demo, 'utf8'))).toMatchObject({ done: true, seeded: false });
  });
});

interface Overview {
  readonly badge: string;
  readonly items: readonly { readonly status: string }[];
}

const overview = async (sender: Browser) => (await sender.get<Overview>('/api/verification')).body;

async function submit(sender: Browser): Promise<{ readonly url: string }> {
  const { status, body } = await sender.post<{ url: string }>('/api/verification', { consent: true });
  expect(status).toBe(201);
  return body;
}

/** What a person presses on the page of the identity check. */
function press(url: string, outcome: string): Promise<Response> {
  return fetch(new URL('/verify', url), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...Object.fromEntries(new URL(url).searchParams), outcome }),
  });
}
