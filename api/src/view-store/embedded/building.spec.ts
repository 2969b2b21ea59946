import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackgroundDatabase } from '../../config/background-database.js';
import { EmbeddedDatabase } from '../../config/embedded-database.js';
import { BuildingRows } from './building-rows.js';
import { NoteWriter, notes, position, type Note } from '../../../../test/support/view-store-fixture.js';
import { copyViews } from '../../../../test/support/copy-views.js';
import { openEmbeddedViewStore } from './embedded-view-store.js';
import { GenerationCatalogue } from './generation-catalogue.js';
import { SETTLED_AT_ONCE_ROWS, settleGeneration } from './settle-generation.js';
import { tableCommit } from './view-commit.js';
import type { ViewDocument, ViewStore } from '../view-store.port.js';

const PROJECTION = 'note-keeper';
const january: Note = { owner: 'ann', at: '2026-01', open: true, text: 'first' };
/** Enough for several transactions, in several runs. */
const MANY = 2.5 * SETTLED_AT_ONCE_ROWS;
const RUNS = 5;

/** Stops, as a process does, before a transaction. */
class StoppingDatabase extends BackgroundDatabase {
  left = Number.POSITIVE_INFINITY;

  override transaction: BackgroundDatabase['transaction'] = (work) => {
    this.left -= 1;
    return this.left < 0 ? Promise.reject(new Error('the process stops')) : super.transaction(work);
  };
}

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

/** The connections of a process of its own. */
function connections(of: string) {
  const reads = new EmbeddedDatabase(of, [], true);
  const writes = new StoppingDatabase(of, []);
  const catalogue = new GenerationCatalogue(reads);
  const table = catalogue.table(PROJECTION, 1);
  if (!table) throw new Error('a generation is being built');
  const close = async () => {
    await writes.close();
    reads.close();
  };
  return { stores: { catalogue, reads, writes }, writes, table, close };
}

async function putMany(): Promise<NoteWriter> {
  const writer = new NoteWriter(store, 1);
  for (let run = 0; run < RUNS; run += 1) {
    const ids = Array.from({ length: MANY / RUNS }, (_, n) => `n${n}-${run}`);
    await writer.putAll(ids.map((id, n) => [id, { ...january, owner: `o${n % 97}`, text: id }] as const));
    await store.checkpoint(PROJECTION, 1);
  }
  await writer.putAll([
    ['n0-0', { ...january, text: 'changed' }],
    ['n1-0', null],
  ]);
  return writer;
}

it('finds and changes what was stored before a restart', async () => {
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

it('refuses a new document that is there already, after a restart too', async () => {
  await new NoteWriter(store, 1).put({ a: january });
  await reopen();
  const late = new NoteWriter(store, 1).batch({ a: january, b: january });
  expect(await store.commit({ ...late, expect: position(1) })).toBe('stale');
  expect(await store.checkpoint(PROJECTION, 1)).toBe(position(1));
  const { stores, table, close } = connections(file);
  const rows = new BuildingRows(stores);
  await rows.prepare(table);
  expect(await rows.commit(tableCommit(table, { ...late, expect: position(1) }))).toBe('stale');
  expect(rows.positions(table, ['a', 'b'])).toEqual([['a', position(1)]]);
  await close();
});

it('takes nothing more where it was once it moves into its table', async () => {
  const writer = new NoteWriter(store, 1);
  await writer.put({ a: january });
  await store.checkpoint(PROJECTION, 1);
  const { stores, writes, table, close } = connections(file);
  const rows = new BuildingRows(stores);
  await rows.prepare(table);
  writes.left = 1;
  await expect(settleGeneration(stores, table)).rejects.toThrow('the process stops');
  writes.left = Number.POSITIVE_INFINITY;
  const late = tableCommit(table, writer.batch({ b: january }));
  expect(await rows.commit(late)).toBe('stale');
  await rows.prepare(table);
  expect(await rows.commit(late)).toBe('ok');
  expect(rows.positions(table, ['a', 'b'])).toHaveLength(2);
  await close();
});

it('is built by two processes as if by one', async () => {
  const other = openEmbeddedViewStore(file);
  await other.declare([notes()]);
  const [mine, others] = [new NoteWriter(store, 1), new NoteWriter(other, 1)];
  await mine.put({ a: january });
  await store.checkpoint(PROJECTION, 1);
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

it('goes on being built in its own table when there are more ids than can be known', async () => {
  const { stores, table, close } = connections(file);
  const rows = new BuildingRows(stores, 3);
  const writer = new NoteWriter(store, 1);
  const batches = [{ a: january, b: january }, { b: null, c: january }, { d: january }];
  for (const [place, documents] of batches.entries()) {
    const batch = writer.batch(documents);
    const writes = batch.writes.map((write) => (write.document ? write : { ...write, was: position(2) }));
    const expected = place === 0 ? null : position(place === 1 ? 2 : 4);
    expect(await rows.commit(tableCommit(table, { ...batch, writes, expect: expected }))).toBe('ok');
  }
  expect(stores.catalogue.stage(table.name)).toBe('settled');
  expect(rows.getMany(table, ['a', 'b', 'c', 'd'])).toHaveLength(4);
  await close();
  const fresh = new BuildingRows(connections(file).stores, 3);
  await fresh.prepare(table);
  expect(fresh.positions(table, ['b'])).toEqual([['b', position(3)]]);
});

it('can be read by a process that only reads', async () => {
  const writer = new NoteWriter(store, 1);
  await writer.put({ a: january, b: january });
  await store.checkpoint(PROJECTION, 1);
  await writer.put({ c: january, b: null });
  expect(await store.checkpoint(PROJECTION, 1)).toBe(position(4));
  const reading = openEmbeddedViewStore(file, { readonly: true });
  await reading.declare([notes()]);
  const held = await reading.getMany(PROJECTION, 1, ['a', 'b', 'x']);
  expect([...held.keys()].sort()).toEqual(['a', 'b']);
  expect(held.get('b')).toEqual({ document: null, position: position(4) });
  expect((await scanned(reading)).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  await reading.close();
});

it('is whole again, or goes on, wherever its move into its table was stopped', async () => {
  await putMany();
  const checkpoint = await store.checkpoint(PROJECTION, 1);
  const stages = new Set<string>();
  let expected: string | undefined;
  for (let steps = 0, isDone = false; !isDone; steps += 1) {
    const copy = join(folder, `stopped-${steps}.db`);
    await copyViews(file, copy);
    const { stores, writes, table, close } = connections(copy);
    writes.left = steps;
    isDone = await settleGeneration(stores, table).then(
      () => true,
      () => false,
    );
    stages.add(new GenerationCatalogue(stores.reads).stage(table.name));
    await close();
    const after = openEmbeddedViewStore(copy);
    await after.declare([notes()]);
    expect(await after.generations(PROJECTION)).toEqual({ live: null, building: 1 });
    expect(await after.checkpoint(PROJECTION, 1)).toBe(checkpoint);
    await expect(after.get('notes', 'n0-0')).rejects.toThrow('being built');
    const held = await after.getMany<Note>(PROJECTION, 1, ['n0-0', 'n1-0', 'n2-0']);
    expect([...held.values()].map(({ document }) => document?.text).sort()).toEqual([
      'changed',
      'n2-0',
      undefined,
    ]);
    await after.promote(PROJECTION, 1);
    const documents = JSON.stringify(await scanned(after));
    expect(documents).toBe((expected ??= documents));
    const { items } = await after.find('notes', { by: 'byOwner', where: { owner: 'o7' }, limit: 2_000 });
    expect(items).toHaveLength(RUNS * Math.ceil((MANY / RUNS - 7) / 97));
    await after.close();
  }
  expect([...stages].sort()).toEqual(['settled', 'settling', 'staged']);
  expect(await scanned(store)).toHaveLength(MANY);
});

it('leaves no trace of earlier contents once it was promoted', async () => {
  const writer = new NoteWriter(store, 1);
  await writer.put({ a: { ...january, text: 'canary' }, b: january });
  await store.checkpoint(PROJECTION, 1);
  await writer.put({ a: january });
  await store.promote(PROJECTION, 1);
  await reopen();
  const names = await readdir(folder);
  const bytes = Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)))));
  expect(bytes.includes('canary')).toBe(false);
  expect(bytes.includes('first')).toBe(true);
});
