import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import type { Config } from '../../api/src/config/config.js';
import { KEY_PURPOSES } from '../../api/src/config/key-lists.js';
import { parseSecrets } from '../../api/src/config/secrets-file.js';
import { optOutUrl } from '../../api/src/http/contract/mail-opt-out.js';
import type { ApiResponse, Browser } from '../support/browser.js';
import { FlipServer } from '../support/flip-server.js';
import { expectViewsEqualTheLog, ops, opsInServer } from '../support/ops.js';
import { waitFor } from '../support/wait-for.js';
import { signedIn } from './third-send.js';

/** Demo users of test mode; this sender is verified, so no weekly limit ends the load. */
const BUSY_SENDER = { email: 'luis@demo.example', password: 'copper-meadow-train-31' };
const LEAD = { email: 'lead@demo.example', password: 'orchid-lantern-bridge-63' };
/** Their older keys can go while people act: what they made was made again, or is not asked for here. */
const FORGOTTEN = ['key-encryption', 'second-factor', 'replay', 'simulator-webhook'] as const;

describe('keys are rotated while people act', () => {
  const folder = mkdtempSync(join(tmpdir(), 'flip-keys-'));
  const dataDir = join(folder, 'data');
  const backup = join(folder, 'backup');
  const env = { RATE_LIMIT: 'off', SAFETY_FILE: join(folder, 'safety.jsonl') };
  /** Paths without a session that were given out before the first rotation. */
  let links: readonly string[];
  let server: FlipServer;
  let early: Browser;

  beforeAll(async () => {
    server = await FlipServer.start({ dataDir, env });
    early = await signedIn(server, BUSY_SENDER);
    const transferId = await early.sendPaid({ amount: '2.00' }, server.simulatorUrl);
    links = [await shareOf(early, transferId), await optOutOf(early)];
    await exportAudit('before.jsonl');
    expect(await ops(dataDir, 'backup', backup)).toMatchObject({ code: 0 });
  });
  afterAll(async () => {
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  const shareOf = async (sender: Browser, transferId: string) => {
    const { status, body } = await sender.post<{ url: string }>(`/api/transfers/${transferId}/share`);
    expect(status).toBe(201);
    return new URL(body.url).pathname.replace('/s/', '/api/shared/');
  };
  const optOutOf = async (sender: Browser) => {
    const { uid } = (await sender.get<{ uid: string }>('/api/me')).body;
    const url = optOutUrl({ PUBLIC_URL: server.url, HOST: '' } as Config, parseSecrets(dataDir), {
      uid,
      locale: 'en',
    });
    return url.slice(server.url.length);
  };
  const exportAudit = async (name: string) => {
    const lead = await signedIn(server, LEAD);
    const { status, text } = await lead.get('/api/compliance/audit.jsonl');
    expect(status).toBe(200);
    writeFileSync(join(folder, name), text);
  };
  const rotate = (...words: readonly string[]) => opsInServer(dataDir, 'rotate', ...words);

  it('each in turn: nothing is refused, and what was given out before is accepted (ASVS 11.2.2)', async () => {
    const load = startLoad();
    for (const purpose of KEY_PURPOSES) {
      expect(await rotate(purpose)).toEqual({
        code: 0,
        output: expect.stringContaining(`${purpose}: key 2 is in use`) as string,
      });
      await load.round();
    }
    for (const purpose of FORGOTTEN) expect(await rotate(purpose, '--forget')).toMatchObject({ code: 0 });
    await load.round();
    expect(await load.stop()).toEqual([]);
    // With a code: the secrets of second factors were encrypted again.
    await exportAudit('after.jsonl');
  });

  it('and everything is verified afterwards, made with old keys and new ones', async () => {
    for (const purpose of ['log', 'event', 'vault', 'export', 'safety'])
      expect(await rotate(purpose, '--forget')).toMatchObject({ code: 2 });
    await server.kill('SIGTERM');
    await expectViewsEqualTheLog(dataDir);
    for (const name of ['before.jsonl', 'after.jsonl'])
      expect(await ops(dataDir, 'verify-export', join(folder, name))).toMatchObject({ code: 0 });
    expect(keyIdsIn('events.db', 'SELECT chain FROM events')).toEqual(['1', '2']);
    expect(keyIdsIn('events.db', "SELECT metadata ->> 'mac' FROM events")).toEqual(['1', '2']);
    const records = (field: string, kind: string) =>
      keyIdsIn('vault.db', `SELECT value ->> '${field}' FROM records WHERE kind = '${kind}'`);
    expect([records('wrapped', 'data-key'), records('sealedSecret', 'factor')]).toEqual([['2'], ['2']]);
    for (const purpose of KEY_PURPOSES)
      expect((await ops(dataDir, 'stream', `keys-${purpose}`)).output).toContain('KeyRotated');
  });

  it('and a restart accepts the same, until older keys are forgotten', async () => {
    server = await FlipServer.start({ dataDir, env });
    const later = await signedIn(server, BUSY_SENDER);
    const again = server.browser();
    for (const [name, value] of later.cookies) again.cookies.set(name, value);
    for (const link of links) expect((await again.get(link)).status).toBe(200);
    expect((await later.send({ amount: '1.00' })).status).toBe(201);
    expect(await rotate('session')).toMatchObject({ code: 0 });
    expect((await later.get('/api/me')).status).toBe(200);
    for (const purpose of ['session', 'share', 'mail-opt-out', 'position'])
      expect(await rotate(purpose, '--forget')).toMatchObject({ code: 0 });
    // The page renews its session with the refresh token, as after any ten minutes.
    expect((await later.get('/api/me')).status).toBe(401);
    expect((await later.post('/api/auth/refresh')).status).toBe(204);
    expect((await later.get('/api/me')).status).toBe(200);
    for (const link of links) expect((await again.get(link)).status).not.toBe(200);
    expect((await later.send({ amount: '1.00' })).status).toBe(201);
    await server.kill('SIGTERM');
    await expectViewsEqualTheLog(dataDir);
  });

  it('and a backup of before is restored with the keys of before', async () => {
    const restored = join(folder, 'restored');
    expect(await ops(restored, 'restore', backup, '--without-safety-file')).toMatchObject({ code: 0 });
    server = await FlipServer.start({ dataDir: restored, env: { RATE_LIMIT: 'off' } });
    const sender = await signedIn(server, BUSY_SENDER);
    for (const link of links) expect((await sender.get(link)).status).toBe(200);
    await server.kill('SIGTERM');
    await expectViewsEqualTheLog(restored);
  });

  function keyIdsIn(file: string, sql: string): readonly string[] {
    const database = new Database(join(dataDir, file), { readonly: true });
    const macs = database.prepare(sql).raw().all() as unknown as readonly [string | null][];
    database.close();
    const ids = macs.flatMap(([mac]) => (mac === null ? [] : [mac.includes('.') ? mac.split('.')[0] : '1']));
    return [...new Set(ids)].sort() as readonly string[];
  }

  /** What people do, again and again, with a session from before and one of each round. */
  function startLoad() {
    const refused: string[] = [];
    let rounds = 0;
    let isOver = false;
    const expectOk = ({ status, text }: ApiResponse, what: string) => {
      if (status >= 300) refused.push(`${what}: ${status} ${text}`);
    };
    const work = async () => {
      while (!isOver) {
        const fresh = server.browser();
        expectOk(await fresh.post('/api/auth/sign-in', BUSY_SENDER), 'sign-in');
        for (const browser of [early, fresh]) {
          expectOk(await browser.sendOnce({ amount: '1.00' }), 'send');
          expectOk(await browser.get('/api/transfers'), 'history');
        }
        // A person has twenty sessions at most.
        expectOk(await fresh.post('/api/auth/sign-out'), 'sign-out');
        const newcomer = server.browser();
        await newcomer.signUp().catch((error: unknown) => refused.push(String(error)));
        for (const link of links) expectOk(await newcomer.get(link), link);
        rounds += 1;
      }
    };
    const running = work();
    return {
      /** Resolves when the present round and a whole one have been made. */
      round: async () => {
        const before = rounds;
        await waitFor('a round of what people do', () => Promise.resolve(rounds >= before + 2 || null));
      },
      stop: async () => {
        isOver = true;
        await running;
        return refused;
      },
    };
  }
});
