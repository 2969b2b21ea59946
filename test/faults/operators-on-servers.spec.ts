import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FORMAT_RECORD, FORMAT_STREAM } from '../../api/src/engine/stores/server-format.js';
import { openMongoVault } from '../../api/src/engine/vault/mongodb-vault.js';
import { FlipServer } from '../support/flip-server.js';
import { ops } from '../support/ops.js';
import { Servers } from '../support/servers.js';
import { waitFor } from '../support/wait-for.js';

/** Longer than a request waits for a read. */
const FROZEN_MS = 4_000;

describe('operator commands on servers (fake servers)', () => {
  let servers: Servers;
  let dataDir: string;
  const on = () => ({ dataDir, env: servers.env });

  beforeAll(async () => {
    servers = await Servers.start();
    const server = await FlipServer.start({ env: servers.env });
    ({ dataDir } = server);
    await server.kill('SIGTERM');
  });
  afterAll(async () => {
    await servers.dispose();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('work although the first response takes longer than a request would wait', async () => {
    servers.eventStore.freeze();
    setTimeout(() => servers.eventStore.thaw(), FROZEN_MS);
    expect(await ops(on(), 'streams', 'account-')).toMatchObject({ code: 0 });
  });

  it('end quietly when nobody reads the rest of their output', async () => {
    const shell = spawn('sh', ['-c', 'node scripts/ops.mjs streams | true'], {
      env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', FLIP_DATA: dataDir, ...servers.env },
    });
    let printed = '';
    for (const stream of [shell.stdout, shell.stderr])
      stream.on('data', (text: Buffer) => (printed += text.toString()));
    await new Promise((done) => shell.once('close', done));
    expect(printed).toBe('');
  });

  it('do not list the mark of the format among the streams', async () => {
    expect((await ops(on(), 'streams')).output).not.toContain(FORMAT_STREAM);
  });

  it('rotate a key in steps: a server with the file of the step before reads what the new key makes', async () => {
    const rotate = async () => (await ops(on(), 'rotate', 'event')).output;
    expect(await rotate()).toContain('event: key 2 is accepted, and makes nothing yet: copy secrets.json');
    const server = await FlipServer.start({ dataDir, env: servers.env });
    try {
      const person = await server.browser().signUp();
      expect(await rotate()).toContain('event: key 2 makes from now on: copy secrets.json');
      expect(await rotate()).toContain('event: key 2 is in use');
      expect(await ops(on(), 'suspend', person.email)).toMatchObject({ code: 0 });
      expect((await server.browser().post('/api/auth/sign-in', person)).body).toMatchObject({
        code: 'account_suspended',
      });
    } finally {
      await server.kill('SIGTERM');
    }
    expect(await ops(on(), 'verify')).toMatchObject({ code: 0 });
  });

  /** Like a later version: the newest mark counts. */
  const markLog = (format: number) =>
    servers.eventStore.addByHand(FORMAT_STREAM, [
      { type: 'FormatMarked', data: JSON.stringify({ format }), metadata: '{}' },
    ]);
  async function markVault(format: number): Promise<void> {
    const vault = await openMongoVault({ url: servers.vault.url });
    const { kind, id, owner } = FORMAT_RECORD;
    const { version = null } = (await vault.get(kind, id)) ?? {};
    expect(await vault.put(kind, id, { owner, value: { format } }, version)).toBe('ok');
    await vault.close();
  }

  describe.each([
    ['The event log', markLog],
    ['The vault', markVault],
  ])('of another version: %s', (store, mark) => {
    const refusal = `${store} has data format 2, this version reads format 1: use the version that wrote it, or empty servers`;
    beforeAll(() => mark(2));
    afterAll(() => mark(1));

    it('is refused at start', async () => {
      const started = FlipServer.start({ dataDir, env: servers.env });
      await expect(started).rejects.toThrow(`Flip cannot start. ${refusal}`);
    });

    it.each([
      ['streams'],
      ['verify'],
      ['checkpoints'],
      ['parked'],
      ['grant', 'ann@example.com', 'analyst'],
      ['rebuild', 'transactions'],
      ['reconcile'],
      ['export', 'copy'],
      ['accept-log-end'],
      ['restored', '--since', '2026-11-20T12:00:00Z', '--without-safety-file'],
    ])('is refused by %s', async (command, ...words) => {
      const place = mkdtempSync(join(tmpdir(), 'flip-copy-'));
      const named = words.map((word) => (word === 'copy' ? join(place, word) : word));
      const { code, output } = await ops(on(), command, ...named);
      expect([code, output]).toEqual([1, `${refusal}\n`]);
      rmSync(place, { recursive: true });
    });
  });
});

describe('a restore of servers with their own tools (fake servers)', () => {
  it('is settled by the next start: what may have been paid since is looked up before it is paid', async () => {
    const servers = await Servers.start();
    const env = { ...servers.env, RATE_LIMIT: 'off' };
    const before = await FlipServer.start({ env });
    const { dataDir } = before;
    // People work the desk.
    await fetch(`${before.simulatorUrl}/control/desk`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"auto":false}',
    });
    const ana = before.browser();
    const since = new Date().toISOString();
    const credentials = await ana.signUp();
    const draft = { platform: 'Zelle', handle: 'maya@people.example' };
    const id = await ana.sendPaid(draft, before.simulatorUrl);
    const restored = (...words: string[]) =>
      ops({ dataDir, env }, 'restored', '--without-safety-file', ...words);
    expect(await restored('--since', since)).toMatchObject({
      code: 1,
      output: expect.stringContaining('stop all servers') as string,
    });
    await before.kill('SIGTERM');
    expect((await restored('--since', 'yesterday')).code).toBe(2);
    expect(await restored('--since', since)).toMatchObject({
      code: 0,
      output: expect.stringContaining('1 sessions ended') as string,
    });
    const after = await FlipServer.start({ dataDir, env });
    const again = after.browser();
    for (const [name, value] of ana.cookies) again.cookies.set(name, value);
    expect((await again.get('/api/me')).status).toBe(401);
    await again.signIn(credentials);
    const listed = await waitFor('the task', async () => {
      const { output } = await ops({ dataDir, env }, 'desk', 'list', 'unknown');
      return output.includes(id) ? output : null;
    });
    expect(listed).toContain('unknown');
    expect((await after.browser().get('/metrics')).text).toContain('flip_restore_unlisted 0');
    await after.kill('SIGTERM');
    await servers.dispose();
    rmSync(dataDir, { recursive: true, force: true });
  });
});
