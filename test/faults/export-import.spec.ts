import { spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import type { Transaction } from '../../api/src/kernel/money/transfers.js';
import { callsTo } from '../support/at-providers.js';
import type { Browser, Credentials } from '../support/browser.js';
import { FlipServer } from '../support/flip-server.js';
import { expectViewsEqualTheLog, ops } from '../support/ops.js';
import { counts } from '../support/scale.js';
import { Servers } from '../support/servers.js';
import { expectThirdSendToRaise, sendOne } from './third-send.js';
import { waitFor } from '../support/wait-for.js';

const OFF = { RATE_LIMIT: 'off' };
/** The final statuses of the paid transfers. */
const ENDS = 'delivered,refunded';

interface LoggedEvent {
  readonly stream: string;
  readonly chain: string;
}

/** One exported deployment, and folders to import it into. */
describe('exported log and vault', () => {
  let folder: string;
  let source: string;
  let exported: string;
  let credentials: Credentials;
  let early: readonly string[];
  let calm: Browser;
  let busy: Browser;
  /** Completed transfers of the busy sender that were charged. */
  const paid: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'flip-move-'));
    source = join(folder, 'source');
    exported = join(folder, 'export');
    const server = await FlipServer.start({ dataDir: source, env: OFF });
    calm = server.browser();
    credentials = await calm.signUp();
    early = [await sendOne(calm), await sendOne(calm)];
    busy = server.browser();
    await busy.signUp();
    for (const handle of ['siminstant@people.example', 'simfail@people.example'])
      paid.push(await busy.sendPaid({ amount: '1.00', platform: 'PayPal', handle }, server.simulatorUrl));
    for (let sent = 0; sent < counts.movedSends; sent += 1) await sendOne(busy);
    await waitFor('the ends', async () => ((await statusesOf(busy)) === ENDS ? true : null));
    const running = await ops(source, 'export', exported);
    await server.kill('SIGTERM');
    expect([running.code, running.output]).toEqual([1, expect.stringContaining('in use')]);
    expect(await ops(source, 'export', exported)).toEqual({
      code: 0,
      output: expect.stringContaining('are in') as string,
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const statusesOf = async (browser: Browser): Promise<string> => {
    const transfers = await Promise.all(paid.map((id) => browser.get<Transaction>(`/api/transfers/${id}`)));
    return transfers.map(({ body }) => body.status).join();
  };

  /** The new deployment's providers have no record of them, and are not called. */
  async function expectPaidToRest(server: FlipServer): Promise<void> {
    const browser = server.browser();
    for (const [name, value] of busy.cookies) browser.cookies.set(name, value);
    expect(await statusesOf(browser)).toBe(ENDS);
    expect(await callsTo(server.simulatorUrl)).toEqual({ total: 0, calls: {} });
  }

  it('can be imported into another folder event by event, and Flip resumes there', async () => {
    const dataDir = join(folder, 'moved');
    expect(await ops(dataDir, 'import', exported)).toMatchObject({ code: 0 });
    expect(eventsOf(dataDir)).toEqual(eventsOf(source));
    const server = await FlipServer.start({ dataDir, env: OFF });
    try {
      await expectSessionToContinue(server, calm, credentials.email);
      await expectThirdSendToRaise(server, credentials, early);
      await expectPaidToRest(server);
    } finally {
      await server.kill('SIGTERM');
    }
    await expectViewsEqualTheLog(dataDir);
  });

  it('can be imported into EventStoreDB and MongoDB (fake servers), used there, and moved back', async () => {
    const servers = await Servers.start();
    try {
      const deployment = { dataDir: join(folder, 'on-servers'), env: servers.env };
      expect(await ops(deployment, 'import', exported)).toMatchObject({ code: 0 });
      const again = await ops(deployment, 'import', exported);
      expect([again.code, again.output]).toEqual([1, expect.stringContaining('not empty')]);
      const env = { ...servers.env, ...OFF };
      const server = await FlipServer.start({ dataDir: deployment.dataDir, env });
      try {
        await expectSessionToContinue(server, calm, credentials.email);
        await expectThirdSendToRaise(server, credentials, early);
        await expectPaidToRest(server);
        await expectViewsEqualTheLog(deployment);
      } finally {
        await server.kill('SIGTERM');
      }
      const back = join(folder, 'export-of-servers');
      expect(await ops(deployment, 'export', back)).toMatchObject({ code: 0 });
      expect(await ops(join(folder, 'back'), 'import', back)).toMatchObject({ code: 0 });
    } finally {
      await servers.dispose();
    }
    const before = eventsOf(source);
    const after = eventsOf(join(folder, 'back'));
    expect(after.length).toBeGreaterThan(before.length);
    expect(streamsOf(after.slice(0, before.length))).toEqual(streamsOf(before));
  });

  it('are complete after an import that was killed halfway and run again', async () => {
    const dataDir = join(folder, 'resumed');
    await importUntilKilled(dataDir, exported);
    await expect(FlipServer.start({ dataDir, env: OFF })).rejects.toThrow('run the same import again');
    expect(await ops(dataDir, 'import', exported)).toMatchObject({
      code: 0,
      output: expect.stringContaining('are as in the export') as string,
    });
    expect(eventsOf(dataDir)).toEqual(eventsOf(source));
    const again = await ops(dataDir, 'import', exported);
    expect([again.code, again.output]).toEqual([1, expect.stringContaining('not empty')]);
  });

  it('cannot come from a folder without a log, and nothing is created there', async () => {
    const dataDir = join(folder, 'secrets-alone');
    mkdirSync(dataDir);
    copyFileSync(join(source, 'secrets.json'), join(dataDir, 'secrets.json'));
    const { code, output } = await ops(dataDir, 'export', join(folder, 'nothing'));
    expect([code, output]).toEqual([2, expect.stringContaining('name no servers')]);
    const elsewhere = await ops(join(folder, 'missing'), 'checkpoints');
    expect([elsewhere.code, elsewhere.output]).toEqual([2, expect.stringContaining('No secrets.json')]);
    expect(readdirSync(dataDir)).toEqual(['secrets.json']);
    expect(readdirSync(folder)).not.toContain('missing');
    rmSync(dataDir, { recursive: true });
  });

  it('are found through the .env file by operator commands as well as the server', () => {
    writeFileSync(join(folder, '.env'), `FLIP_DATA=${source}\n`);
    const program = join(process.cwd(), 'dist/server/ops.js');
    const { stdout } = spawnSync(process.execPath, [program, 'streams', 'account-'], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '' },
      encoding: 'utf8',
    });
    rmSync(join(folder, '.env'));
    expect(stdout).toContain('account-');
  });

  it('are refused for non-empty stores and from a damaged or unfinished export', async () => {
    const onto = await ops(source, 'export', exported);
    expect([onto.code, onto.output]).toEqual([1, expect.stringContaining('is not empty')]);
    const into = await ops(source, 'import', exported);
    expect([into.code, into.output]).toEqual([1, expect.stringContaining('not empty')]);
    const path = join(exported, 'events-000001.ndjson');
    const good = readFileSync(path, 'utf8');
    writeFileSync(path, good.replace('TransferRequested', 'TransferReqeusted'));
    const damaged = await ops(join(folder, 'new'), 'import', exported);
    expect([damaged.code, damaged.output]).toEqual([1, expect.stringContaining('events-000001.ndjson')]);
    writeFileSync(path, good);
    const unfinished = await ops(join(folder, 'new'), 'import', folder);
    expect([unfinished.code, unfinished.output]).toEqual([1, expect.stringContaining('no finished export')]);
    expect(readdirSync(folder).filter((name) => name.includes('unfinished') || name === 'new')).toEqual([]);
  });
});

/** Kills the import at its first progress line. */
function importUntilKilled(dataDir: string, exported: string): Promise<void> {
  const child = spawn(process.execPath, ['scripts/ops.mjs', 'import', exported], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', FLIP_DATA: dataDir },
  });
  child.stdout.on('data', () => child.kill('SIGKILL'));
  return new Promise((done) => child.once('exit', () => done()));
}

/** A move ends no session. */
async function expectSessionToContinue(server: FlipServer, before: Browser, email: string): Promise<void> {
  const browser = server.browser();
  for (const [name, value] of before.cookies) browser.cookies.set(name, value);
  const me = await waitFor('the views', async () => {
    const response = await browser.get('/api/me');
    return response.status === 503 ? null : response;
  });
  expect(me).toMatchObject({ status: 200, body: { email } });
}

/** Every event as stored; its hash covers it and all earlier ones. */
function eventsOf(dataDir: string): readonly LoggedEvent[] {
  const log = new Database(join(dataDir, 'events.db'));
  try {
    return log
      .prepare('SELECT stream, revision, id, type, data, metadata, chain FROM events')
      .all() as LoggedEvent[];
  } finally {
    log.close();
  }
}

/** Each stream's events in order: a server may reorder events across streams, which changes their chain. */
function streamsOf(events: readonly LoggedEvent[]): ReadonlyMap<string, readonly object[]> {
  const streams = new Map<string, object[]>();
  for (const { chain: _, ...event } of events)
    streams.set(event.stream, [...(streams.get(event.stream) ?? []), event]);
  return streams;
}
