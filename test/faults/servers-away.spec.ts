import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import type { ApiResponse, Browser } from '../support/browser.js';
import { IMPORT_MARKER } from '../../api/src/engine/stores/import-marker.js';
import { openMongoVault } from '../../api/src/engine/vault/mongodb-vault.js';
import { VAULT_KINDS } from '../../api/src/engine/vault/vault.port.js';
import { MONGO_VIEWS_DATABASE } from '../../api/src/engine/view-store/mongodb/mongodb-view-store.js';
import { FlipServer } from '../support/flip-server.js';
import { expectViewsEqualTheLog, ops } from '../support/ops.js';
import { Servers } from '../support/servers.js';
import { waitFor } from '../support/wait-for.js';

interface History {
  readonly items: readonly { readonly amount: string }[];
}

let servers: Servers;
let server: FlipServer;
let env: Readonly<Record<string, string>>;

/** The first test starts without an event store; the others reuse its server. */
beforeAll(async () => {
  servers = await Servers.start();
  env = { ...servers.env, RATE_LIMIT: 'off' };
  await servers.eventStore.kill();
  server = await FlipServer.start({ env });
});
afterAll(async () => {
  await server.dispose();
  await servers.dispose();
});

function expectAway(answer: ApiResponse): void {
  expect([answer.status, answer.headers.has('retry-after')]).toEqual([503, true]);
}

const history = (sender: Browser) => sender.get<History>('/api/transfers');

/** Waits until the history contains this many transfers. */
function historyOf(sender: Browser, count: number): Promise<History> {
  return waitFor(`${String(count)} transfers`, async () => {
    const { status, body } = await history(sender);
    return status === 200 && body.items.length === count ? body : null;
  });
}

async function senderWithOneTransfer(): Promise<Browser> {
  const sender = server.browser();
  await sender.signUp();
  expect((await sender.send()).status).toBe(201);
  await historyOf(sender, 1);
  return sender;
}

/** The text of /metrics. */
async function lostSubscriptions(): Promise<number> {
  const { text } = await server.browser().get('/metrics');
  return Number(/^flip_lost_subscriptions (\d+)$/m.exec(text)?.[1]);
}

const ready = () => waitFor('readiness', async () => ((await isReady()) ? true : null));
const isReady = async () => (await server.browser().get('/health/ready')).status === 200;

describe('an unavailable event store (fake server)', () => {
  it('at startup: the server is live but not ready, accepts nothing, and works once the store is available', async () => {
    const somebody = server.browser();
    expect((await somebody.get('/health/live')).status).toBe(200);
    const told = await somebody.get('/health/ready');
    expect(told.status).toBe(503);
    expect(told.body).toMatchObject({ reasons: ['event store is away'] });
    const person = { firstName: 'Ana', lastName: 'Torres', password: 'violet-harbor-lantern-42' };
    const email = `${randomUUID()}@people.example`;
    expectAway(await somebody.post('/api/auth/sign-up', { ...person, email, acceptTerms: true }));
    await servers.eventStore.restart();
    await ready();
    await senderWithOneTransfer();
  });

  it.each<[string, () => unknown, () => unknown]>([
    ['hangs', () => servers.eventStore.freeze(), () => servers.eventStore.thaw()],
    ['died', () => servers.eventStore.kill(), () => servers.eventStore.restart()],
  ])(
    'because it %s: sends answer 503, reads go on, and the same key is one transfer afterwards',
    async (...[how, takeAway, bringBack]) => {
      const sender = await senderWithOneTransfer();
      const lostBefore = await lostSubscriptions();
      await takeAway();
      const key = randomUUID();
      expectAway(await sender.sendOnce({ amount: '30.00' }, key));
      expect((await history(sender)).body.items).toHaveLength(1);
      await bringBack();
      expect((await sender.send({ amount: '30.00' }, key)).status).toBe(201);
      await historyOf(sender, 2);
      // A server that hung for seconds may or may not have lost its subscriptions.
      expect(await lostSubscriptions()).toBeGreaterThanOrEqual(lostBefore + (how === 'died' ? 1 : 0));
    },
  );
});

describe('an unavailable view store (fake server) (ASVS 16.5.2)', () => {
  it.each<[string, () => unknown, () => unknown]>([
    ['hangs', () => servers.views.pause(), () => servers.views.resume()],
    ['died', () => servers.views.kill(), () => servers.views.restart()],
  ])(
    'because it %s: sends are accepted, reads answer 503, and the views catch up by themselves',
    async (...[, takeAway, bringBack]) => {
      const sender = await senderWithOneTransfer();
      await takeAway();
      expect((await sender.send({ amount: '30.00' })).status).toBe(201);
      expectAway(await history(sender));
      await bringBack();
      await historyOf(sender, 2);
    },
  );

  it('leaves views that equal the log, as an event store does', () =>
    expectViewsEqualTheLog({ dataDir: server.dataDir, env }));

  it('at startup: sends are still accepted, and earlier transfers of a busy sender count', async () => {
    const [sender, busy] = [await senderWithOneTransfer(), await senderWithOneTransfer()];
    const key = randomUUID();
    const early = await busy.send({ amount: '2.00' }, key);
    await Promise.all(Array.from({ length: 70 }, () => busy.send({ amount: '1.00' })));
    const vault = await openMongoVault({ url: servers.vault.url });
    await waitFor('a snapshot', async () => (await vault.scan('state', null)).length > 0 || null);
    await vault.close();
    await server.kill();
    await servers.views.kill();
    const { dataDir } = server;
    server = await FlipServer.start({ dataDir, env });
    const [again, busyAgain] = [server.browser(), server.browser()];
    for (const [name, value] of sender.cookies) again.cookies.set(name, value);
    for (const [name, value] of busy.cookies) busyAgain.cookies.set(name, value);
    expect((await again.send({ amount: '30.00' })).status).toBe(201);
    expect((await busyAgain.send({ amount: '2.00' }, key)).text).toBe(early.text);
    expect((await busyAgain.send({ amount: '200.00' })).status).toBe(422);
    await servers.views.restart();
    await historyOf(again, 2);
  });

  it('that lost everything: the views are rebuilt from the log', async () => {
    const sender = await senderWithOneTransfer();
    const client = new MongoClient(servers.views.url);
    await client.db(MONGO_VIEWS_DATABASE).dropDatabase();
    await client.close();
    expect((await sender.send({ amount: '30.00' })).status).toBe(201);
    await historyOf(sender, 2);
    // Missing views without queries are detected a moment later.
    await waitFor('the other views', async () => {
      const { code } = await ops({ dataDir: server.dataDir, env }, 'verify');
      return code === 0 || null;
    });
  });
});

describe('an event store (fake server) with another writer', () => {
  it('lists the streams of applications only', async () => {
    const { code, output } = await ops({ dataDir: server.dataDir, env }, 'streams');
    expect([code, output]).toEqual([0, expect.stringContaining('account-') as string]);
    expect(output).not.toContain('$settings');
  });

  it('cannot grant a role: the forged event is not read, and verify reports it', async () => {
    const sender = await senderWithOneTransfer();
    const { uid } = (await sender.get<{ uid: string }>('/api/me')).body;
    const metadata = { schemaVersion: 1, commandId: uid, $correlationId: uid, $causationId: uid };
    const by = { actor: { kind: 'system', id: 'operator' }, at: '2026-01-01T00:00:00.000Z' };
    await servers.eventStore.addByHand(`account-${uid}`, [
      { type: 'RoleGranted', data: '{"role":"lead"}', metadata: JSON.stringify({ ...metadata, ...by }) },
    ]);
    const { code, output } = await ops({ dataDir: server.dataDir, env }, 'verify');
    expect(code).toBe(1);
    expect(output).toMatch(
      new RegExp(`log: event \\d+ of account-${uid} at position \\d+ is not what was written`),
    );
    const parked = await waitFor('the parked event', async () => {
      const found = await ops({ dataDir: server.dataDir, env }, 'parked');
      return found.output.includes(uid) ? found.output : null;
    });
    expect(parked).toContain('it was changed, moved or written with other secrets');
    expect((await sender.get('/api/me')).body).not.toMatchObject({
      roles: expect.arrayContaining(['lead']) as string[],
    });
  });
});

describe('a vault (fake server) that is unavailable at startup', () => {
  it('and contains half an import: the server exits as soon as it detects it and records nothing', async () => {
    const fresh = await Servers.start();
    const vault = await openMongoVault({ url: fresh.vault.url });
    await vault.put(
      IMPORT_MARKER.kind,
      IMPORT_MARKER.id,
      { owner: IMPORT_MARKER.owner, value: { exportId: randomUUID() } },
      null,
    );
    await fresh.vault.kill();
    const waiting = await FlipServer.start({ env: fresh.env });
    expect((await waiting.browser().get('/health/live')).status).toBe(200);
    await fresh.vault.restart();
    expect(await waiting.ended()).toBe(70);
    expect(waiting.output).toContain('run the same import again');
    for (const kind of VAULT_KINDS.filter((name) => name !== IMPORT_MARKER.kind))
      expect(await vault.scan(kind, null)).toEqual([]);
    expect(await vault.scan(IMPORT_MARKER.kind, null)).toHaveLength(1);
    await vault.close();
    await waiting.dispose();
    await fresh.dispose();
  });
});
