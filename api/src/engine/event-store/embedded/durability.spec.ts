import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, rmdir, writeFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Logger } from '@nestjs/common';
import Database from 'libsql';
import AsyncDatabase from 'libsql/promise';
import { type KeyLists, listedKeys } from '../../../config/key-lists.js';
import { SqliteDatabase } from '../../storage/sqlite.js';
import { macFor } from '../../vault/mac.js';
import { Anchor } from './anchor.js';
import { chainMac, DamagedLog, readTail, type Tail } from './hash-chain.js';
import { openEmbeddedEventStore, type EmbeddedEventStore } from './embedded-event-store.js';
import { positionText } from './schema.js';
import {
  KEY_ENCRYPTION_KEY,
  all,
  appendNumbered,
  sampleEvent,
} from '../../../../../test/support/sample-events.js';
import { StoreUnavailable } from '../../storage/store-unavailable.js';
import { BEGINNING, RevisionConflict, type FollowedPage, type StoredEvent } from '../event-store.port.js';
import { PATIENCE_MS } from '../../../../../test/support/wait-for.js';

let folder: string;
let file: string;
const opened: EmbeddedEventStore[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flip-events-'));
  file = join(folder, 'events.db');
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function open(options: { readonly?: boolean; keys?: KeyLists } = {}): Promise<EmbeddedEventStore> {
  const store = await openEmbeddedEventStore({ keyEncryptionKey: KEY_ENCRYPTION_KEY, file, ...options });
  opened.push(store);
  return store;
}

/** Not closed by the suite: for openings that are refused. */
const reopened = () => openEmbeddedEventStore({ file, keyEncryptionKey: KEY_ENCRYPTION_KEY });

/** A closed log of `count` streams with three events each. */
async function closedLog(count: number): Promise<void> {
  const store = await open();
  await Promise.all(Array.from({ length: count }, (_, n) => appendNumbered(store, `sample-${n}`, 3)));
  await store.close();
}

it('a log to which nothing was added for a second is in its own file, where damage costs one page', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  try {
    const store = await open();
    await appendNumbered(store, 'sample-1', 3);
    expect((await stat(`${file}-wal`)).size).toBeGreaterThan(0);
    jest.advanceTimersByTime(1_000);
    await store.ready();
    expect((await stat(`${file}-wal`)).size).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});

/** Makes the chain again from the first wrong event on, with another key; the anchor stays the one that was written. */
function forgeChain(): void {
  const database = new Database(file);
  const rows = database.prepare('SELECT * FROM events ORDER BY position').all() as {
    position: number;
    chain: string;
  }[];
  let previous = { real: '', forged: '' };
  for (const row of rows) {
    const mac = macFor({ keyEncryptionKey: KEY_ENCRYPTION_KEY }, 'log');
    const isGood =
      previous.forged === previous.real && chainMac(mac, previous.real, Object.values(row)) === row.chain;
    const forged = isGood
      ? row.chain
      : chainMac(macFor({ keyEncryptionKey: '' }, 'log'), previous.forged, Object.values(row));
    database.prepare('UPDATE events SET chain = ? WHERE position = ?').run([forged, row.position]);
    previous = { real: isGood ? row.chain : '', forged };
  }
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
}

function tailOf(log: string): Tail {
  const database = new SqliteDatabase(log, [], true);
  try {
    return readTail(database);
  } finally {
    database.close();
  }
}

/** Changes the closed log the way an intruder, or a bad disk, would. */
function tamper(sql: string): void {
  const database = new Database(file);
  database.exec(sql);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
}

describe('a modified log is not opened', () => {
  it.each([
    ['an amount', `UPDATE events SET data = '{"n":9}' WHERE position = 7`],
    ['metadata', `UPDATE events SET metadata = replace(metadata, 'system', 'sender') WHERE position = 7`],
    ['a stream', `UPDATE events SET stream = 'sample-99' WHERE position = 7`],
    ['a missing event', 'DELETE FROM events WHERE position = 7'],
    [
      'two events in each other’s place',
      'UPDATE events SET position = 1000 WHERE position = 7; UPDATE events SET position = 7 WHERE position = 8; UPDATE events SET position = 8 WHERE position = 1000',
    ],
  ])('refuses %s at startup and names the last valid position', async (_, sql) => {
    await closedLog(5);
    tamper(sql);
    const refused = reopened();
    await expect(refused).rejects.toBeInstanceOf(DamagedLog);
    await expect(refused).rejects.toMatchObject({ lastGood: positionText(6) });
  });

  it.each([
    ['an amount', `UPDATE events SET data = '{"n":9}' WHERE position = 7`, 6],
    [
      'an added event',
      `INSERT INTO events SELECT 16, stream, 3, '${randomUUID()}', 'RoleGranted', data, metadata, '' FROM events WHERE position = 15`,
      15,
    ],
  ])('refuses %s whose chain was recomputed without the key', async (_, sql, lastGood) => {
    await closedLog(5);
    tamper(sql);
    forgeChain();
    expect((await all((await open({ readonly: true })).verifyChain())).at(-1)?.damage).toMatchObject({
      lastGood: positionText(lastGood),
    });
    await expect(reopened()).rejects.toMatchObject({ lastGood: positionText(lastGood) });
  });

  it('refuses a log without its newest events', async () => {
    await closedLog(5);
    tamper('DELETE FROM events WHERE position > 12');
    const refused = reopened();
    await expect(refused).rejects.toMatchObject({ lastGood: positionText(12) });
    await expect(refused).rejects.toThrow(/last events are missing/);
  });

  it('refuses another log in its place', async () => {
    await closedLog(2);
    const anchor = await readFile(`${file}.anchor`);
    for (const name of await readdir(folder)) await rm(join(folder, name));
    await closedLog(2);
    await writeFile(`${file}.anchor`, anchor);
    await expect(reopened()).rejects.toBeInstanceOf(DamagedLog);
  });

  it('detects old damage by verifying the whole chain', async () => {
    await closedLog(600);
    tamper(`UPDATE events SET data = '{"n":9}' WHERE position = 5`);
    const store = await open();
    const steps = await all(store.verifyChain());
    expect(steps.at(-1)).toMatchObject({ events: 4, total: 1_800, through: positionText(4) });
    expect(steps.at(-1)?.damage).toBeInstanceOf(DamagedLog);
  });

  it('detects missing newest events during verification', async () => {
    await closedLog(5);
    tamper('DELETE FROM events WHERE position > 12');
    const steps = await all((await open({ readonly: true })).verifyChain());
    expect(steps.at(-1)?.damage).toMatchObject({ lastGood: positionText(12) });
  });

  it('reports no damage in an unchanged log', async () => {
    await closedLog(600);
    const steps = await all((await open()).verifyChain());
    expect(steps.at(-1)).toEqual({ events: 1_800, total: 1_800, through: positionText(1_800), damage: null });
    expect(steps.length).toBeGreaterThan(1);
  });
});

describe('a log whose key was rotated', () => {
  const [first] = listedKeys({ keyEncryptionKey: KEY_ENCRYPTION_KEY }, 'log');
  const second = { id: '2', key: Buffer.alloc(32, 2).toString('base64') };
  const rotated = { log: first ? [first, second] : [] };
  const chainOf = (position: number) => {
    const database = new SqliteDatabase(file, [], true);
    const [chain] = database.first('SELECT chain FROM events WHERE position = ?', [position]) ?? [];
    database.close();
    return String(chain);
  };

  it('goes on under the new key from the next event on, without being opened again', async () => {
    const keys: KeyLists = {};
    const store = await open({ keys });
    await appendNumbered(store, 'sample-1', 2);
    Object.assign(keys, rotated);
    await appendNumbered(store, 'sample-2', 1);
    await store.close();
    expect([1, 2, 3].map((position) => chainOf(position).slice(0, 2) === '2.')).toEqual([false, false, true]);
    await (await open({ keys: rotated })).close();
    await expect(reopened()).rejects.toBeInstanceOf(DamagedLog);
  });

  it('is not continued by someone who has only the key of before', async () => {
    const keys: KeyLists = {};
    const store = await open({ keys });
    await appendNumbered(store, 'sample-1', 2);
    Object.assign(keys, rotated);
    await appendNumbered(store, 'sample-2', 2);
    await store.close();
    const old = macFor({ keyEncryptionKey: KEY_ENCRYPTION_KEY }, 'log');
    const database = new Database(file);
    const row = database.prepare('SELECT * FROM events WHERE position = 4').get() as object;
    const forged = chainMac(old, chainOf(3), Object.values({ ...row, data: '{"n":9}' }));
    tamper(`UPDATE events SET data = '{"n":9}', chain = '${forged}' WHERE position = 4`);
    database.close();
    const anchor = new Anchor(`${file}.anchor`, old);
    anchor.moved({ position: 4, chain: forged });
    await anchor.flush();
    await expect(open({ keys: rotated })).rejects.toMatchObject({ lastGood: positionText(3) });
  });
});

describe('a log with torn writes or flipped bytes', () => {
  const EVENTS = 40;
  const OFFSETS = 24;
  let original: readonly Buffer[];
  let expected: readonly StoredEvent[];
  let anchor: Buffer;

  beforeEach(async () => {
    const store = await open();
    for (let n = 0; n < EVENTS; n++) await store.append(`sample-${n % 4}`, previous(n), [sampleEvent({ n })]);
    expected = await everything(store);
    original = await Promise.all([readFile(file), readFile(`${file}-wal`)]);
    const written = new Anchor(
      join(folder, 'written.anchor'),
      macFor({ keyEncryptionKey: KEY_ENCRYPTION_KEY }, 'log'),
    );
    written.moved(tailOf(file));
    await written.flush();
    anchor = await readFile(join(folder, 'written.anchor'));
  });

  /** A copy of the log with one file changed, and with the anchor written a second later. */
  async function changed(
    which: 0 | 1,
    change: (bytes: Buffer) => Buffer,
  ): Promise<'noticed' | 'harmless' | 'silent'> {
    const place = await mkdtemp(join(folder, 'changed-'));
    const copy = join(place, 'events.db');
    const files = original.map((bytes, index) => (index === which ? change(Buffer.from(bytes)) : bytes));
    await Promise.all([
      writeFile(copy, files[0] ?? ''),
      writeFile(`${copy}-wal`, files[1] ?? ''),
      writeFile(`${copy}.anchor`, anchor),
    ]);
    let store: EmbeddedEventStore | undefined;
    try {
      store = await openEmbeddedEventStore({ keyEncryptionKey: KEY_ENCRYPTION_KEY, file: copy });
      opened.push(store);
      if ((await all(store.verifyChain())).at(-1)?.damage) return 'noticed';
      return isDeepStrictEqual(await everything(store), expected) ? 'harmless' : 'silent';
    } catch {
      return 'noticed';
    }
  }

  it('never loses an acknowledged event unnoticed, wherever its write-ahead log is cut', async () => {
    for (let cut = 0; cut < OFFSETS; cut++) {
      const outcome = await changed(1, (bytes) =>
        bytes.subarray(0, Math.floor((bytes.length * cut) / OFFSETS)),
      );
      expect(outcome).toBe('noticed');
    }
  });

  it.each([0, 1] as const)('never returns a flipped byte of file %i as data', async (which) => {
    const outcomes: string[] = [];
    for (let flip = 0; flip < OFFSETS; flip++) {
      const at = (bytes: Buffer) => Math.floor((bytes.length * (flip + 0.37)) / OFFSETS);
      outcomes.push(
        await changed(which, (bytes) =>
          bytes.fill(bytes.readUInt8(at(bytes)) ^ 0x55, at(bytes), at(bytes) + 1),
        ),
      );
    }
    expect(outcomes).not.toContain('silent');
    expect(outcomes).toHaveLength(OFFSETS);
  });

  const previous = (n: number) => (n < 4 ? 'no_stream' : BigInt(Math.floor(n / 4) - 1));

  async function everything(store: EmbeddedEventStore): Promise<StoredEvent[]> {
    const streams = await Promise.all([0, 1, 2, 3].map((n) => all(store.read(`sample-${n}`))));
    return streams.flat();
  }
});

type Exec = (this: unknown, sql: string) => Promise<void>;
interface Executing {
  readonly exec: { readonly value: Exec };
}

it('opens on a full disk, where the write-ahead log cannot be checkpointed', async () => {
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  const { exec } = Object.getOwnPropertyDescriptors(AsyncDatabase.prototype) as unknown as Executing;
  const takesNoMore = jest.spyOn(AsyncDatabase.prototype as { exec: Exec }, 'exec');
  takesNoMore.mockImplementation(function (this: unknown, sql) {
    return sql.includes('wal_checkpoint') ? Promise.reject(full) : exec.value.call(this, sql);
  });
  await closedLog(3);
  expect(await all((await open()).read('sample-1'))).toHaveLength(3);
  takesNoMore.mockRestore();
});

describe('the anchor', () => {
  it('is at the log’s end after closing, and within a second of an append', async () => {
    const store = await open();
    await appendNumbered(store, 'sample-1', 3);
    await until(async () => (await anchored()) === 3);
    await store.append('sample-1', 2n, [sampleEvent()]);
    await store.close();
    expect(await anchored()).toBe(4);
  });

  it('exists before the first event, and a log without it is refused', async () => {
    await (await open()).close();
    expect(await readdir(folder)).toContain('events.db.anchor');
    await closedLog(3);
    await rm(`${file}.anchor`);
    tamper('DELETE FROM events WHERE position > 7');
    const missing = `${file}.anchor is damaged: it is missing`;
    await expect(reopened()).rejects.toThrow(missing);
    await expect(all((await open({ readonly: true })).verifyChain())).rejects.toThrow(missing);
  });

  it('cannot be forged for a truncated log without the key', async () => {
    await closedLog(3);
    const { mac } = JSON.parse(await readFile(`${file}.anchor`, 'utf8')) as { mac: string };
    tamper('DELETE FROM events WHERE position > 7');
    await writeFile(`${file}.anchor`, JSON.stringify({ ...tailOf(file), mac }));
    await expect(reopened()).rejects.toThrow(`${file}.anchor is damaged`);
  });

  it('is named in the refusal when it cannot be read', async () => {
    await closedLog(1);
    await writeFile(`${file}.anchor`, '{"position":');
    await expect(reopened()).rejects.toThrow(`${file}.anchor is damaged`);
  });

  it('is reported as long as it cannot be written', async () => {
    const said = jest.spyOn(Logger.prototype, 'error').mockImplementation();
    const store = await open();
    await mkdir(`${file}.anchor.${process.pid}.next`);
    await appendNumbered(store, 'sample-1', 1);
    await until(() => Promise.resolve(store.problem !== null));
    expect(store.problem).toBe('events.db.anchor cannot be written');
    expect(said).toHaveBeenCalledWith(expect.stringContaining(`${file}.anchor`));
    await rmdir(`${file}.anchor.${process.pid}.next`);
    await until(() => Promise.resolve(store.problem === null));
    expect(await anchored()).toBe(1);
    expect(said).toHaveBeenCalledTimes(1);
  });

  const anchored = async () =>
    readFile(`${file}.anchor`, 'utf8').then(
      (text) => (JSON.parse(text) as { position: number }).position,
      () => 0,
    );
});

describe('an event id that is already stored elsewhere', () => {
  it('rejects only its own append, and nothing is stored twice', async () => {
    const store = await open();
    const event = sampleEvent();
    await store.append('sample-first', 'no_stream', [event]);
    const outcomes = await Promise.allSettled([
      store.append('sample-before', 'no_stream', [sampleEvent()]),
      store.append('sample-second', 'no_stream', [sampleEvent(), event]),
      store.append('sample-first', 0n, [event]),
      store.append('sample-after', 'no_stream', [sampleEvent()]),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect(outcomes[1]).toMatchObject({ reason: new RevisionConflict('sample-second', 'no_stream') });
    expect(await all(store.read('sample-second'))).toEqual([]);
    expect(await all(store.read('sample-first'))).toHaveLength(1);
    expect(await all(store.read('sample-after'))).toHaveLength(1);
    expect((await all(store.verifyChain())).at(-1)).toMatchObject({ events: 3, damage: null });
  });
});

describe('more than one process', () => {
  it('lets a reader see what the server writes, but never write', async () => {
    const store = await open();
    await appendNumbered(store, 'sample-1', 3);
    const reader = await open({ readonly: true });
    expect(await all(reader.read('sample-1'))).toHaveLength(3);
    await store.append('sample-1', 2n, [sampleEvent({ n: 3 })]);
    expect(await all(reader.read('sample-1'))).toEqual(await all(store.read('sample-1')));
    expect(await reader.head()).toBe(await store.head());
    await expect(reader.append('sample-1', 3n, [sampleEvent()])).rejects.toBeInstanceOf(StoreUnavailable);
    expect((await all(reader.verifyChain())).at(-1)?.damage).toBeNull();
  });

  it('delivers events of another process to a subscription', async () => {
    const store = await open();
    const reader = await open({ readonly: true });
    const pages: FollowedPage[] = [];
    const following = (async () => {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      for await (const page of reader.follow({ after: BEGINNING, prefixes: ['sample-'], signal })) {
        pages.push(page);
        if (page.events.length > 0) return;
      }
    })();
    await until(() => Promise.resolve(pages.length > 0));
    await appendNumbered(store, 'sample-1', 1);
    await following;
    expect(pages.at(-1)?.events).toHaveLength(1);
  });

  it('keeps one history when two processes write', async () => {
    const [left, right] = [await open(), await open()];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) =>
        (n % 2 === 0 ? left : right).append('sample-1', 'no_stream', [sampleEvent({ n })]),
      ),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    for (let n = 0; n < 10; n++) {
      const store = n % 2 === 0 ? left : right;
      await store.append('sample-1', BigInt(n), [sampleEvent({ n })]);
      await store.append(`sample-${randomUUID()}`, 'no_stream', [sampleEvent()]);
    }
    expect(await all(left.read('sample-1'))).toEqual(await all(right.read('sample-1')));
    expect((await all(left.verifyChain())).at(-1)).toMatchObject({ events: 21, damage: null });
  });

  it('refuses to read a missing log', async () => {
    await expect(
      openEmbeddedEventStore({ keyEncryptionKey: KEY_ENCRYPTION_KEY, file, readonly: true }),
    ).rejects.toBeInstanceOf(StoreUnavailable);
  });
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + 10_000;
  while (!(await condition())) {
    if (performance.now() > giveUpAt) throw new Error('The condition was not met in time');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
