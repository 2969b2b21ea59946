import type { FakeMongoServer } from '../../../../../test/support/fake-mongo-server.js';
import {
  NoteWriter,
  liveNotes,
  notes,
  position,
  type Note,
  notesView,
} from '../../../../../test/support/view-store-fixture.js';
import { FakeServerViews, scanned } from '../../../../../test/support/mongodb-view-store-fixture.js';
import { PATIENCE_MS } from '../../../../../test/support/wait-for.js';

/** Long enough for a slow machine to do what precedes a fault, short enough to wait for. */
const DEADLINE_MS = 2_000;

const january: Note = { owner: 'ann', at: '2026-01' };
const byOwner = { by: 'byOwner', where: { owner: 'ann' }, limit: 100 };
const unavailable = { name: 'StoreUnavailable' };

let views: FakeServerViews;
let server: FakeMongoServer;
beforeAll(async () => {
  views = await FakeServerViews.start();
  server = views.server;
});
afterAll(async () => {
  await server.stop();
  process.stdout.write('What the view store sends to MongoDB: on the fake server.\n');
});
afterEach(() => views.endCase());

const open = (deadlineMs?: number) => views.open(deadlineMs);

describe('a request to the server', () => {
  it('updates all documents of a batch with one command', async () => {
    const store = await open();
    const writer = await liveNotes(store);
    await writer.put({ old: january });
    await server.forgetSeen();
    const many = Array.from({ length: 1_000 }, (_, n) => [`n${n}`, n % 3 ? january : null] as const);
    await writer.putAll([...many, ['old', null]]);
    const written = (await server.seen()).filter(({ word }) => word !== 'hello' && word !== 'find');
    expect(written.map(({ word, collection, statements }) => [word, collection, statements])).toEqual([
      ['update', 'view_note-keeper_1', 1_001],
      ['update', 'projections', 1],
    ]);
  });

  it.each([
    ['says how durable a write and how true a read has to be, and how long it may take', ''],
    ['says so whatever the connection string says', '?w=1&journal=false&readConcernLevel=local'],
  ])('%s', async (_, options) => {
    const store = await views.open(PATIENCE_MS, options);
    await server.forgetSeen();
    const writer = await liveNotes(store);
    await writer.put({ n1: january });
    await store.find(notesView, byOwner);
    await store.get(notesView, 'n1');
    await scanned(store);
    const seen = (await server.seen()).filter((command) => command.database === views.raw.databaseName);
    const reads = seen.filter(({ word }) => word === 'find');
    const writes = seen.filter(({ word }) => ['insert', 'update', 'createIndexes'].includes(word));
    expect(reads.length).toBeGreaterThan(3);
    expect(writes.length).toBeGreaterThan(3);
    for (const { readConcern } of reads) expect(readConcern).toEqual({ level: 'majority' });
    for (const { writeConcern } of writes) expect(writeConcern).toMatchObject({ w: 'majority', j: true });
    // The driver passes no limit on with createIndexes; our own deadline holds for it as for all.
    const limited = [...reads, ...writes].filter(({ word }) => word !== 'createIndexes');
    expect(limited.filter(({ maxTimeMS }) => !maxTimeMS)).toEqual([]);
  });

  it('uses an index for every query, in the requested order', async () => {
    await liveNotes(await open());
    const indexes = await views.raw.collection('view_note-keeper_1').indexes();
    expect(indexes.map(({ key }) => key as object)).toEqual([
      { _id: 1 },
      { owner: 1, at: -1, _id: -1 },
      { owner: 1, open: 1, at: -1, _id: -1 },
      { open: 1, text: -1, _id: -1 },
      { at: -1, _id: -1 },
      { owner: 1, cents: -1, _id: -1 },
      { cents: 1, at: -1, _id: -1 },
    ]);
  });

  it('contains plain, readable documents, except for tombstones', async () => {
    const writer = await liveNotes(await open());
    await writer.put({ n1: { ...january, open: true }, n2: null });
    const stored = await views.raw.collection('view_note-keeper_1').find().toArray();
    expect(stored).toEqual([
      { _id: 'n1', _position: position(1), ...january, open: true },
      { _id: 'n2', _position: position(2), _gone: true },
    ]);
  });

  it('may have parked events of an earlier version, which named one document each', async () => {
    const store = await open();
    await liveNotes(store);
    const parked = [{ position: position(1), stream: 'note-a', key: 'a', reason: 'it threw' }];
    await views.raw.collection('projections').updateOne({}, { $set: { 'live.parked': parked } });
    expect(await store.parked('note-keeper', 1)).toMatchObject([{ position: position(1), keys: ['a'] }]);
  });

  it('never contains a name or a value that a server could interpret as an operator', async () => {
    const store = await open();
    const writer = await liveNotes(store);
    const hostile = {
      ...january,
      $where: '1',
      _id: 'other',
      _position: 'x',
      _gone: true,
      'live.checkpoint': 'x',
      nested: [{ $gt: '', 'a.b': { _id: 1 } }],
    };
    await writer.put({ n1: hostile });
    expect(await store.get(notesView, 'n1')).toEqual(hostile);
    const where = { owner: { $gt: '' } } as never;
    await expect(store.find(notesView, { ...byOwner, where })).rejects.toThrow(TypeError);
    await expect(store.get(notesView, { $gt: '' } as never)).rejects.toThrow(TypeError);
    await expect(store.getMany('note-keeper', 1, [{ $gt: '' }] as never)).rejects.toThrow(TypeError);
    expect(await store.get(notesView, '{"$gt":""}')).toBeNull();
    await expect(store.getMany('note-keeper_1.x', 1, ['n1'])).rejects.toThrow('cannot be the name');
  });
});

describe('a generation that is dropped', () => {
  it('leaves nothing behind, even after a late commit', async () => {
    const store = await open();
    const old = await liveNotes(store);
    await old.put({ n1: january });
    await server.fault({ kind: 'late', command: 'find', collection: 'projections', ms: 3_000, times: 1 });
    await server.forgetSeen();
    const tooLate = store.commit(old.batch({ n2: january }));
    await server.received('find', 'projections');
    const next = new NoteWriter(store, await store.begin('note-keeper'));
    await store.promote('note-keeper', next.generation);
    await store.drop('note-keeper', old.generation);
    expect(await tooLate).toBe('stale');
    const names = await views.raw.listCollections().toArray();
    expect(names.map(({ name }) => name).sort()).toEqual([
      'projections',
      `view_note-keeper_${next.generation}`,
    ]);
  });

  it('is removed at the next start after an interrupted drop', async () => {
    const store = await open(DEADLINE_MS);
    const old = await liveNotes(store);
    await old.put({ n1: january });
    const next = new NoteWriter(store, await store.begin('note-keeper'));
    await store.promote('note-keeper', next.generation);
    await server.fault({ kind: 'silent', command: 'drop' });
    await expect(store.drop('note-keeper', old.generation)).rejects.toMatchObject(unavailable);
    await server.endFaults();
    await (await open()).declare([notes()]);
    const names = await views.raw.listCollections().toArray();
    expect(names.map(({ name }) => name)).not.toContain('view_note-keeper_1');
  });
});
