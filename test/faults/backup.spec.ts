import { createHash, randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import type { Browser } from '../support/browser.js';
import { FlipServer } from '../support/flip-server.js';
import { expectViewsEqualTheLog, ops } from '../support/ops.js';
import { expectThirdSendToRaise, sendOne, signedIn } from './third-send.js';
import { waitFor } from '../support/wait-for.js';

const OFF = { RATE_LIMIT: 'off' };
const IN_FLIGHT = 4;
const PAUSE_MS = 25;
/** Demo users of test mode; this sender is verified, so no weekly limit ends the load. */
const BUSY_SENDER = { email: 'luis@demo.example', password: 'copper-meadow-train-31' };

interface Transfers {
  readonly items: readonly { readonly id: string }[];
  readonly nextCursor: string | null;
}

describe('a backup', () => {
  let folder: string;
  /** A stopped server's data with one sender and one transfer, and its backup; each case works on copies. */
  let original: string;
  beforeAll(async () => {
    original = mkdtempSync(join(tmpdir(), 'flip-backup-'));
    const dataDir = join(original, 'source');
    const server = await FlipServer.start({ dataDir });
    const sender = server.browser();
    await sender.signUp();
    expect((await sender.send()).status).toBe(201);
    await server.kill('SIGTERM');
    expect(await ops(dataDir, 'backup', join(original, 'backup'))).toMatchObject({ code: 0 });
  });
  afterAll(() => rmSync(original, { recursive: true, force: true }));
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'flip-backup-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** In the case's folder: the data as `source`, its backup as `backup`. */
  function copied(name: 'source' | 'backup'): string {
    const copy = join(folder, name);
    cpSync(join(original, name), copy, { recursive: true });
    return copy;
  }

  it('taken under load contains every transfer acknowledged before it, and Flip resumes from it', async () => {
    const target = join(folder, 'backup');
    const dataDir = join(folder, 'restored');
    const server = await FlipServer.start({ env: OFF });
    const calm = server.browser();
    const calmSender = await calm.signUp();
    const busy = await signedIn(server, BUSY_SENDER);
    const early = [await sendOne(calm), await sendOne(calm)];
    const load = startLoad(busy);
    await waitFor('the load', () => Promise.resolve(load.sent.length >= 40 ? true : null));
    const before = [...load.sent];
    const made = await ops(server.dataDir, 'backup', target);
    expect([made.code, made.output]).toEqual([0, expect.stringContaining('checked')]);
    await load.stop();
    await server.dispose();
    expectOwnerOnly(target);
    expect(load.sent.length).toBeGreaterThan(before.length);
    expect(await ops(dataDir, 'restore', target, '--without-safety-file')).toMatchObject({ code: 0 });

    const restored = await FlipServer.start({ dataDir, env: OFF });
    try {
      const history = await waitForHistory(await signedIn(restored, BUSY_SENDER), before.length);
      expect(new Set(history).size).toBe(history.length);
      expect(before.filter((id) => !history.includes(id))).toEqual([]);
      expect(history.filter((id) => !load.sent.includes(id))).toEqual([]);
      await expectThirdSendToRaise(restored, calmSender, early);
      await expectSessionsToBeOver(restored, calm);
    } finally {
      await restored.kill('SIGTERM');
    }
    await expectViewsEqualTheLog(dataDir);
  });

  it("with a changed byte is refused with the file's name and leaves the data folder unchanged", async () => {
    const target = copied('backup');
    for (const name of ['events.db', 'vault.db', 'secrets.json']) {
      const path = join(target, name);
      const good = readFileSync(path);
      writeFileSync(path, flipped(good));
      const restored = join(folder, `restored-${name}`);
      const { code, output } = await ops(restored, 'restore', target, '--without-safety-file');
      expect([code, output]).toEqual([1, expect.stringContaining(`${name} of the backup is damaged`)]);
      expect(readdirSync(restored)).toEqual([]);
      writeFileSync(path, good);
    }
    rmSync(join(target, 'manifest.json'));
    const { code, output } = await ops(join(folder, 'restored'), 'restore', target, '--without-safety-file');
    expect([code, output]).toEqual([1, expect.stringContaining('no finished backup')]);
  });

  it('contains the secrets of its data: no start, command, restore or import accepts others', async () => {
    const [source, target, exported] = [copied('source'), copied('backup'), join(folder, 'export')];
    expect(await ops(source, 'export', exported)).toMatchObject({ code: 0 });
    for (const copy of [source, target, exported]) changeSecret(copy, 'blindIndexKey');
    const named = expect.stringMatching(/blindIndexKey in .*secrets\.json.* is not the one/) as string;
    expect(await ops(source, 'verify')).toEqual({ code: 1, output: named });
    expect(await ops(join(folder, 'restored'), 'restore', target, '--without-safety-file')).toEqual({
      code: 1,
      output: named,
    });
    expect(await ops(join(folder, 'imported'), 'import', exported)).toEqual({ code: 1, output: named });
    await expect(FlipServer.start({ dataDir: source })).rejects.toThrow(/blindIndexKey in .*secrets\.json/);
    changeSecret(source, 'keyEncryptionKey');
    await expect(FlipServer.start({ dataDir: source })).rejects.toThrow(
      /keyEncryptionKey in .*secrets\.json is not the one this data was written with/,
    );
  });

  it('contains passwords as argon2id hashes at full cost (ASVS 11.4.2)', () => {
    const vault = new Database(join(original, 'backup', 'vault.db'), { readonly: true });
    const credentials = vault.prepare("SELECT value FROM records WHERE kind = 'credential'").all();
    vault.close();
    expect(credentials.length).toBeGreaterThan(0);
    for (const { value } of credentials as { value: string }[])
      expect(value).toMatch(/"\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('is neither written nor restored into a non-empty folder', async () => {
    const [source, target] = [copied('source'), copied('backup')];
    const onto = await ops(source, 'backup', target);
    expect([onto.code, onto.output]).toEqual([1, expect.stringContaining('is not empty')]);
    const over = await ops(source, 'restore', target, '--without-safety-file');
    expect([over.code, over.output]).toEqual([1, expect.stringContaining('already holds')]);
    const inside = await ops(source, 'backup', join(source, 'backup'));
    expect([inside.code, inside.output]).toEqual([1, expect.stringContaining('inside the data folder')]);
    expect(readdirSync(folder).sort()).toEqual(['backup', 'source']);
  });

  it('is refused for a log that was tampered with, which verify names, as it does a vault', async () => {
    const source = copied('source');
    expect((await ops(source, 'verify')).code).toBe(0);
    const damaged = async (name: string, change: (file: string) => void) => {
      const dataDir = join(folder, 'damaged');
      cpSync(source, dataDir, { recursive: true });
      change(join(dataDir, name));
      const { code, output } = await ops(dataDir, 'verify');
      expect(code).toBe(1);
      rmSync(dataDir, { recursive: true });
      return output;
    };
    const cut = await damaged('events.db', running('DELETE FROM events WHERE position > 3'));
    expect(cut).toMatch(/last events are missing. Last good position: 0+3\n/);
    expect(cut).toMatch(/vault: The saga \w+ is beyond the end of the log/);
    expect(cut).toMatch(/ahead: accounts at \d+\n/);
    const changed = `UPDATE records SET value = replace(value, '"hash"', '"hush"') WHERE kind = 'credential'`;
    expect(await damaged('vault.db', running(changed))).toMatch(
      /vault: The vault's credential record .* was changed/,
    );
    const unchecked = running("DELETE FROM records WHERE kind = 'check'");
    expect(await damaged('vault.db', unchecked)).toContain('no check record');
    expect(await damaged('vault.db', running('UPDATE writes SET count = 0'))).toMatch(
      /vault: .*vault\.db has lost its last \d+ writes/,
    );
    const told = await damaged('views.db', breakTexts);
    expect(told).toMatch(/^accounts: .*views\.db: a stored text is damaged; stop the server and delete it/m);
    expect(told).toMatch(/^transactions: \d+ documents/m);
    expect(told).not.toContain('nu,l');
    // The command does not wait for keys that are lost.
    expect(await damaged('vault.db', emptyPageOfKeys)).toMatch(
      /vault: .*vault\.db: .*\nA file is damaged, see above\. The views were not compared\.\n$/s,
    );
    const log = new Database(join(source, 'events.db'));
    log.exec("UPDATE events SET data = replace(data, '2000', '1000') WHERE type = 'TransferRequested'");
    log.close();
    const { code, output } = await ops(source, 'backup', join(folder, 'backup'));
    expect([code, output]).toEqual([1, expect.stringContaining('events.db is damaged')]);
    expect(readdirSync(folder)).toEqual(['source']);
  });
});

/** Every account's document is no JSON anymore. */
function breakTexts(file: string): void {
  const views = new Database(file);
  const table = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'view_accounts_[0-9]*'";
  const { name } = views.prepare(table).get() as { readonly name: string };
  views.exec(`UPDATE "${name}" SET document = '{"a":nu,l}'`);
  views.close();
}

/** Cookies from before the backup are no longer valid. */
async function expectSessionsToBeOver(server: FlipServer, before: Browser): Promise<void> {
  const browser = server.browser();
  for (const [name, value] of before.cookies) browser.cookies.set(name, value);
  expect((await browser.get('/api/me')).status).toBe(401);
  expect((await browser.post('/api/auth/refresh')).status).toBe(401);
}

/** Also updates the manifest of a copy, like an attacker who wants it to be accepted. */
function changeSecret(copy: string, name: string): void {
  const file = join(copy, 'secrets.json');
  const secrets = JSON.parse(readFileSync(file, 'utf8')) as object;
  const text = JSON.stringify({ ...secrets, [name]: randomBytes(32).toString('base64') });
  writeFileSync(file, text);
  const path = join(copy, 'manifest.json');
  if (!existsSync(path)) return;
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as { files: readonly { readonly name: string }[] };
  const entry = {
    name: 'secrets.json',
    bytes: text.length,
    sha256: createHash('sha256').update(text).digest('hex'),
  };
  const files = [...manifest.files.filter((one) => one.name !== entry.name), entry];
  writeFileSync(path, JSON.stringify({ ...manifest, files }));
}

function flipped(good: Buffer): Buffer {
  const bytes = Buffer.from(good);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  return bytes;
}

function expectOwnerOnly(target: string): void {
  expect(statSync(target).mode & 0o777).toBe(0o700);
  const files = readdirSync(target);
  expect(files).toEqual(expect.arrayContaining(['events.db', 'manifest.json', 'secrets.json', 'vault.db']));
  expect(files.filter((name) => /views|index|lock|sock/.test(name))).toEqual([]);
  for (const name of files) expect(statSync(join(target, name)).mode & 0o777).toBe(0o600);
}

/** Keeps sending until it is stopped; `sent` lists the acknowledged transfers. */
function startLoad(sender: Browser): { readonly sent: readonly string[]; stop(): Promise<void> } {
  const sent: string[] = [];
  let running = true;
  const loop = async () => {
    while (running) {
      const response = await sender.send<{ id: string }>({ amount: '1.00' });
      if (response.status === 201) sent.push(response.body.id);
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
  };
  const loops = Array.from({ length: IN_FLIGHT }, loop);
  return {
    sent,
    async stop() {
      running = false;
      await Promise.all(loops);
    },
  };
}

/** Every transfer in the signed-in sender's history. */
async function historyOf(sender: Browser): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const after: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { body }: { body: Transfers } = await sender.get<Transfers>(`/api/transfers?limit=200${after}`);
    ids.push(...body.items.map(({ id }) => id));
    cursor = body.nextCursor;
  }
  return ids;
}

/** Right after the start the views are still being built. */
function waitForHistory(sender: Browser, length: number): Promise<readonly string[]> {
  return waitFor('the history', async () => {
    const { status } = await sender.get('/api/transfers');
    const history = status === 200 ? await historyOf(sender) : [];
    return history.length >= length ? history : null;
  });
}

/** Changes a database with a statement. */
const running =
  (sql: string) =>
  (file: string): void => {
    const database = new Database(file);
    database.exec(sql);
    database.close();
  };

const PAGE_BYTES = 4_096;

/** Simulates a disk that lost a page with data keys of the vault; the first page is the schema. */
function emptyPageOfKeys(file: string): void {
  const vault = new Database(file);
  // An index has the kinds and ids too, but not the values.
  const { value } = vault.prepare("SELECT value FROM records WHERE kind = 'data-key'").get() as {
    value: string;
  };
  vault.close();
  const pages = readFileSync(file);
  const at = pages.indexOf(value);
  const start = at - (at % PAGE_BYTES);
  expect(start).toBeGreaterThanOrEqual(PAGE_BYTES);
  writeFileSync(file, pages.fill(0, start, start + PAGE_BYTES));
}
