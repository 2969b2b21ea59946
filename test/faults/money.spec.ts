import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Transaction } from '../../api/src/kernel/money/transfers.js';
import { callsTo } from '../support/at-providers.js';
import { enteredCard, type Browser, type Credentials } from '../support/browser.js';
import { RACES, raceCancels } from './cancel-race.js';
import { FlipServer } from '../support/flip-server.js';
import { ops } from '../support/ops.js';
import { counts } from '../support/scale.js';
import { waitFor } from '../support/wait-for.js';

const OFF = { RATE_LIMIT: 'off' };
const MONEY_VIEWS = ['transactions', 'open_transfers', 'payout_tasks', 'ledger_entries'];
const KILL_EVERY_MS = 150;
const ENDED = new Set(['delivered', 'refunded', 'cancelled']);

interface Charges {
  readonly items: readonly {
    readonly payment: { readonly status: string; readonly amount_received: number };
  }[];
}

async function ended(browser: Browser, id: string): Promise<string> {
  return waitFor(`the end of ${id}`, async () => {
    const { body } = await browser.get<Transaction>(`/api/transfers/${id}`);
    return ENDED.has(body.status) ? body.status : null;
  });
}

describe('paid sends', () => {
  let server: FlipServer;
  let credentials: Credentials;
  const ids: string[] = [];

  beforeAll(async () => {
    server = await FlipServer.start({ env: OFF });
  });
  afterAll(() => server.dispose());

  it('all complete, each charged once, however often the server is killed', async () => {
    let sender = server.browser();
    credentials = await sender.signUp();
    for (let send = 0; send < counts.sendsUnderKills; send += 1) {
      const cardToken = await enteredCard(server.simulatorUrl);
      const { status, body } = await sender.send<{ id: string }>({ amount: '10.00', cardToken });
      expect(status).toBe(201);
      ids.push(body.id);
      if (send % 2 === 0) continue;
      await delay((send * KILL_EVERY_MS) % 1_000);
      await server.kill();
      server = await FlipServer.start({ dataDir: server.dataDir, env: OFF });
      sender = server.browser();
      await sender.signIn(credentials);
    }
    for (const id of ids) expect(await ended(sender, id)).toBe('delivered');
    const charges = (await (await fetch(`${server.simulatorUrl}/control/payments`)).json()) as Charges;
    expect(charges.items.filter(({ payment }) => payment.status === 'succeeded')).toHaveLength(
      counts.sendsUnderKills,
    );
  });

  it('call no provider again once complete, even when views are lost or rebuilt', async () => {
    await server.kill('SIGTERM');
    for (const name of readdirSync(server.dataDir))
      if (name.startsWith('views.db')) rmSync(join(server.dataDir, name));
    server = await FlipServer.start({ dataDir: server.dataDir, env: OFF });
    const sender = server.browser();
    await waitFor('the views', () =>
      sender.signIn(credentials).then(
        () => true,
        () => null,
      ),
    );
    for (const id of ids) expect(await ended(sender, id)).toBe('delivered');
    expect(await ops(server.dataDir, 'rebuild', ...MONEY_VIEWS)).toMatchObject({ code: 0 });
    for (const id of ids) expect(await ended(sender, id)).toBe('delivered');
    expect(await callsTo(server.simulatorUrl)).toEqual({ total: 0, calls: {} });
  });

  it(`are either cancelled or paid out, ${String(counts.cancelRaceRounds * RACES)} times, and the response says which`, async () => {
    for (let round = 0; round < counts.cancelRaceRounds; round += 1) {
      const outcomes = await raceCancels(server);
      for (const { response, repeated, expected } of outcomes)
        expect([response, repeated]).toEqual([expected, expected]);
      expect(new Set(outcomes.map(({ won }) => won))).toEqual(new Set([true, false]));
    }
  });
});
