import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NoteWriter, notes, type Note } from '../../../../test/support/view-store-fixture.js';
import { openEmbeddedViewStore } from './embedded-view-store.js';
import type { ViewStore } from '../view-store.port.js';

const of = (owner: string, text = ''): Note => ({ owner, at: '2026-01', text });

describe('what the embedded view store tells of its changes', () => {
  let folder: string;
  let store: ViewStore;
  let writer: NoteWriter;
  let told: unknown[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flip-changes-'));
    store = openEmbeddedViewStore(join(folder, 'views.db'));
    await store.declare([{ ...notes(), owner: 'owner' }]);
    writer = new NoteWriter(store, 1);
    told = [];
    store.changes?.listen((view, owners) =>
      told.push([view, owners === 'everybody' ? owners : [...owners].sort()]),
    );
  });
  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  it('is nothing while no reader sees them, and then that everything may be another', async () => {
    await writer.put({ n1: of('ana') });
    expect(told).toEqual([]);
    await store.promote('note-keeper', 1);
    expect(told).toEqual([['notes', 'everybody']]);
  });

  it('names the owners of what a commit writes, and nobody for a checkpoint alone', async () => {
    await store.promote('note-keeper', 1);
    told = [];
    await writer.put({ n1: of('ana'), n2: of('ben'), n3: of('ana') });
    await writer.put({});
    expect(told).toEqual([
      ['notes', ['ana', 'ben']],
      ['notes', []],
    ]);
  });

  it('names everybody for a tombstone, which does not say whose it was', async () => {
    await store.promote('note-keeper', 1);
    await writer.put({ n1: of('ana') });
    told = [];
    await writer.put({ n1: null, n2: of('ben') });
    expect(told).toEqual([['notes', 'everybody']]);
  });

  it('is told before the change can be read', async () => {
    await store.promote('note-keeper', 1);
    await writer.put({ n1: of('ana', 'before') });
    const seen: Promise<Note | null>[] = [];
    store.changes?.listen(() => seen.push(store.get<Note>('notes', 'n1')));
    await writer.put({ n1: of('ana', 'after') });
    expect((await Promise.all(seen)).map((note) => note?.text)).toEqual(['before']);
    expect((await store.get<Note>('notes', 'n1'))?.text).toBe('after');
  });
});
