import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventDeclaration, DomainEvent } from '../../api/src/event-sourcing/event.js';
import { EMBEDDED_FILES } from '../../api/src/engine/stores/data-format.js';
import { openStores } from '../../api/src/engine/stores/open-stores.js';
import { readSecrets } from '../../api/src/config/secrets-file.js';
import { openEmbeddedViewStore } from '../../api/src/engine/view-store/embedded/embedded-view-store.js';
import { AppModule } from '../../api/src/app.module.js';
import { featuresOf } from '../../api/src/event-sourcing/event-sourcing.module.js';
import type { Browser } from '../support/browser.js';
import { dumpGeneration } from '../support/dump-generation.js';
import { FlipServer } from '../support/flip-server.js';
import { mailsTo } from '../support/mailbox.js';
import { expectViewsEqualTheLog, ops } from '../support/ops.js';
import { waitFor } from '../support/wait-for.js';

const { events: eventDeclarations, projections } = featuresOf(AppModule);

const VERIFIED = { email: 'luis@demo.example', password: 'copper-meadow-train-31' };
const STAFF = { email: 'analyst@demo.example', password: 'quiet-harbor-violin-74' };
const SUSPENDED = 'maya@demo.example';
/** Pause between the requests of one sender or reader, without which the rebuild gets little processor time. */
const PAUSE_MS = 25;
const OFF = { RATE_LIMIT: 'off' };
/** Filled by what a restore has lost. */
const EMPTY_HERE: readonly string[] = ['email_changes', 'stray_charges'];
const views = projections.map(({ name }) => name);

interface Consumer {
  readonly name: string;
  readonly parked: number;
  readonly generation: number | null;
}

describe('a view during a rebuild', () => {
  let server: FlipServer;
  let dataDir: string;
  let sender: Browser;
  let staff: Browser;

  beforeAll(async () => {
    server = await FlipServer.start({ env: OFF });
    ({ dataDir } = server);
    sender = server.browser();
    await sender.signIn(VERIFIED);
    await prefer(sender, 'Luis of the rebuild');
    for (let sent = 0; sent < 3; sent += 1) await sender.send({ amount: '1.00' });
    await sender.post('/api/recipients', {
      name: 'Maya Okafor',
      platform: 'Zelle',
      handle: 'maya@people.example',
    });
    await sender.sendPaid({ amount: '1.00', saveCard: true }, server.simulatorUrl);
    // Cards are compared of an unverified sender.
    const unverified = server.browser();
    await unverified.signUp();
    await unverified.sendPaid({ amount: '1.00' }, server.simulatorUrl);
    staff = server.browser();
    await staff.signIn(STAFF);
    const definition = {
      name: 'Pairs',
      where: {},
      measure: 'attempts',
      atLeast: '2',
      within: 'PT1H',
      action: 'flag',
    };
    const drafted = await staff.post('/api/compliance/rules/pairs/draft', { definition });
    expect(drafted.status).toBe(204);
    expect((await ops(dataDir, 'suspend', SUSPENDED)).code).toBe(0);
    await waitFor('the case of three quick sends', async () => (await listOf(staff, CASES))[0]);
  });
  afterAll(async () => {
    await server.kill();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('serves every read, never empty, while sends continue, and contains all of them afterwards', async () => {
    const receipts = async () =>
      (await mailsTo(sender, VERIFIED.email)).filter(({ subject }) => subject.startsWith('Receipt: '));
    await waitFor('the mailed receipt', async () => (await receipts())[0]);
    const before = await consumersOf(server);
    let running = true;
    const sent = new Set<string>();
    const sending = async () => {
      while (running) {
        const response = await sender.send<{ id: string }>({ amount: '1.00' });
        expect(response.status).toBe(201);
        sent.add(response.body.id);
        await pause(PAUSE_MS);
      }
    };
    const reading = async () => {
      while (running) {
        expect((await listOf(sender, '/api/transfers?limit=200')).length).toBeGreaterThan(0);
        expect((await listOf(sender, '/api/verification')).length).toBeGreaterThan(0);
        expect((await listOf(staff, CASES)).length).toBeGreaterThan(0);
        expect((await sender.get('/api/preferences')).body.displayName).toBe('Luis of the rebuild');
        expect((await sender.get('/api/me')).body.email).toBe(VERIFIED.email);
        await pause(PAUSE_MS);
      }
    };
    const loops = [sending(), reading()];
    const { code, output } = await ops(dataDir, 'rebuild', ...views);
    expect(code).toBe(0);
    for (const { name } of projections) expect(output).toContain(`${name}: rebuilt`);
    running = false;
    await Promise.all(loops);
    expect(sent.size).toBeGreaterThan(0);
    const shown = new Set(await everyId(sender));
    expect([...sent].filter((id) => !shown.has(id))).toEqual([]);
    const after = await consumersOf(server);
    for (const { name } of projections)
      expect([name, generationOf(after, name)]).toEqual([name, (generationOf(before, name) ?? 0) + 1]);
    await expectViewsEqualTheLog(dataDir);
    expect(await receipts()).toHaveLength(1);
  });

  it('has the same bytes afterwards', async () => {
    expect(await server.kill('SIGTERM')).toBe(0);
    const before = await dumpOf(dataDir);
    expect((await ops(dataDir, 'rebuild', ...views)).code).toBe(0);
    const after = await dumpOf(dataDir);
    for (const { name } of projections) {
      expect(after[name]?.generation).toBeGreaterThan(before[name]?.generation ?? Infinity);
      if (!EMPTY_HERE.includes(name)) expect([name, before[name]?.lines.length]).not.toEqual([name, 0]);
      expect(after[name]?.lines).toEqual(before[name]?.lines);
    }
    await expectViewsEqualTheLog(dataDir);
  });
});

describe('an event of an unknown type', () => {
  let server: FlipServer;
  let dataDir: string;
  let uid: string;
  let ana: Browser;
  let luis: Browser;

  beforeAll(async () => {
    server = await FlipServer.start({ env: OFF });
    ({ dataDir } = server);
    const people = [server.browser(), server.browser()];
    const credentials = await Promise.all(people.map((person) => person.signUp()));
    uid = (await people[0]?.get<{ uid: string }>('/api/me'))?.body.uid ?? '';
    await prefer(people[0], 'Ana before');
    await server.kill('SIGTERM');
    await appendAlien(dataDir, `preferences-${uid}`);
    server = await FlipServer.start({ dataDir, env: OFF });
    [ana, luis] = [server.browser(), server.browser()];
    await ana.signIn(credentials[0] ?? VERIFIED);
    await luis.signIn(credentials[1] ?? VERIFIED);
    await waitFor('the parked events', async () => ((await parkedIn(server)).user_prefs === 2 ? true : null));
  });
  afterAll(async () => {
    await server.kill();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('is parked with every later event of its stream, and health reports it', async () => {
    expect(await parkedIn(server)).toEqual({ user_prefs: 2 });
    expect((await ana.get('/api/preferences')).body.displayName).toBe('Ana before');
  });

  it('is listed by `ops parked` with its position and the reason', async () => {
    const { code, output } = await ops(dataDir, 'parked');
    expect(code).toBe(0);
    const told = output.split('\n').filter((line) => line.startsWith('user_prefs'));
    expect(told).toHaveLength(2);
    for (const line of told) expect(line).toContain(`preferences-${uid}`);
    expect(told[0]).toContain('AlienLanded is not known');
  });

  it('blocks no other sender, and its own sender only in the parked stream', async () => {
    await prefer(luis, 'Luis goes on');
    expect((await luis.get('/api/preferences')).body.displayName).toBe('Luis goes on');
    expect((await ana.send({ amount: '20.00' })).status).toBe(201);
    expect(await listOf(ana, '/api/transfers')).toHaveLength(1);
  });

  it('stays parked after a retry or a rebuild, and the views equal the log', async () => {
    const retried = await ops(dataDir, 'parked', 'retry', 'user_prefs');
    expect([retried.code, retried.output.trim()]).toEqual([0, 'user_prefs: 0 applied, 2 still parked']);
    expect((await ops(dataDir, 'rebuild', 'user_prefs')).code).toBe(0);
    expect(await parkedIn(server)).toEqual({ user_prefs: 2 });
    expect((await luis.get('/api/preferences')).body.displayName).toBe('Luis goes on');
    await expectViewsEqualTheLog(dataDir);
  });
});

const CASES = '/api/compliance/cases';

async function listOf(browser: Browser, path: string): Promise<readonly { readonly id: string }[]> {
  const { status, body } = await browser.get<{ items: readonly { id: string }[] }>(path);
  expect([path, status]).toEqual([path, 200]);
  return body.items;
}

async function everyId(browser: Browser): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { body } = await browser.get<{ items: readonly { id: string }[]; nextCursor: string | null }>(
      `/api/transfers?limit=200${query}`,
    );
    ids.push(...body.items.map(({ id }) => id));
    cursor = body.nextCursor;
  }
  return ids;
}

async function prefer(browser: Browser | undefined, displayName: string): Promise<void> {
  const saved = await browser?.request('PATCH', '/api/preferences', {
    body: JSON.stringify({ displayName }),
  });
  expect(saved?.status).toBe(200);
}

async function consumersOf(server: FlipServer): Promise<readonly Consumer[]> {
  return (await server.browser().get<{ consumers: readonly Consumer[] }>('/health/ready')).body.consumers;
}

function generationOf(consumers: readonly Consumer[], projection: string): number | null {
  return consumers.find(({ name }) => name === projection)?.generation ?? null;
}

/** Number of parked events per projection and saga, where any. */
async function parkedIn(server: FlipServer): Promise<Readonly<Record<string, number>>> {
  const parked = (await consumersOf(server)).filter(({ parked: count }) => count > 0);
  return Object.fromEntries(parked.map(({ name, parked: count }) => [name, count]));
}

interface Dump {
  readonly generation: number;
  readonly lines: readonly string[];
}

/** Every document of every live view, as a stopped server left it. */
async function dumpOf(dataDir: string): Promise<Readonly<Record<string, Dump>>> {
  const store = openEmbeddedViewStore(join(dataDir, EMBEDDED_FILES.views), { readonly: true });
  try {
    await store.declare(projections);
    const dumps: Record<string, Dump> = {};
    for (const { name } of projections) {
      const { live } = await store.generations(name);
      dumps[name] = { generation: live ?? -1, lines: await dumpGeneration(store, name, live ?? -1) };
    }
    return dumps;
  } finally {
    await store.close();
  }
}

type AlienLanded = DomainEvent<'AlienLanded', { readonly from: string }>;
const alien: EventDeclaration<AlienLanded> = {
  type: 'AlienLanded',
  schemaVersion: 1,
  summary: 'No program of ours knows this.',
  example: { from: 'elsewhere' },
};

/** Appends an event of an unknown type and one of a known type while no server runs. */
async function appendAlien(dataDir: string, stream: string): Promise<void> {
  const { keyEncryptionKey } = readSecrets(dataDir);
  const declarations = [...eventDeclarations, alien];
  const stores = await openStores({ folder: dataDir, keyEncryptionKey, declarations });
  try {
    let revision = -1n;
    for await (const event of stores.eventLog.read(stream)) ({ revision } = event);
    const id = randomUUID();
    const versionOf = (type: string) => declarations.find((one) => one.type === type)?.schemaVersion ?? 1;
    const metadata = {
      schemaVersion: 1,
      commandId: id,
      $correlationId: id,
      $causationId: id,
      actor: { kind: 'system' as const, id: 'spec' },
      at: new Date().toISOString(),
    };
    await stores.eventLog.append(stream, revision, [
      { id, type: 'AlienLanded', data: { from: 'elsewhere' }, metadata },
      {
        id: randomUUID(),
        type: 'PrefsUpdated',
        data: { changed: { emailOptIn: true } },
        metadata: { ...metadata, schemaVersion: versionOf('PrefsUpdated') },
      },
    ]);
  } finally {
    await stores.close();
  }
}
