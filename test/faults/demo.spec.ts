import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PublicConfig } from '../../api/src/kernel/people/accounts.js';
import type { Transaction } from '../../api/src/kernel/money/transfers.js';
import { type Browser, enteredCard } from '../support/browser.js';
import { newDebitCard } from '../support/debit-cards.js';
import { FlipServer, withoutTestMode } from '../support/flip-server.js';
import { ops, opsInServer } from '../support/ops.js';
import { waitFor } from '../support/wait-for.js';

const THREE_DAYS_MINUTES = 3 * 24 * 60;
const SLOW = 'simslow@people.example';

const statusOf = async (sender: Browser, id: string) =>
  (await sender.get<Transaction>(`/api/transfers/${id}`)).body.status;

const ends = (sender: Browser, id: string, status: Transaction['status']) =>
  waitFor(`a transfer that is ${status}`, async () =>
    (await statusOf(sender, id)) === status ? status : null,
  );

/** A new sender's transfer with a payout that takes a minute. */
async function slowTransfer(server: FlipServer): Promise<{ sender: Browser; id: string }> {
  const payouts = async () => {
    const page = await (await fetch(`${server.simulatorUrl}/providers?kind=payouts`)).text();
    return page.split(SLOW).length;
  };
  const before = await payouts();
  const sender = server.browser();
  await sender.signUp();
  const cardToken = await enteredCard(server.simulatorUrl, newDebitCard());
  const draft = { amount: '5.00', platform: 'PayPal', handle: SLOW, cardToken };
  const { status, body, text } = await sender.send<{ id: string }>(draft);
  if (status !== 201) throw new Error(`The send got ${status}: ${text}`);
  await waitFor('its payout', async () => (await payouts()) > before || null);
  return { sender, id: body.id };
}

const configOf = async (server: FlipServer) => (await server.browser().get<PublicConfig>('/api/config')).body;

let server: FlipServer;
beforeAll(async () => {
  server = await FlipServer.start({ env: { SIMULATOR_PORT: '' } });
});
afterAll(() => server.dispose());

describe('a demo', () => {
  describe('an operator command for a program', () => {
    const json = async (...words: string[]) => {
      const { output } = await ops(server.dataDir, ...words, '--json');
      return output
        .trim()
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    };

    it('prints every finding as a line of JSON', async () => {
      const { id } = await slowTransfer(server);
      const streams = await json('streams', 'sender-');
      expect(streams[0]).toMatchObject({
        events: expect.any(Number) as number,
        newestType: expect.any(String) as string,
      });
      const [event] = await json('stream', String(streams[0]?.stream));
      expect(event).toMatchObject({
        revision: 0,
        type: expect.any(String) as string,
        data: expect.any(Object) as object,
      });
      expect((await json('transfer', id)).at(-1)).toMatchObject({ stage: expect.any(String) as string });
      expect((await json('checkpoints'))[0]).toMatchObject({ name: 'log' });
      expect(await json('parked')).toEqual([]);
      expect(await json('desk', 'list')).toEqual([]);
      expect((await json('verify')).filter(({ ok }) => ok !== true)).toEqual([]);
      const named = await json('verify', 'cards', 'accounts');
      expect(named.map(({ check, ok }) => [check, ok])).toEqual([
        ['files', true],
        ['accounts', true],
        ['cards', true],
      ]);
      expect(await json('verify', 'card')).toEqual([
        { error: expect.stringContaining('accounts') as string },
      ]);
      expect((await json('reconcile')).at(-1)).toMatchObject({ differences: 0 });
      expect(await json('stream', 'sender-nobody')).toEqual([{ error: 'There is no stream sender-nobody' }]);
    });

    it('ends quietly when its reader has read enough', () => {
      const command = `"${process.execPath}" scripts/ops.mjs checkpoints | head -n 1`;
      const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', FLIP_DATA: server.dataDir };
      const { stdout, stderr } = spawnSync('sh', ['-c', command], { env, encoding: 'utf8' });
      expect({ lines: stdout.trim().split('\n').length, stderr }).toEqual({ lines: 1, stderr: '' });
    });
  });

  describe('the page of the simulated providers', () => {
    const read = async (kind: string) =>
      (await fetch(`${server.simulatorUrl}/providers?kind=${kind}`)).text();

    /** Presses the button of the newest entry that has it. */
    async function press(kind: string, step: string): Promise<string> {
      const form = (await read(kind)).split('<form').find((part) => part.includes(`value="${step}"`)) ?? '';
      const id = /name="id" value="([^"]+)"/.exec(form)?.[1] ?? '';
      const pressed = await fetch(`${server.simulatorUrl}/providers?kind=${kind}`, {
        method: 'POST',
        body: new URLSearchParams({ id, step }),
      });
      return pressed.text();
    }

    it("has an address next to the server's, which the screens and the start name", async () => {
      const port = Number(new URL(server.simulatorUrl).port);
      expect(port - Number(new URL(server.url).port)).toBeGreaterThan(0);
      expect(port - Number(new URL(server.url).port)).toBeLessThan(21);
      const address = `${server.simulatorUrl}/providers`;
      expect((await configOf(server)).providersUrl).toBe(address);
      expect(server.output).toContain(address);
    });

    it('lists a payout, fails it, and its refund and webhooks follow', async () => {
      const { sender, id } = await slowTransfer(server);
      expect(await press('payouts', 'failed')).toContain('Flip gets a webhook about it');
      await ends(sender, id, 'refunded');
      expect(await read('refunds')).toContain('Succeeded');
      expect(await read('webhooks')).toContain('PAYMENT.PAYOUTS-ITEM.FAILED');
      expect(await read('charges')).toContain('$6.45 · Visa');
    });

    it('opens a dispute about a charge, and lets it be won', async () => {
      await slowTransfer(server);
      await press('charges', 'dispute');
      expect(await read('disputes')).toContain('Open');
      await press('disputes', 'win');
      expect(await read('disputes')).toContain('>Won<');
      expect(await press('disputes', 'win')).toContain('not possible any more');
    });

    it('sends a webhook again, which changes nothing', async () => {
      const newest = /class="row record" id="([^"]+)-0"/.exec(await read('webhooks'))?.[1] ?? '';
      await press('webhooks', 'resend');
      await waitFor('its acceptance', async () => {
        const [, again = ''] = (await read('webhooks')).split(`id="${newest}-1"`);
        return again.split('</form>')[0]?.includes('Accepted') ? true : null;
      });
    });

    it('takes no press from the page of another site', async () => {
      const pressed = async (headers: Record<string, string>) => {
        const body = new URLSearchParams({ id: 'x', step: 'resend' });
        const address = `${server.simulatorUrl}/providers?kind=webhooks`;
        return (await fetch(address, { method: 'POST', headers, body, redirect: 'manual' })).status;
      };
      const own = new URL(server.simulatorUrl).origin;
      expect(await pressed({ 'sec-fetch-site': 'cross-site' })).toBe(403);
      expect(await pressed({ 'sec-fetch-site': 'same-site', origin: own })).toBe(403);
      for (const origin of ['null', 'https://elsewhere.example']) expect(await pressed({ origin })).toBe(403);
      expect(await pressed({ origin: own })).toBe(303);
    });
  });
});

describe('the clock of a demo', () => {
  const move = (step: string) => opsInServer(server.dataDir, 'demo', 'clock', step);

  it('moves forward for timers and providers alike, and nothing finds it suspect', async () => {
    const { sender, id } = await slowTransfer(server);
    expect(await statusOf(sender, id)).not.toBe('delivered');
    const { code, output } = await move('+2m');
    expect({ code, output }).toMatchObject({
      code: 0,
      output: expect.stringContaining('2 minutes ahead') as string,
    });
    await ends(sender, id, 'delivered');
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  });

  it('ends sessions as time would, says so, and shows how far ahead it is', async () => {
    const sender = server.browser();
    const person = await sender.signUp();
    const { output } = await move('+3d');
    expect(output).toContain('Every session has ended: sign in again.');
    // A session is trusted for two seconds after it was read.
    await waitFor('the end of the session', async () => {
      const { status } = await sender.get('/api/me');
      return status === 401 ? status : null;
    });
    await sender.signIn(person);
    expect((await configOf(server)).clockAheadMinutes).toBe(THREE_DAYS_MINUTES + 2);
  });

  it.each(['-3d', '3d', '+0m', '+3w', '+1.5h'])('refuses the step %s', async (step) => {
    const { code, output } = await move(step);
    expect({ code, output }).toMatchObject({ code: 2, output: expect.stringContaining('+30m') as string });
  });

  it('is bounded', async () => {
    const { code, output } = await move('+400d');
    expect({ code, output }).toMatchObject({
      code: 2,
      output: expect.stringContaining('366 days') as string,
    });
  });

  it('stays ahead after a restart, which production refuses', async () => {
    await server.kill('SIGTERM');
    const { dataDir } = server;
    await expect(FlipServer.start({ dataDir, env: withoutTestMode })).rejects.toThrow(
      /Flip cannot start\. FLIP_DATA: the clock of .* was moved ahead/,
    );
    server = await FlipServer.start({ dataDir });
    expect((await configOf(server)).clockAheadMinutes).toBe(THREE_DAYS_MINUTES + 2);
    await server.browser().signUp();
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  });
});

describe('the reset of a demo', () => {
  it('waits for the server to stop, then puts the demo and the real time back', async () => {
    const { dataDir } = server;
    const person = await server.browser().signUp();
    await ops(dataDir, 'demo', 'clock', '+2h');
    const refused = await ops(dataDir, 'demo', 'reset');
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(server.url) as string });
    await server.browser().signIn(person);
    await server.kill('SIGTERM');

    const { code, output } = await ops(dataDir, 'demo', 'reset');
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining(dataDir) as string });
    server = await FlipServer.start({ dataDir });
    await expect(server.browser().signIn(person)).rejects.toThrow('401');
    await server.browser().signIn({ email: 'maya@demo.example', password: 'amber-kettle-river-58' });
    expect((await configOf(server)).clockAheadMinutes).toBe(0);
    await server.kill('SIGTERM');
  });

  it('removes nothing in production, and nothing that is not a demo', async () => {
    const { dataDir } = server;
    const files = readdirSync(dataDir);
    const production = await ops({ dataDir, env: withoutTestMode }, 'demo', 'reset');
    expect(production).toMatchObject({
      code: 2,
      output: expect.stringContaining('only in test mode') as string,
    });
    writeFileSync(join(dataDir, 'demo.json'), '{"done":true,"seeded":false,"endMs":1}');
    expect(await ops(dataDir, 'demo', 'reset')).toMatchObject({ code: 2 });
    rmSync(join(dataDir, 'demo.json'));
    expect(await ops(dataDir, 'demo', 'reset')).toMatchObject({ code: 2 });
    expect(files.filter((name) => name !== 'demo.json' && !existsSync(join(dataDir, name)))).toEqual([]);
  });
});

it('is quiet and readable in a terminal', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'flip-terminal-'));
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    PORT: '0',
    FLIP_DATA: dataDir,
    DEMO_HISTORY: 'off',
  };
  // util-linux's script gives the server a terminal.
  const child = spawn('script', ['-qec', `"${process.execPath}" dist/server/main.js`, '/dev/null'], { env });
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  try {
    const url = await waitFor('the address', () =>
      Promise.resolve(/Server listening at (http:\/\/[\w.:]+)/.exec(output)?.[1]),
    );
    expect((await fetch(`${url}/api/me`)).status).toBe(401);
    expect((await fetch(`${url}/api/config`)).status).toBe(200);
    expect(output).not.toMatch(/"level"|\/api\/me/);
    expect(output).toContain('maya@demo.example');
  } finally {
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
});
