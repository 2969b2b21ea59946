import { rmSync } from 'node:fs';
import { AppModule } from '../../api/src/app.module.js';
import { readSecrets } from '../../api/src/config/secrets-file.js';
import { openStores } from '../../api/src/engine/stores/open-stores.js';
import { featuresOf } from '../../api/src/event-sourcing/event-sourcing.module.js';
import type { Problem } from '../../api/src/kernel/people/accounts.js';
import type { AuditPage } from '../../api/src/kernel/staff/audit.js';
import type { Backtest, BacktestResult, StartedBacktest } from '../../api/src/kernel/staff/backtests.js';
import type { RuleDefinitionOnWire } from '../../api/src/kernel/staff/rule-views.js';
import { recordAttempts } from './attempt-log.js';
import type { Browser } from '../support/browser.js';
import { FlipServer } from '../support/flip-server.js';
import { Servers } from '../support/servers.js';
import { SharedProviders } from './shared-providers.js';
import { newStaff } from '../support/staff.js';
import { waitFor } from '../support/wait-for.js';

const SENDERS = 30;
/** Attempts of each. */
const EMBEDDED = 1_000;
const ON_SERVERS = 400;
const DAY_MS = 24 * 60 * 60_000;
const untilMs = Date.now();
/** All of them. */
const period = {
  from: new Date(untilMs - 400 * DAY_MS).toISOString(),
  to: new Date(untilMs + DAY_MS).toISOString(),
};
/** Attempts are two hours apart: thirteen are within a day, both of its edges included. */
const daily: RuleDefinitionOnWire = {
  name: 'Daily',
  where: {},
  measure: 'attempts',
  atLeast: '13',
  within: 'P1D',
  action: 'flag',
};
const alertsOf = (each: number) => SENDERS * (each - 12);

type Answer = Problem & Backtest & StartedBacktest;

const start = (browser: Browser, definition = daily) =>
  browser.post<Answer>('/api/compliance/backtests', { definition, ...period });
const read = (browser: Browser, id: string) => browser.get<Answer>(`/api/compliance/backtests/${id}`);
const cancel = (browser: Browser, id: string) =>
  browser.request<Answer>('DELETE', `/api/compliance/backtests/${id}`);

async function started(browser: Browser): Promise<string> {
  const { status, body } = await start(browser);
  expect(status).toBe(202);
  return body.id;
}

/** Its result, and every progress that was read. */
async function finished(browser: Browser, id: string) {
  const progress: number[] = [];
  const result = await waitFor('the result', async () => {
    const { body } = await read(browser, id);
    progress.push(body.progress);
    return body.result;
  });
  return { result, progress };
}

function expectAll(
  each: number,
  { attempts, alerts, senders, cases, days, both, ...result }: BacktestResult,
): void {
  expect({ attempts, alerts, senders, cases }).toEqual({
    attempts: SENDERS * each,
    alerts: alertsOf(each),
    senders: SENDERS,
    cases: SENDERS,
  });
  expect(days.reduce((sum, day) => sum + day.alerts, 0)).toBe(alertsOf(each));
  expect(both).toHaveLength(1_000);
  expect(result).toMatchObject({ newCount: 0, lostCount: 0, unreadable: 0, indexedFrom: null });
}

async function goneAt(browser: Browser, id: string): Promise<void> {
  await waitFor('the end of what has crashed', async () => {
    const { status, body } = await read(browser, id);
    return (status === 404 && body.code === 'backtest_gone') || null;
  });
}

/** The same session at another server of the same stores. */
function sameSession(server: FlipServer, { cookies }: Browser): Browser {
  const browser = server.browser();
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return browser;
}

describe('a backtest over thirty thousand attempts', () => {
  let server: FlipServer;
  let analyst: Browser;
  let lead: Browser;

  beforeAll(async () => {
    const dataDir = await newFolder();
    await recordAttempts({ dataDir }, { senders: SENDERS, each: EMBEDDED, untilMs });
    server = await FlipServer.start({ dataDir });
    analyst = (await newStaff(server, 'analyst')).browser;
    lead = (await newStaff(server, 'lead')).browser;
  });
  afterAll(() => server.dispose());

  it('runs beside other requests, says how far it is, and shows everything in the end', async () => {
    const { result, progress } = await finished(analyst, await started(analyst));
    expectAll(EMBEDDED, result);
    expect(progress).toEqual(progress.toSorted((one, other) => one - other));
    expect(progress.at(-1)).toBe(1);
  });

  it('is the only one of its person, shown to leads too, and ended by its owner alone', async () => {
    const id = await started(analyst);
    expect((await start(analyst)).body).toMatchObject({ status: 409, code: 'backtest_running' });
    const others = await started(lead);
    expect((await read(lead, id)).body).toMatchObject({ id, state: 'running' });
    for (const answer of [await cancel(lead, id), await read(analyst, others)])
      expect(answer.body).toMatchObject({ status: 404, code: 'backtest_gone' });
    expectAll(EMBEDDED, (await finished(lead, others)).result);
    expectAll(EMBEDDED, (await finished(analyst, id)).result);
  });

  it('ends when it is cancelled, and makes way for the next', async () => {
    const id = await started(analyst);
    expect((await cancel(analyst, id)).status).toBe(204);
    expect((await read(analyst, id)).body).toMatchObject({ state: 'cancelled', result: null });
    expect((await cancel(analyst, await started(analyst))).status).toBe(204);
  });

  it('leaves the record that it was begun when its server is killed, and nothing else', async () => {
    const id = await started(analyst);
    expect((await read(analyst, id)).body.state).toBe('running');
    await server.kill();
    server = await FlipServer.start({ dataDir: server.dataDir });
    [analyst, lead] = [sameSession(server, analyst), sameSession(server, lead)];
    await goneAt(analyst, id);
    const { items } = (await lead.get<AuditPage>('/api/compliance/audit?action=BacktestStarted')).body;
    expect(items.length).toBeGreaterThanOrEqual(5);
    expect(items[0]).toMatchObject({ kind: 'action', facts: { from: period.from, to: period.to } });
    expectAll(EMBEDDED, (await finished(analyst, await started(analyst))).result);
    await server.kill();
    expect(await recordOf(server.dataDir, id)).toBeNull();
  });
});

/** A data folder that a server has made. */
async function newFolder(): Promise<string> {
  const server = await FlipServer.start();
  await server.kill('SIGTERM');
  return server.dataDir;
}

/** What the vault of a folder without a server has of a backtest. */
async function recordOf(dataDir: string, id: string): Promise<object | null> {
  const { keyEncryptionKey } = readSecrets(dataDir);
  const { events: declarations } = featuresOf(AppModule);
  const stores = await openStores({ folder: dataDir, keyEncryptionKey, declarations });
  try {
    return await stores.vault.get('backtest', id);
  } finally {
    await stores.close();
  }
}

describe('a backtest on one EventStoreDB and one MongoDB (fake servers) with two API processes', () => {
  let servers: Servers;
  let providers: SharedProviders;
  let env: Readonly<Record<string, string>>;
  let one: FlipServer;
  let other: FlipServer;
  let here: Browser;
  let there: Browser;

  beforeAll(async () => {
    servers = await Servers.start();
    providers = await SharedProviders.start();
    env = { ...servers.env, ...providers.env };
    one = await FlipServer.start({ env });
    providers.deliverTo(one.url);
    const { ESDB_URL: eventStore = '', MONGO_URL: views = '', VAULT_URL: vault = '' } = servers.env;
    await recordAttempts(
      { dataDir: one.dataDir, servers: { eventStore, views, vault } },
      { senders: SENDERS, each: ON_SERVERS, untilMs },
    );
    other = await FlipServer.start({ dataDir: one.dataDir, env });
    here = (
      await newStaff({ dataDir: one.dataDir, env: servers.env, browser: () => one.browser() }, 'analyst')
    ).browser;
    there = sameSession(other, here);
  });
  afterAll(async () => {
    for (const server of [one, other]) await server.kill();
    rmSync(one.dataDir, { recursive: true, force: true });
    await servers.dispose();
    await providers.stop();
  });

  it('is answered by either, and is the only one of its person at both', async () => {
    const id = await started(here);
    expect((await start(there)).body).toMatchObject({ status: 409, code: 'backtest_running' });
    expectAll(ON_SERVERS, (await finished(there, id)).result);
  });

  it('is cancelled through the other, and makes way for the next there', async () => {
    const id = await started(here);
    expect((await cancel(there, id)).status).toBe(204);
    expect((await read(here, id)).body).toMatchObject({ state: 'cancelled', result: null });
    expectAll(ON_SERVERS, (await finished(there, await started(there))).result);
  });

  it('is gone at the other when its process is killed', async () => {
    const id = await started(here);
    expect((await read(there, id)).body.state).toBe('running');
    await one.kill();
    await goneAt(there, id);
    expectAll(ON_SERVERS, (await finished(there, await started(there))).result);
  });
});
