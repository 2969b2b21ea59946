import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppModule } from '../../api/src/app.module.js';
import { prepareRuntime } from '../../api/src/config/prepare-runtime.js';
import type { Secrets } from '../../api/src/config/runtime.js';
import { SECRETS_FILE } from '../../api/src/config/secrets-file.js';
import { EMBEDDED_FILES } from '../../api/src/engine/stores/data-format.js';
import { openStores, type Stores } from '../../api/src/engine/stores/open-stores.js';
import { requireOwnStores } from '../../api/src/engine/stores/own-secrets.js';
import type { ServerUrls } from '../../api/src/config/config.js';
import { openEmbeddedVault } from '../../api/src/engine/vault/embedded-vault.js';
import { everyRecord } from '../../api/src/engine/vault/every-record.js';
import { VAULT_KINDS, type VaultKind } from '../../api/src/engine/vault/vault.port.js';
import { askServer } from '../../api/src/ops/stores/operator-socket.js';
import { openEmbeddedViewStore } from '../../api/src/engine/view-store/embedded/embedded-view-store.js';
import type { ViewStore } from '../../api/src/engine/view-store/view-store.port.js';
import { featuresOf } from '../../api/src/event-sourcing/event-sourcing.module.js';
import { emailIndex } from '../../api/src/features/accounts/email-address.js';
import { ERASED } from '../../api/src/kernel/text/erased.js';
import { dumpGeneration } from '../support/dump-generation.js';
import { FlipServer, withoutTestMode } from '../support/flip-server.js';
import { expectViewsEqualTheLog, ops, opsInServer } from '../support/ops.js';
import { personWith, type Person } from '../support/person-history.js';
import { Servers } from '../support/servers.js';
import { waitFor } from '../support/wait-for.js';

const features = featuresOf(AppModule);
/** The providers are external systems: none writes to the data folder. */
const ENV = { ...withoutTestMode, LOG_LEVEL: 'info' };
const CANARY = 'Quillcanary';
/** Of a person who is not erased. */
const KEPT = 'Larksparrow';
/** Kinds of records that name a person; the mail to them is one more. */
const SEEDED: readonly VaultKind[] = [
  ...(['credential', 'session', 'token', 'attempts', 'social', 'factor', 'ticket', 'share'] as const),
  ...(['backtest', 'state', 'parked'] as const),
];
/** As it may be stored: a part of a JSON text, in base64 at every alignment, in UTF-16. */
const FORMS = [
  ...['latin1', 'utf16le'].map((encoding) => Buffer.from(CANARY, encoding as BufferEncoding)),
  ...[0, 1, 2].map((place) =>
    Buffer.from(
      Buffer.from(`${'-'.repeat(place)}${CANARY}`)
        .toString('base64')
        .slice(4, 12),
    ),
  ),
];

interface Drilled {
  readonly erased: Person;
  readonly kept: Person;
  /** The streams on which the erased one has claimed an address. */
  readonly claims: readonly string[];
}

/** Writes two people into the stores of a server that is not running, with records in the vault that name them. */
async function fill(dataDir: string, servers: ServerUrls | null): Promise<Drilled> {
  const { secrets } = await prepareRuntime({ FLIP_DATA: dataDir, ...ENV });
  const { keyEncryptionKey } = secrets;
  const { events: declarations, subjects, prefixes } = features;
  const stores = await openStores({ folder: dataDir, keyEncryptionKey, declarations, subjects, servers });
  try {
    const own = { secrets, file: SECRETS_FILE, testMode: false };
    await requireOwnStores({ ...stores, prefixes, onServers: servers !== null }, own);
    const people = { erased: personWith(CANARY), kept: personWith(KEPT, new Date().toISOString()) };
    for (const person of Object.values(people)) await record(stores, person);
    const claims = claimsOf(people.erased, secrets);
    for (const { stream, event } of claims) await stores.eventLog.append(stream, 'no_stream', [event]);
    return { ...people, claims: claims.map(({ stream }) => stream) };
  } finally {
    await stores.close();
  }
}

async function record({ eventLog, vault }: Stores, { uid, canary, streams }: Person): Promise<void> {
  for (const { stream, events } of streams) await eventLog.append(stream, 'no_stream', events);
  const value = { text: `${canary}-record`, uid };
  for (const kind of SEEDED) {
    const owner = kind === 'state' ? `sender-${uid}` : uid;
    await vault.put(kind, randomUUID(), { owner, value }, null);
  }
  const waiting = { ...value, to: { uid }, kind: 'receipt', failures: 0, notBeforeMs: 0 };
  await vault.put('outbox', randomUUID(), { owner: 'mail-sent-2015-03', value: waiting }, null);
}

/** Of each address that the person had. */
function claimsOf({ uid, streams }: Person, secrets: Secrets) {
  const had = streams
    .flatMap(({ events }) => events)
    .filter(({ type }) => type === 'AccountRegistered' || type === 'EmailChanged');
  return had.map((event) => {
    const { email } = event.data as { readonly email: string };
    const claimed = { ...event, id: randomUUID(), type: 'EmailClaimed', data: { uid } };
    return { stream: `email-${emailIndex(email, secrets)}`, event: claimed };
  });
}

/** Where the person's text is below a folder, in any file. */
function foundIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(folder, name);
    if (!statSync(path).isFile()) return false;
    const bytes = readFileSync(path);
    return FORMS.some((form) => bytes.includes(form));
  });
}

type Dump = Readonly<Record<string, readonly string[]>>;

async function dumpOf(views: ViewStore): Promise<Dump> {
  await views.declare(features.projections);
  const dump: Record<string, readonly string[]> = {};
  for (const { name } of features.projections) {
    const { live } = await views.generations(name);
    dump[name] = await dumpGeneration(views, name, live ?? -1);
  }
  return dump;
}

async function dumpIn(dataDir: string): Promise<Dump> {
  const views = openEmbeddedViewStore(join(dataDir, EMBEDDED_FILES.views), { readonly: true });
  try {
    return await dumpOf(views);
  } finally {
    await views.close();
  }
}

/** Views that say of a person that they are erased, each with how it does. */
const SAYS_ERASED = { accounts: '"life":"erased"', sender_standing: '"erasedAt":"20' } as const;

/** Without the texts, everything is as it was, but for what says that the person is erased. */
function expectOnlyTextsGone(before: Dump, after: Dump, { uid, canary }: Person): void {
  const texts = new RegExp(`${canary}\\d+`, 'gi');
  const isTheirs = (line: string) => line.startsWith(`["${uid}"`);
  // A full name, made of two texts, says it once.
  const erased = (line: string) => line.replaceAll(texts, ERASED).replaceAll(`${ERASED} ${ERASED}`, ERASED);
  for (const { name } of features.projections) {
    // The audit has the erasure.
    const isOfBefore = (line: string) =>
      !(name in SAYS_ERASED && isTheirs(line)) && !line.includes('AccountErased');
    const lines = (dump: Dump) => (dump[name] ?? []).filter(isOfBefore);
    expect([name, lines(after)]).toEqual([name, lines(before).map(erased)]);
  }
  for (const [name, says] of Object.entries(SAYS_ERASED))
    expect([name, after[name]?.find(isTheirs)]).toEqual([name, expect.stringContaining(says) as string]);
}

const start = (dataDir: string, env: Readonly<Record<string, string>> = {}) =>
  FlipServer.start({ dataDir, env: { ...ENV, ...env } });

/** Whether the daily job has run. */
async function hasLooked(dataDir: string): Promise<true | null> {
  const vault = openEmbeddedVault(join(dataDir, EMBEDDED_FILES.vault), { readonly: true });
  const run = await vault.get('run', 'retention');
  await vault.close();
  return run ? true : null;
}

async function ready(server: FlipServer): Promise<void> {
  await waitFor('the views', async () => {
    const { body } = await server
      .browser()
      .get<{ consumers?: readonly { live: boolean }[] }>('/health/ready');
    return body.consumers?.every(({ live }) => live) === true || null;
  });
}

describe('an erasure on embedded stores', () => {
  const folder = mkdtempSync(join(tmpdir(), 'flip-erasure-'));
  const at = (name: string) => join(folder, name);
  const safetyFile = at('safety.jsonl');
  let people: Drilled;
  let before: Dump;

  beforeAll(async () => {
    mkdirSync(at('first'));
    people = await fill(at('first'), null);
    cpSync(at('first'), at('due'), { recursive: true });
    const server = await start(at('first'), { SAFETY_FILE: safetyFile, RETENTION_YEARS: '50' });
    await ready(server);
    await waitFor("the day's job", () => hasLooked(at('first')));
    expect((await ops({ dataDir: at('first'), env: ENV }, 'backup', at('backup-before'))).code).toBe(0);
    await server.kill('SIGTERM');
    before = await dumpIn(at('first'));
    for (const view of ['accounts', 'transactions', 'recipients', 'cards', 'payout_tasks', 'kyc_requests'])
      expect([view, before[view]?.join('')]).toEqual([view, expect.stringContaining(CANARY) as string]);
    expect(foundIn(at('first'))).toEqual(expect.arrayContaining(['views.db', 'vault.db']) as string[]);
    cpSync(at('first'), at('as-it-was'), { recursive: true });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('leaves no text in the data folder, a backup or an export, and everything else as it was', async () => {
    const dataDir = at('first');
    const { uid } = people.erased;
    const server = await start(dataDir, { SAFETY_FILE: safetyFile });
    await ready(server);
    const erasing = opsInServer(dataDir, 'erase', uid, '--by', 'counsel');
    const erased = { isDone: false };
    void erasing.finally(() => Object.assign(erased, { isDone: true }));
    const statuses = new Set<number>();
    while (!erased.isDone) statuses.add((await server.browser().get('/api/config')).status);
    expect(await erasing).toMatchObject({ code: 0 });
    expect([...statuses]).toEqual([200]);
    const on = { dataDir, env: ENV };
    expect((await ops(on, 'backup', at('backup-after'))).code).toBe(0);
    await server.kill();
    expect(foundIn(dataDir)).toEqual([]);
    expect(foundIn(at('backup-after'))).toEqual([]);
    // The leases of a killed server last for some seconds.
    const target = at('export-after');
    await waitFor('the export', async () => (await ops(on, 'export', target)).code === 0 || null);
    expect(foundIn(target)).toEqual([]);
    expectOnlyTextsGone(before, await dumpIn(dataDir), people.erased);
    await expectViewsEqualTheLog(on);
    // The other one's, encrypted in the log and plain in the views.
    expect(JSON.stringify(await dumpIn(dataDir))).toContain(KEPT);
    expect(await ops(on, 'erase', uid)).toMatchObject({ code: 0 });
  });

  it.each([
    ['once it is recorded', (line: string) => line.includes('recorded')],
    ['once the key is destroyed', (line: string) => line.includes('keys')],
    ['after the first view', (line: string) => line.startsWith('accounts:')],
    ['after the last view', (line: string) => line.includes('anew')],
  ])('that is killed %s is finished by the next start', async (name, isThere) => {
    const dataDir = at(name.replaceAll(' ', '-'));
    cpSync(at('as-it-was'), dataDir, { recursive: true });
    const killed = await start(dataDir);
    await ready(killed);
    const kill: Promise<unknown>[] = [];
    await askServer(dataDir, ['erase', people.erased.uid], (line) => {
      if (isThere(line) && kill.length === 0) kill.push(killed.kill());
    }).catch(() => undefined);
    await Promise.all(kill);
    expect(kill).toHaveLength(1);
    const next = await start(dataDir);
    await waitFor('the end of it', () => Promise.resolve(next.output.includes('1 erased') || null));
    await next.kill();
    expect(foundIn(dataDir)).toEqual([]);
    expectOnlyTextsGone(before, await dumpIn(dataDir), people.erased);
  });

  it('is done again by the start after a restore of an older backup, before it serves', async () => {
    const dataDir = at('restored');
    expect(
      await ops({ dataDir, env: ENV }, 'restore', at('backup-before'), '--safety-file', safetyFile),
    ).toMatchObject({ code: 0 });
    const server = await start(dataDir);
    await server.kill();
    expect(foundIn(dataDir)).toEqual([]);
    const again = await start(dataDir);
    await ready(again);
    await again.kill('SIGTERM');
    expect(foundIn(dataDir)).toEqual([]);
    expectOnlyTextsGone(before, await dumpIn(dataDir), people.erased);
    // Others can sign up with the addresses.
    expect(people.claims).toHaveLength(2);
    for (const stream of people.claims)
      expect((await ops({ dataDir, env: ENV }, 'stream', stream)).output).toContain('EmailReleased');
  });

  it('is refused until retention ends, with the day', async () => {
    const years = { dataDir: at('as-it-was'), env: { ...ENV, RETENTION_YEARS: '50' } };
    const { uid } = people.erased;
    expect(await ops(years, 'erase', uid)).toEqual({
      code: 1,
      output: `${uid} is not erased: retention_not_over (2065-03-04)\n`,
    });
  });

  it('is done by the daily job, for those alone whose retention has ended', async () => {
    const dataDir = at('due');
    const server = await start(dataDir);
    await waitFor('the end of it', () => Promise.resolve(server.output.includes('1 erased') || null));
    await server.kill();
    expect(foundIn(dataDir)).toEqual([]);
    expectOnlyTextsGone(before, await dumpIn(dataDir), people.erased);
  });
});

describe('an erasure on servers (fake servers)', () => {
  it('leaves no text in views and vault, and everything else as it was', async () => {
    const servers = await Servers.start();
    const dataDir = mkdtempSync(join(tmpdir(), 'flip-erasure-servers-'));
    const env = { ...ENV, ...servers.env };
    const urls = { eventStore: servers.eventStore.url, views: servers.views.url, vault: servers.vault.url };
    const open = async () => {
      const { keyEncryptionKey } = (await prepareRuntime({ FLIP_DATA: dataDir, ...ENV })).secrets;
      const { events: declarations, subjects } = features;
      return openStores({ folder: dataDir, keyEncryptionKey, declarations, subjects, servers: urls });
    };
    try {
      const { erased } = await fill(dataDir, urls);
      const server = await start(dataDir, { ...servers.env, RETENTION_YEARS: '50' });
      await ready(server);
      const stores = await open();
      const before = await dumpOf(stores.viewStore);
      expect(JSON.stringify(before)).toContain(CANARY);
      expect(await ops({ dataDir, env }, 'erase', erased.uid)).toMatchObject({ code: 0 });
      await server.kill('SIGTERM');
      const after = await dumpOf(stores.viewStore);
      expectOnlyTextsGone(before, after, erased);
      const records: object[] = [];
      for (const kind of VAULT_KINDS)
        for await (const page of everyRecord(stores.vault, kind)) records.push(...page);
      expect(JSON.stringify([after, records])).not.toContain(CANARY);
      expect(JSON.stringify(records)).toContain(KEPT);
      await stores.close();
      await expectViewsEqualTheLog({ dataDir, env });
    } finally {
      await servers.dispose();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
