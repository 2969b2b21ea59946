import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Transaction } from '../../api/src/kernel/transfers.js';
import { enteredCard, type Browser } from '../support/browser.js';
import { FlipServer } from '../support/flip-server.js';
import { waitFor } from '../support/wait-for.js';

const SENDS = 10;
const KILL_EVERY_MS = 150;
const ENDED = new Set(['delivered', 'refunded', 'cancelled']);

interface Charges {
  readonly items: readonly {
    readonly payment: { readonly status: string; readonly amount_received: number };
  }[];
}

const calls = async (server: FlipServer): Promise<unknown> =>
  (await fetch(`${server.simulatorUrl}/control/calls`)).json();

async function ended(browser: Browser, id: string): Promise<string> {
  return waitFor(`the end of ${id}`, async () => {
    const { body } = await browser.get<Transaction>(`/api/transfers/${id}`);
    return ENDED.has(body.status) ? body.status : null;
  });
}

it('paid sends all end, each charged once, however often the server is killed', async () => {
  let server = await FlipServer.start({ env: { RATE_LIMIT: 'off' } });
  const { dataDir } = server;
  try {
    let sender = server.browser();
    const credentials = await sender.signUp();
    const ids: string[] = [];
    for (let send = 0; send < SENDS; send += 1) {
      const cardToken = await enteredCard(server.simulatorUrl);
      const { status, body } = await sender.send<{ id: string }>({ amount: '10.00', cardToken });
      expect(status).toBe(201);
      ids.push(body.id);
      if (send % 2 === 0) continue;
      await delay((send * KILL_EVERY_MS) % 1_000);
      await server.kill();
      server = await FlipServer.start({ dataDir, env: { RATE_LIMIT: 'off' } });
      sender = server.browser();
      await sender.signIn(credentials);
    }
    for (const id of ids) expect(await ended(sender, id)).toBe('delivered');
    const charges = (await (await fetch(`${server.simulatorUrl}/control/payments`)).json()) as Charges;
    expect(charges.items.filter(({ payment }) => payment.status === 'succeeded')).toHaveLength(SENDS);
    await server.kill('SIGTERM');
    server = await FlipServer.start({ dataDir, env: { RATE_LIMIT: 'off' } });
    sender = server.browser();
    await sender.signIn(credentials);
    await ended(sender, ids[0] ?? '');
    expect(await calls(server)).toMatchObject({ total: 0 });
  } finally {
    await server.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
