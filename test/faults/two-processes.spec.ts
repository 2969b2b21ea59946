import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TransactionPage } from '../../api/src/kernel/money/transfers.js';
import { atProviders } from '../support/at-providers.js';
import { enteredCard, type Browser, type Credentials } from '../support/browser.js';
import { FlipServer, withoutTestMode } from '../support/flip-server.js';
import { expectEveryKeyOnce, sendUntilKilled } from './killed-under-load.js';
import { FITTING, sendInParallel, SENDS, tally } from './limit-race.js';
import { LiveReader } from '../support/live-reader.js';
import { mailsTo } from '../support/mailbox.js';
import { ops } from '../support/ops.js';
import { counts } from '../support/scale.js';
import { Servers } from '../support/servers.js';
import { SharedProviders } from './shared-providers.js';
import { waitFor } from '../support/wait-for.js';

/** Payments by PayPal handle, with the outcome of each. */
const PAID_SENDS = [
  { handle: 'maya@people.example', end: 'delivered' },
  { handle: 'simfail@people.example', end: 'refunded' },
] as const;

/** How often each process is asked for each of them: enough that both processes have calls to make. */
const PAID_ROUNDS = 4;

describe('two API processes on one EventStoreDB and one MongoDB (fake servers)', () => {
  let servers: Servers;
  let providers: SharedProviders;
  let env: Readonly<Record<string, string>>;
  let processes: [FlipServer, FlipServer];

  beforeAll(async () => {
    servers = await Servers.start();
    providers = await SharedProviders.start();
    env = { ...servers.env, ...providers.env, RATE_LIMIT: 'off' };
    const first = await FlipServer.start({ env });
    providers.deliverTo(first.url);
    processes = [first, await FlipServer.start({ dataDir: first.dataDir, env })];
  });
  afterAll(async () => {
    const [{ dataDir }] = processes;
    for (const server of processes) await server.kill();
    rmSync(dataDir, { recursive: true, force: true });
    await servers.dispose();
    await providers.stop();
  });

  it('together accept exactly what fits under $250 and show the same data (ASVS 2.3.4)', async () => {
    for (let round = 0; round < counts.twoProcessRounds; round += 1) {
      const [one, other] = [processes[0].browser(), processes[1].browser()];
      await other.signIn(await one.signUp());
      const answers = await sendInParallel([one, other]);
      expect(tally(answers)).toEqual({ 201: FITTING, 422: SENDS - FITTING });
      for (const answer of answers.filter((refused) => refused.status === 422))
        expect(answer.body).toMatchObject({ code: 'weekly_limit_exceeded', params: { remaining: '10.00' } });
      for (const browser of [one, other])
        await waitFor('the allowance', async () => {
          const { body } = await browser.get('/api/allowance');
          return body['remaining'] === '10.00' || null;
        });
    }
  });

  it('notify a page connected to one of them of changes through the other', async () => {
    const [one, other] = [processes[0].browser(), processes[1].browser()];
    await other.signIn(await one.signUp());
    const reader = await LiveReader.open(other.url, other.cookie);
    const { id } = (await one.send<{ id: string }>()).body;
    const { topics, token } = await reader.change((change) => change.topics.includes(`transfer:${id}`));
    expect(topics).toEqual(expect.arrayContaining(['transfers', 'allowance']));
    // A response that is still behind after a second is marked as stale.
    const allowance = await waitFor('an answer that shows it', async () => {
      const answer = await other.get('/api/allowance', { 'x-flip-position': token });
      return answer.headers.has('x-flip-stale') ? null : answer.body;
    });
    expect(allowance['remaining']).toBe('230.00');
    reader.close();
  });

  it('refuse a process with other secrets', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'flip-foreign-'));
    try {
      await expect(FlipServer.start({ dataDir, env })).rejects.toThrow(
        /FLIP_DATA: \w+ in .*flip-foreign-\w+\/secrets.json is not the one this data was written with/,
      );
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  it(`lose no acknowledged transfer when either is killed, ${String(counts.twoProcessKills)} times`, async () => {
    for (let cycle = 0; cycle < counts.twoProcessKills; cycle += 1) {
      const killed = cycle % 2;
      const victim = processes[killed] as FlipServer;
      const survivor = processes[1 - killed] as FlipServer;
      const sender = victim.browser();
      const credentials: Credentials = await sender.signUp();
      const asked = await sendUntilKilled(victim, sender);
      await expectEveryKeyOnce(survivor, credentials, asked);
      processes[killed] = await FlipServer.start({ dataDir: survivor.dataDir, env });
    }
  });

  it('send every mail once, and the other takes over when the sending one is killed', async () => {
    const addresses: string[] = [];
    for (const server of [...processes, ...processes])
      addresses.push((await server.browser().signUp()).email);
    const mailedBy = async (server: FlipServer) =>
      (await Promise.all(addresses.map((address) => mailsTo(server.browser(), address)))).flat().length;
    const counts = await waitFor('the mail', async () => {
      const sent = [await mailedBy(processes[0]), await mailedBy(processes[1])] as const;
      return sent[0] + sent[1] >= addresses.length ? sent : null;
    });
    expect([...counts].sort()).toEqual([0, addresses.length]);
    const worker = counts[0] > 0 ? 0 : 1;
    const survivor = processes[1 - worker] as FlipServer;
    await processes[worker].kill();
    const { email } = await survivor.browser().signUp();
    const mail = await waitFor('the mail after the kill', async () => {
      const found = await mailsTo(survivor.browser(), email);
      return found.length > 0 ? found : null;
    });
    expect(mail).toHaveLength(1);
    processes[worker] = await FlipServer.start({ dataDir: survivor.dataDir, env });
  });

  it('both work on paid transfers, and complete every one, charged and paid out once, when one of them is killed', async () => {
    const [one, other] = [processes[0].browser(), processes[1].browser()];
    await waitFor('half of the transfers for each', async () => {
      const held = await Promise.all([one, other].map(partitionsOf));
      return held.every((count) => count === 8) || null;
    });
    await other.signIn(await one.signUp());
    // Each process has its own mailbox, and one of them sends the mail.
    await Promise.all([one, other].map((browser) => browser.confirmAddress()));
    const reader = await LiveReader.open(one.url, one.cookie);
    providers.deliverTo(other.url);
    const sent = new Map<string, string>();
    // A payout takes seconds: none is complete at the kill.
    await Promise.all(
      Array<typeof PAID_SENDS>(PAID_ROUNDS)
        .fill(PAID_SENDS)
        .flat()
        .flatMap(({ handle, end }) =>
          [one, other].map(async (browser) => sent.set(await sendPaid(browser, providers.url, handle), end)),
        ),
    );
    await waitFor(
      'charges by both',
      async () => (await Promise.all([one, other].map(hasCharged))).every(Boolean) || null,
    );
    await processes[1].kill();
    providers.deliverTo(one.url);
    const list = await waitFor('the ends', async () => {
      const { items } = (await one.get<TransactionPage>('/api/transfers?limit=200')).body;
      return items.every(({ id, status }) => sent.get(id) === status) ? items : null;
    });
    expect(list).toHaveLength(sent.size);
    const held = await atProviders(providers.url);
    for (const [id, end] of sent) {
      const isDelivered = end === 'delivered';
      expect(held(id)).toEqual({
        charges: [TOTAL_CENTS],
        reserved: 0,
        refunds: isDelivered ? [] : [TOTAL_CENTS],
        payouts: [isDelivered ? 'SUCCESS' : 'FAILED'],
      });
      await reader.change(({ topics }) => topics.includes(`transfer:${id}`));
    }
    expect(await partitionsOf(one)).toBe(16);
    reader.close();
  });

  it('project concurrently into views and a ledger that equal a refold of the log', async () => {
    const { code, output } = await ops({ dataDir: processes[0].dataDir, env }, 'verify');
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('equal') as string });
    expect(output).toMatch(/ledger: captured (?!0\.00)\S+, .*open 0\.00,/);
  });

  it('are refused outside test mode, even with a data folder without demo users', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'flip-data-'));
    cpSync(join(processes[0].dataDir, 'secrets.json'), join(dataDir, 'secrets.json'));
    const start = FlipServer.start({ dataDir, env: { ...env, ...withoutTestMode } });
    await expect(start).rejects.toThrow('TEST_MODE: these stores were made in test mode, with demo users');
    rmSync(dataDir, { recursive: true, force: true });
  });
});

/** The total of $5.00, with $1.45 of fees. */
const TOTAL_CENTS = 645;

async function sendPaid(sender: Browser, simulatorUrl: string, handle: string): Promise<string> {
  const cardToken = await enteredCard(simulatorUrl);
  const draft = { amount: '5.00', platform: 'PayPal', handle, cardToken };
  const { status, body } = await sender.send<{ id: string }>(draft);
  expect(status).toBe(201);
  return body.id;
}

/** Number of partitions of transfers whose provider calls this process makes. */
async function partitionsOf(browser: Browser): Promise<number> {
  const { text } = await browser.get('/metrics');
  return Number(/^flip_transfer_partitions (\d+)$/m.exec(text)?.[1]);
}

/** Whether this process has charged a card. */
async function hasCharged(browser: Browser): Promise<boolean> {
  return /operation="capture",outcome="captured"\} [1-9]/.test((await browser.get('/metrics')).text);
}
