import { setTimeout as delay } from 'node:timers/promises';
import type { Transaction } from '../../api/src/kernel/money/transfers.js';
import type { Browser, Credentials } from '../support/browser.js';
import { newDebitCard } from '../support/debit-cards.js';
import { FlipServer } from '../support/flip-server.js';
import { expectViewsEqualTheLog } from '../support/ops.js';
import { chargedOnce, expectLedger, repeatPaid, sendPaid, type PaidSend } from './paid-sends.js';
import { counts } from '../support/scale.js';
import { SharedProviders } from './shared-providers.js';

interface Page {
  readonly items: readonly Transaction[];
  readonly nextCursor: string | null;
}

const IN_FLIGHT = 4;
/** A sender's $250 a week are enough for these; then another one signs up. */
const KILLS_PER_SENDER = 10;
const SENDS_PER_KILL = 20;
/** Somewhere between the first requests and the last payouts. */
const KILLED_WITHIN_MS = 1_500;

describe('a server killed while transfers are charged and paid out', () => {
  let providers: SharedProviders;
  let server: FlipServer;

  beforeAll(async () => {
    providers = await SharedProviders.start();
    await start();
  });
  afterAll(async () => {
    await server.dispose();
    await providers.stop();
  });

  /** The providers outlive the server, and keep its requests. */
  async function start(dataDir?: string): Promise<void> {
    const env = { ...providers.env, RATE_LIMIT: 'off' };
    server = await FlipServer.start({ env, ...(dataDir !== undefined && { dataDir }) });
    providers.deliverTo(server.url);
  }

  /** Sends until the server is killed. */
  async function sendUntilKilled(sender: Browser, card: string): Promise<readonly PaidSend[]> {
    const sends: PaidSend[] = [];
    let running = true;
    const loop = async () => {
      while (running && sends.length < SENDS_PER_KILL)
        await sendPaid(sender, { simulatorUrl: providers.url, card }, (send) => sends.push(send));
    };
    const loops = Array.from({ length: IN_FLIGHT }, loop);
    await delay(50 + Math.random() * KILLED_WITHIN_MS);
    running = false;
    await server.kill();
    await Promise.all(loops);
    return sends;
  }

  /** How many transfers a sender's history has, over all its pages. */
  async function transfersOf(sender: Browser): Promise<number> {
    let count = 0;
    let rest = '';
    do {
      const { items, nextCursor } = (await sender.get<Page>(`/api/transfers?limit=200${rest}`)).body;
      count += items.length;
      rest = nextCursor === null ? '' : `&cursor=${encodeURIComponent(nextCursor)}`;
    } while (rest !== '');
    return count;
  }

  it(`keeps every promise, charges and pays out each transfer once, with a ledger equal to the cent, ${String(counts.paidKills)} times`, async () => {
    const startedMs = Date.now();
    let card = '';
    let credentials: Credentials | undefined;
    let cents = 0;
    let known = 0;
    for (let kill = 0; kill < counts.paidKills; kill += 1) {
      const sender = server.browser();
      if (credentials && kill % KILLS_PER_SENDER !== 0) await sender.signIn(credentials);
      else {
        credentials = await sender.signUp();
        await sender.confirmAddress();
        card = newDebitCard();
        known = 0;
      }
      const sends = await sendUntilKilled(sender, card);
      await start(server.dataDir);
      const survivor = server.browser();
      await survivor.signIn(credentials);
      const ids: string[] = [];
      for (const send of sends) {
        ids.push(await repeatPaid(survivor, send));
        if (send.promisedId !== null) expect(ids.at(-1)).toBe(send.promisedId);
      }
      cents += await chargedOnce(survivor, providers.url, ids);
      known += ids.length;
      expect([await transfersOf(survivor), new Set(ids).size]).toEqual([known, ids.length]);
      await expectLedger(server.browser(), startedMs, cents);
    }
    await server.kill('SIGTERM');
    await expectViewsEqualTheLog({ dataDir: server.dataDir, env: providers.env });
  });
});
