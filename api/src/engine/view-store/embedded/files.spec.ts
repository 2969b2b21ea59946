import { copyFile, mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import {
  NoteWriter,
  liveNotes,
  notes,
  position,
  type Note,
  notesView,
} from '../../../../../test/support/view-store-fixture.js';
import { copyViews } from '../../../../../test/support/copy-views.js';
import { DamagedFile } from '../../storage/sqlite-errors.js';
import { openEmbeddedViewStore } from './embedded-view-store.js';
import { findSql } from './find-sql.js';
import { GenerationTable } from './generation-table.js';
import type { CheckedQuery } from '../declared-views.js';
import type { ViewDocument, ViewStore } from '../view-store.port.js';

const january: Note = { owner: 'ann', at: '2026-01' };
const byOwner = { by: 'byOwner', where: { owner: 'ann' }, limit: 2_000 };

/** Largest write-ahead log, not counting one transaction. */
const LOG_FILE_LIMIT_BYTES = 96 * 1024 * 1024;

describe('the files of the embedded view store', () => {
  let folder: string;
  let file: string;
  let store: ViewStore;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flip-views-'));
    file = join(folder, 'views.db');
    store = openEmbeddedViewStore(file);
  });

  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  async function bytesOnDisk(): Promise<Buffer> {
    const names = await readdir(folder);
    return Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)))));
  }

  async function scanned(from: ViewStore, generation: number): Promise<ViewDocument[]> {
    const documents: ViewDocument[] = [];
    for await (const document of from.scan('note-keeper', generation)) documents.push(document);
    return documents;
  }

  it('contain no trace of a dropped generation', async () => {
    const old = await liveNotes(store);
    const text = `canary-${'x'.repeat(9_000)}-canary`;
    const ids = Array.from({ length: 50 }, (_, n) => `canary-id-${n}`);
    await old.putAll(ids.map((id) => [id, { owner: 'canary-owner', at: 'canary-at', text }] as const));
    expect((await bytesOnDisk()).includes('canary')).toBe(true);
    const next = new NoteWriter(store, await store.begin('note-keeper'));
    await next.put({ n1: january });
    await store.promote('note-keeper', next.generation);
    await store.drop('note-keeper', old.generation);
    expect((await bytesOnDisk()).includes('canary')).toBe(false);
    expect(await store.get(notesView, 'n1')).toEqual(january);
  });

  it('are cleaned at the next start after a stop between promote and drop', async () => {
    const old = await liveNotes(store);
    await old.put({ n1: { ...january, text: 'canary' } });
    const next = new NoteWriter(store, await store.begin('note-keeper'));
    await next.put({ n1: january });
    await store.promote('note-keeper', next.generation);
    await store.close();
    store = openEmbeddedViewStore(file);
    expect((await bytesOnDisk()).includes('canary')).toBe(true);
    await store.declare([notes()]);
    expect((await bytesOnDisk()).includes('canary')).toBe(false);
    expect(await store.get(notesView, 'n1')).toEqual(january);
  });

  it.each(['live', 'building'])(
    'contain at any moment a complete earlier state of a %s generation',
    async (kind) => {
      await store.declare([notes()]);
      if (kind === 'live') await store.promote('note-keeper', 1);
      const writer = new NoteWriter(store, 1);
      for (let round = 1; round <= 6; round += 1) {
        const changed = [['same', { owner: 'ann', at: `${round}` }] as const];
        const added = Array.from({ length: 40 }, (_, n) => [`n${round}-${n}`, january] as const);
        await writer.putAll([...added, ...changed]);
        const copy = join(folder, `copy-${round}.db`);
        await copyViews(file, copy);
        const copied = openEmbeddedViewStore(copy);
        await copied.declare([notes()]);
        expect(await copied.checkpoint('note-keeper', 1)).toBe(position(round * 41));
        expect(await scanned(copied, 1)).toHaveLength(round * 40 + 1);
        await copied.close();
      }
    },
  );

  it.each(['from its beginning', 'of a later time', 'with all of its pages'])(
    'are refused beside the write-ahead log of another file, %s',
    async (kind) => {
      const [other, mixed] = [join(folder, 'other.db'), join(folder, 'mixed.db')];
      const foreign = openEmbeddedViewStore(other);
      const writer = await liveNotes(foreign);
      await writer.put({ n1: january });
      if (kind === 'of a later time') {
        const connection = new Database(other);
        connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
        connection.close();
        await writer.put({ n2: january });
      }
      if (kind === 'with all of its pages') {
        const connection = new Database(other);
        connection.exec('VACUUM');
        connection.close();
      }
      await copyFile(`${other}-wal`, `${mixed}-wal`);
      await foreign.close();
      await (await liveNotes(store)).put({ n9: january });
      await store.close();
      await copyFile(file, mixed);
      store = openEmbeddedViewStore(file);
      expect(() => openEmbeddedViewStore(mixed)).toThrow(DamagedFile);
    },
  );

  it('keep the write-ahead log short, however much is written', async () => {
    const writer = await liveNotes(store);
    const text = 'x'.repeat(10_000);
    for (let round = 0; round < 40; round += 1) {
      const ids = Array.from({ length: 300 }, (_, n) => `n${round}-${n}`);
      await writer.putAll(ids.map((id) => [id, { ...january, text }] as const));
    }
    expect((await stat(`${file}-wal`)).size).toBeLessThan(LOG_FILE_LIMIT_BYTES);
    expect((await stat(file)).size).toBeGreaterThan(100 * 1024 * 1024);
  });

  it('can be read by another process while this one writes, and are never written by it', async () => {
    const writer = await liveNotes(store);
    await writer.put({ n1: january });
    const reading = openEmbeddedViewStore(file, { readonly: true });
    await reading.declare([notes(2)]);
    expect(await reading.generations('note-keeper')).toEqual({ live: 1, building: null });
    expect((await reading.find(notesView, byOwner)).items).toEqual([january]);
    await writer.put({ n2: january });
    expect((await reading.find(notesView, byOwner)).items).toHaveLength(2);
    expect(await reading.checkpoint('note-keeper', 1)).toBe(position(2));
    expect(await reading.parked('note-keeper', 1)).toEqual([]);
    expect((await reading.getMany('note-keeper', 1, ['n2'])).get('n2')?.document).toEqual(january);
    expect(await scanned(reading, 1)).toHaveLength(2);
    for (const write of [
      () => reading.commit(writer.batch({ n3: january })),
      () => reading.begin('note-keeper'),
      () => reading.promote('note-keeper', 1),
      () => reading.drop('note-keeper', 1),
    ]) {
      await expect(write()).rejects.toThrow('readonly');
    }
    await reading.close();
  });

  it('are refused unchanged when their tables have another layout', async () => {
    const old = join(folder, 'old.db');
    const database = new Database(old);
    database.pragma('journal_mode = WAL');
    database.exec('CREATE TABLE projections (name TEXT PRIMARY KEY)');
    database.pragma('wal_checkpoint(TRUNCATE)');
    database.close();
    const before = await readFile(old);
    expect(() => openEmbeddedViewStore(old)).toThrow('old.db has format 0, not 5');
    expect(() => openEmbeddedViewStore(old, { readonly: true })).toThrow('old.db has format 0, not 5');
    expect((await readFile(old)).equals(before)).toBe(true);
  });

  it('must exist to be opened read-only', () => {
    expect(() => openEmbeddedViewStore(join(folder, 'missing.db'), { readonly: true })).toThrow(
      'does not exist',
    );
  });

  it('serve readers while a large batch is being written', async () => {
    const writer = await liveNotes(store);
    await writer.put({ n0: january });
    const ids = Array.from({ length: 20_000 }, (_, n) => `m${n}`);
    const progress = { isDone: false };
    const committed = writer
      .putAll(ids.map((id) => [id, january] as const))
      .finally(() => (progress.isDone = true));
    const counts = new Set<number>();
    while (!progress.isDone) {
      counts.add((await store.find(notesView, byOwner)).items.length);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await committed;
    expect(counts).toContain(1);
    expect([...counts].filter((count) => count !== 1 && count !== byOwner.limit)).toEqual([]);
  });

  it('serve every checked from an index, in its order, without a sort', () => {
    const indexes = [
      { name: 'first', eq: ['owner', 'open'], sort: 'at' },
      { name: 'second', eq: [], sort: 'at' },
      { name: 'third', eq: ['owner'], sort: 'text' },
    ];
    const table = new GenerationTable('t', indexes);
    const database = new Database(':memory:');
    database.exec([table.definition, ...table.indexDefinitions].join(';\n'));
    for (const index of indexes) {
      for (const bits of Array.from({ length: 16 }, (_, n) => n)) {
        const checked: CheckedQuery = {
          index,
          scope: '',
          equal: index.eq.map(() => 'a'),
          from: bits & 1 ? 'b' : '',
          to: bits & 2 ? 'y' : undefined,
          desc: (bits & 4) !== 0,
          at: bits & 8 ? { sort: 'm', id: 'i' } : undefined,
          rows: 21,
        };
        const { sql, parameters } = findSql(table, checked);
        const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(parameters) as { detail: string }[];
        const details = plan.map(({ detail }) => detail).join('\n');
        expect(details).toContain('SEARCH t USING');
        expect(details).not.toContain('TEMP B-TREE');
        expect(details).not.toContain('SCAN t');
      }
    }
    database.close();
  });
});
