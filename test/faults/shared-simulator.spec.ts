import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Transaction } from '../../api/src/kernel/money/transfers.js';
import { atProviders } from '../support/at-providers.js';
import { FlipServer, withoutTestMode } from '../support/flip-server.js';
import { freePort } from '../support/free-port.js';
import { mailsTo } from '../support/mailbox.js';
import { ops } from '../support/ops.js';
import { Servers } from '../support/servers.js';
import { waitFor } from '../support/wait-for.js';

/** As docker-compose.yml starts them: everything at once, on empty stores, with one folder of secrets. */
describe('two API processes and one simulator, each a process of its own (fake servers)', () => {
  let servers: Servers;
  let dataDir: string;
  let env: Readonly<Record<string, string>>;
  let simulator: ChildProcess;
  let processes: FlipServer[] = [];
  let simulatorOutput = '';

  beforeAll(async () => {
    servers = await Servers.start();
    dataDir = mkdtempSync(join(tmpdir(), 'flip-shared-'));
    const [port, otherPort, simulatorPort, smtpPort] = [
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
    ];
    env = {
      ...servers.env,
      SIMULATOR_URL: `http://127.0.0.1:${simulatorPort}`,
      SIMULATOR_PORT: String(simulatorPort),
      SIMULATOR_SMTP_PORT: String(smtpPort),
      // Where the proxy is: webhooks come through it.
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    };
    simulator = spawn(process.execPath, ['dist/server/main.js', 'simulator'], {
      env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', FLIP_DATA: dataDir, ...env },
    });
    for (const stream of [simulator.stdout, simulator.stderr])
      stream?.on('data', (text: Buffer) => (simulatorOutput += text.toString()));
    processes = await Promise.all(
      [port, otherPort].map((own) => FlipServer.start({ dataDir, env: { ...env, PORT: String(own) } })),
    );
  });
  afterAll(async () => {
    for (const server of processes) await server.kill();
    simulator.kill('SIGKILL');
    await servers.dispose();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('deliver a paid transfer, whichever process the sender reaches, with mail in one outbox', async () => {
    const [one, other] = processes.map((server) => server.browser()) as [
      ReturnType<FlipServer['browser']>,
      ReturnType<FlipServer['browser']>,
    ];
    const credentials = await one.signUp();
    await other.signIn(credentials);
    const simulatorUrl = env['SIMULATOR_URL'] ?? '';
    const draft = { amount: '5.00', platform: 'PayPal', handle: 'maya@people.example' } as const;
    const id = await one.sendPaid(draft, simulatorUrl);
    const { status } = await waitFor('the delivery', async () => {
      const { body } = await other.get<Transaction>(`/api/transfers/${id}`);
      return body.status === 'delivered' ? body : null;
    });
    expect(status).toBe('delivered');
    expect((await atProviders(simulatorUrl))(id)).toMatchObject({ charges: [645], payouts: ['SUCCESS'] });
    const [mails, same] = [await mailsTo(one, credentials.email), await mailsTo(other, credentials.email)];
    expect(mails.length).toBeGreaterThan(0);
    expect(same).toEqual(mails);
  });

  it('are the providers that an operator’s reconciliation asks', async () => {
    const { code, output } = await ops({ dataDir, env }, 'reconcile');
    expect({ code, output }).toMatchObject({
      code: 0,
      output: expect.stringContaining('0 differences') as string,
    });
  });

  it('is stopped by a signal', async () => {
    const ended = new Promise((done) => simulator.once('exit', done));
    simulator.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(simulatorOutput).toMatch(/^Simulator listening at http:\/\/127\.0\.0\.1:\d+, mail at smtp:/);
  });

  it('ends where nothing is simulated', async () => {
    const idle = spawn(process.execPath, ['dist/server/main.js', 'simulator'], {
      env: { PATH: process.env.PATH ?? '', FLIP_DATA: dataDir, ...withoutTestMode },
    });
    let said = '';
    idle.stdout.on('data', (text: Buffer) => (said += text.toString()));
    expect(await new Promise((done) => idle.once('close', done))).toBe(0);
    expect(said).toBe('TEST_MODE=false: nothing is simulated.\n');
  });
});
