import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import {
  NoteWriter,
  notes,
  position,
  type Note,
  notesView,
} from '../../../../../test/support/view-store-fixture.js';
import { openEmbeddedViewStore } from './embedded-view-store.js';
import { GenerationTable } from './generation-table.js';
import type { ViewDocument, ViewStore } from '../view-store.port.js';

const PROJECTION = 'note-keeper';
const january: Note = { owner: 'ann', at: '2026-01', open: true, text: 'first', cents: 1 };
const INDEXES =
  "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name GLOB 'view_*' ORDER BY name";

let folder: string;
let file: string;
let store: ViewStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flip-building-'));
  file = join(folder, 'views.db');
  store = openEmbeddedViewStore(file);
  await store.declare([notes()]);
});

afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

async function scanned(from: ViewStore): Promise<ViewDocument[]> {
  const documents: ViewDocument[] = [];
  for await (const document of from.scan(PROJECTION, 1)) documents.push(document);
  return documents;
}

async function reopen(): Promise<void> {
  await store.close();
  store = openEmbeddedViewStore(file);
  await store.declare([notes()]);
}

/** Uses the file as another process does. */
function withFile<T>(work: (database: Database.Database) => T): T {
  const database = new Database(file);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const indexNames = () => withFile((database) => database.prepare(INDEXES).all());

it('can find and change documents stored before a restart', async () => {
  const writer = new NoteWriter(store, 1);
  await writer.put({ a: january, b: january });
  await writer.put({ c: january, b: null });
  await reopen();
  const again = writer.batch({ a: { ...january, text: 'second' }, d: january });
  const held = await store.getMany(PROJECTION, 1, ['a', 'b', 'c', 'd']);
  expect([...held].map(([id, { document }]) => [id, document]).sort()).toEqual([
    ['a', january],
    ['b', null],
    ['c', january],
  ]);
  expect(await store.commit({ ...again, expect: position(4) })).toBe('ok');
  await store.promote(PROJECTION, 1);
  expect((await scanned(store)).map(({ id, document }) => [id, (document as Note | null)?.text])).toEqual([
    ['a', 'second'],
    ['b', undefined],
    ['c', 'first'],
    ['d', 'first'],
  ]);
});

it('refuses to insert an existing document, even after a restart', async () => {
  await new NoteWriter(store, 1).put({ a: january });
  const late = new NoteWriter(store, 1).batch({ a: january, b: january });
  expect(await store.commit({ ...late, expect: position(1) })).toBe('stale');
  await reopen();
  expect(await store.commit({ ...late, expect: position(1) })).toBe('stale');
  expect(await store.checkpoint(PROJECTION, 1)).toBe(position(1));
  expect((await scanned(store)).map(({ id }) => id)).toEqual(['a']);
});

it('has the same result when two processes build it', async () => {
  const other = openEmbeddedViewStore(file);
  await other.declare([notes()]);
  const [mine, others] = [new NoteWriter(store, 1), new NoteWriter(other, 1)];
  await mine.put({ a: january });
  expect(await other.commit(others.batch({ a: { ...january, text: 'mine too' } }))).toBe('stale');
  const next = others.batch({ a: { ...january, text: 'second' }, b: null });
  const writes = next.writes.map((write) => (write.id === 'a' ? { ...write, was: position(1) } : write));
  expect(await other.commit({ ...next, writes, expect: position(1) })).toBe('ok');
  expect(await other.checkpoint(PROJECTION, 1)).toBe(next.next);
  const held = await store.getMany(PROJECTION, 1, ['a', 'b']);
  expect(held.get('a')?.document).toMatchObject({ text: 'second' });
  expect(held.get('b')?.document).toBeNull();
  expect(await store.commit({ ...mine.batch({ a: january, c: january }), expect: next.next })).toBe('stale');
  await other.close();
});

it('can be read by a read-only process', async () => {
  const writer = new NoteWriter(store, 1);
  await writer.put({ a: january, b: january });
  await writer.put({ c: january, b: null });
  const reading = openEmbeddedViewStore(file, { readonly: true });
  await reading.declare([notes()]);
  const held = await reading.getMany(PROJECTION, 1, ['a', 'b', 'x']);
  expect([...held.keys()].sort()).toEqual(['a', 'b']);
  expect(held.get('b')).toEqual({ document: null, position: position(4) });
  expect((await scanned(reading)).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  await reading.close();
});

it('has every declared index before readers see it, wherever their creation was interrupted', async () => {
  const { indexes } = notes();
  const table = new GenerationTable(`view_${PROJECTION}_1`, indexes);
  const writer = new NoteWriter(store, 1);
  await writer.put({ a: january, b: { ...january, at: '2026-02' } });
  expect(indexNames()).toHaveLength(1);
  for (const definition of table.indexDefinitions) {
    withFile((database) => database.exec(definition));
    await reopen();
    await expect(store.get(notesView, 'a')).rejects.toThrow('being built');
    const batch = new NoteWriter(store, 1).batch({ [definition]: january });
    const after = await store.checkpoint(PROJECTION, 1);
    const next = position(Number(after) + 1);
    expect(await store.commit({ ...batch, expect: after, next })).toBe('ok');
  }
  await store.promote(PROJECTION, 1);
  expect(indexNames()).toHaveLength(1 + indexes.length);
  for (const { name, eq } of indexes) {
    const where = Object.fromEntries(eq.map((field) => [field, january[field as keyof Note] ?? '']));
    const { items } = await store.find(notesView, { by: name, where, limit: 100 });
    expect(items).toHaveLength(2 + indexes.length);
  }
});

it('leaves no trace of earlier contents after its promotion', async () => {
  const writer = new NoteWriter(store, 1);
  await writer.put({ a: { ...january, text: 'canary' }, b: january });
  await writer.put({ a: january });
  await store.promote(PROJECTION, 1);
  await reopen();
  const names = await readdir(folder);
  const bytes = Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)))));
  expect(bytes.includes('canary')).toBe(false);
  expect(bytes.includes('first')).toBe(true);
});
