import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { prepareRuntime } from '../../api/src/config/prepare-runtime.js';
import { FlipServer } from '../support/flip-server.js';
import { ops } from '../support/ops.js';

/** The tables of data format 1, which kept the index of streams in a second file. */
const FORMAT_1_LOG = `CREATE TABLE events (
  position INTEGER PRIMARY KEY, stream TEXT NOT NULL, revision INTEGER NOT NULL, id TEXT NOT NULL, type TEXT NOT NULL,
  at TEXT GENERATED ALWAYS AS (metadata ->> 'at') VIRTUAL, data TEXT NOT NULL, metadata TEXT NOT NULL, chain TEXT NOT NULL
) STRICT;
INSERT INTO events (position, stream, revision, id, type, data, metadata, chain)
  VALUES (1, 'account-1', 0, '00000000-0000-5000-8000-000000000001', 'AccountRegistered', '{}', '{}', 'hash');`;
const FORMAT_1_INDEX = `CREATE TABLE places (
  stream TEXT NOT NULL, revision INTEGER NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (stream, revision)
) WITHOUT ROWID;
INSERT INTO places VALUES ('account-1', 0, 1);`;

describe('a data folder of an older format', () => {
  let place: string;
  let dataDir: string;

  beforeEach(async () => {
    place = mkdtempSync(join(tmpdir(), 'flip-format-'));
    const written = join(place, 'written');
    dataDir = join(place, 'data');
    await prepareRuntime({ FLIP_DATA: written, PORT: '0' });
    const logs = { 'events.db': FORMAT_1_LOG, 'events-index.db': FORMAT_1_INDEX };
    const databases = Object.entries(logs).map(([name, sql]) => {
      const database = new Database(join(written, name));
      database.pragma('journal_mode = WAL');
      database.exec(sql);
      return database;
    });
    // Copied while it is open: its write-ahead log still has the event, as after a power cut.
    cpSync(written, dataDir, { recursive: true });
    for (const database of databases) database.close();
  });
  afterEach(() => rmSync(place, { recursive: true, force: true }));

  const sums = () =>
    readdirSync(dataDir)
      .sort()
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(dataDir, name)))
          .digest('hex'),
      ]);

  const refusal = () => `FLIP_DATA ${dataDir} has data format 1, this version reads format 3: `;

  it('is refused at start with one line that names the folder and both formats, and stays unchanged', async () => {
    const before = sums();
    const started = FlipServer.start({ dataDir });
    await expect(started).rejects.toThrow(`The server ended with 1:\nFlip cannot start. ${refusal()}`);
    expect(sums()).toEqual(before);
  });

  it.each([
    ['streams'],
    ['verify'],
    ['parked'],
    ['grant', 'ann@example.com', 'analyst'],
    ['suspend', 'ann@example.com'],
    ['rebuild', 'transactions'],
    ['backup', 'copy'],
    ['export', 'copy'],
    ['restore', 'copy'],
    ['import', 'copy'],
  ])('is refused by %s, and stays unchanged', async (command, ...words) => {
    const before = sums();
    const named = words.map((word) => (word === 'copy' ? join(place, word) : word));
    const { code, output } = await ops(dataDir, command, ...named);
    expect(code).toBe(1);
    expect(output.trimEnd().split('\n')).toEqual([expect.stringContaining(refusal()) as string]);
    expect(sums()).toEqual(before);
    expect(readdirSync(place).sort()).toEqual(['data', 'written']);
  });
});
