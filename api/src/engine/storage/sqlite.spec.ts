import { mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import Database from 'libsql';
import { SqliteDatabase, SqliteWriter } from './sqlite.js';
import { StoreUnavailable } from './store-unavailable.js';
import { Tracer } from '../../../../test/support/tracer.js';

const COUNT = 'SELECT count(*) FROM notes';

describe('the write-ahead log of a SQLite file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'flip-wal-'));
  const file = join(folder, 'notes.db');
  afterAll(() => {
    jest.useRealTimers();
    rmSync(folder, { recursive: true });
  });

  it('is checkpointed after a pause in writing, and at close', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
    writeFileSync(file, '');
    const writes = new SqliteWriter(file, ['journal_mode = WAL']);
    const logBytes = () => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    await writes.work(({ exec }) => exec('CREATE TABLE notes (text TEXT)'));
    expect(logBytes()).toBeGreaterThan(0);
    jest.advanceTimersByTime(10_000);
    await writes.ready();
    expect(logBytes()).toBe(0);
    await writes.work(({ exec }) => exec('INSERT INTO notes VALUES (1)'));
    expect(logBytes()).toBeGreaterThan(0);
    // The connection of a store that reads is closed after its writer.
    const reads = new SqliteDatabase(file, [], true);
    expect(reads.first(COUNT, [])).toEqual([1]);
    await writes.close();
    expect(logBytes()).toBe(0);
    reads.close();
  });

  it('that moves into the file does not show that the file takes writes again', async () => {
    const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    const writes = new SqliteWriter(file, ['journal_mode = WAL']);
    await writes.work(({ exec }) => exec('INSERT INTO notes VALUES (2)'));
    await expect(writes.work(() => Promise.reject(full))).rejects.toThrow(StoreUnavailable);
    await writes.checkpoint();
    expect(writes.isFailing).toBe(true);
    await writes.ready();
    expect(writes.isFailing).toBe(false);
    await writes.close();
  });
});

it('the write-ahead log is checkpointed soon after startup and once a minute under constant writes', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  const folder = mkdtempSync(join(tmpdir(), 'flip-busy-'));
  const file = join(folder, 'notes.db');
  writeFileSync(file, '');
  const writes = new SqliteWriter(file, ['journal_mode = WAL']);
  const secondsOfMoves: number[] = [];
  for (let seconds = 0; seconds < 80; seconds += 4) {
    await writes.work(({ exec }) =>
      exec('CREATE TABLE IF NOT EXISTS notes (n); INSERT INTO notes VALUES (1)'),
    );
    jest.advanceTimersByTime(4_000);
    await writes.ready();
    if (statSync(`${file}-wal`).size === 0) secondsOfMoves.push(seconds);
  }
  expect(secondsOfMoves).toEqual([4, 68]);
  await writes.close();
  jest.useRealTimers();
  rmSync(folder, { recursive: true });
});

describe('a SQLite file that the disk refuses to read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'flip-refused-'));
  const file = join(folder, 'notes.db');
  const ofB = 'SELECT text FROM b';
  // A failed read leaves what the one before it brought.
  const small = ['cache_size = 1'];
  afterAll(() => {
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  it('never returns data read earlier, nor writes it back', async () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    jest.spyOn(Logger.prototype, 'log').mockImplementation();
    const made = new Database(file);
    made.exec('CREATE TABLE a (text TEXT); CREATE TABLE b (text TEXT)');
    made.exec("INSERT INTO a VALUES ('of a'); INSERT INTO b VALUES ('of b')");
    made.close();
    const reads = new SqliteDatabase(file, small, true);
    const writes = new SqliteWriter(file, small);
    const write = (table: string) =>
      writes.transaction(({ exec }) => exec(`UPDATE ${table} SET text = text || '!'`));
    await write('a');
    expect(reads.first('SELECT text FROM a', [])).toEqual(['of a!']);
    const tracer = await Tracer.attach(
      process.pid,
      '-P',
      file,
      '-e',
      'inject=pread64:error=EIO',
      '-o',
      '/dev/null',
    );
    try {
      expect(() => reads.first(ofB, [])).toThrow(StoreUnavailable);
      await expect(write('b')).rejects.toBeInstanceOf(StoreUnavailable);
    } finally {
      await tracer.detach();
    }
    expect(reads.first(ofB, [])).toEqual(['of b']);
    await write('b');
    expect(reads.first(ofB, [])).toEqual(['of b!']);
    await writes.close();
    reads.close();
  });
});

describe('a SQLite file that fails for a while', () => {
  let folder: string;
  let file: string;
  let sound: Buffer;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'flip-sqlite-'));
    file = join(folder, 'notes.db');
    const made = new Database(file);
    made.exec('CREATE TABLE notes (text TEXT)');
    made.exec(`INSERT INTO notes SELECT hex(zeroblob(100)) FROM generate_series(1, 500)`);
    made.close();
    sound = readFileSync(file);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  /** What the disk gives instead of all pages but the first. */
  const damage = () => writeFileSync(file, Buffer.from(sound).fill(0xff, 4_096));
  const repair = () => writeFileSync(file, sound);

  it('is read again as soon as it works, with one log line per change', () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    const log = jest.spyOn(Logger.prototype, 'log').mockImplementation();
    const reads = new SqliteDatabase(file, [], true);
    damage();
    for (let n = 0; n < 3; n++) expect(() => reads.first(COUNT, [])).toThrow(StoreUnavailable);
    repair();
    for (let n = 0; n < 3; n++) expect(reads.first(COUNT, [])).toEqual([500]);
    expect(warn.mock.calls).toEqual([[expect.stringContaining(file)]]);
    expect(log.mock.calls).toEqual([[expect.stringMatching(/^works again after/)]]);
    reads.close();
    expect(() => reads.first(COUNT, [])).toThrow('is closed');
  });

  it('is not ready while any part of it cannot be read', () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    jest.spyOn(Logger.prototype, 'log').mockImplementation();
    const reads = new SqliteDatabase(file, [], true);
    const tables = 'SELECT count(*) FROM sqlite_schema';
    damage();
    expect(() => reads.first(COUNT, [])).toThrow(StoreUnavailable);
    expect(reads.first(tables, [])).toEqual([1]);
    expect(() => reads.ready()).toThrow(file);
    repair();
    reads.ready();
    damage();
    // The damaged page has not been read yet.
    reads.ready();
    reads.close();
  });

  it('accepts writes again as soon as the disk does, and reports its state', async () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    jest.spyOn(Logger.prototype, 'log').mockImplementation();
    const writes = new SqliteWriter(file, []);
    const write = () => writes.transaction(({ exec }) => exec('UPDATE notes SET text = 1'));
    await expect(writes.ready()).resolves.toBeUndefined();
    damage();
    await expect(write()).rejects.toBeInstanceOf(StoreUnavailable);
    expect(writes.isFailing).toBe(true);
    repair();
    await expect(writes.ready()).resolves.toBeUndefined();
    expect(writes.isFailing).toBe(false);
    await write();
    await writes.close();
  });

  it('is not replaced by an empty file while it is missing', async () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    jest.spyOn(Logger.prototype, 'log').mockImplementation();
    const writes = new SqliteWriter(file, []);
    renameSync(file, `${file}.away`);
    const write = () => writes.transaction(({ exec }) => exec('UPDATE notes SET text = 1'));
    await expect(write()).rejects.toThrow('does not exist');
    await expect(writes.ready()).rejects.toThrow('does not exist');
    renameSync(`${file}.away`, file);
    await write();
    await writes.close();
  });
});
