import {
  NoteWriter,
  liveNotes,
  notes,
  position,
  walk,
  type Note,
  type NoteWriter as Writer,
  type ViewStoreUnderTest,
  notesView,
} from '../support/view-store-fixture.js';
import type { ViewQuery, ViewStore } from '../../api/src/engine/view-store/view-store.port.js';
import { letTimePass } from '../support/time-passed.js';

const january: Note = { owner: 'ann', at: '2026-01' };
const byOwner: ViewQuery = { by: 'byOwner', where: { owner: 'ann' }, limit: 100 };
const unavailable = { name: 'StoreUnavailable' };
/** How long a reader may keep using the generation it knows. */
const LIVE_POINTER_MS = 1_100;
/** Pause between reads: a reader without one would find no more faults and occupy a processor. */
const READ_EVERY_MS = 5;

/** Cases about generations: declare, begin, promote, drop. */
export function generationCases(open: () => Promise<ViewStoreUnderTest>): void {
  let under: ViewStoreUnderTest;
  let store: ViewStore;

  beforeEach(async () => {
    under = await open();
    store = under.store;
  });

  afterEach(() => under.discard());

  const generations = () => store.generations('note-keeper');
  const texts = async () => (await walk(store, byOwner)).map(({ text }) => text);
  const begun = async (): Promise<Writer> => new NoteWriter(store, await store.begin('note-keeper'));

  it('has no generation before a projection is declared and then builds its first', async () => {
    expect(await generations()).toEqual({ live: null, building: null });
    expect(await store.checkpoint('note-keeper', 1)).toBeNull();
    await store.declare([notes()]);
    expect(await generations()).toEqual({ live: null, building: 1 });
    expect(await store.begin('note-keeper')).toBe(1);
  });

  it('is unavailable, not empty, until the first generation is promoted', async () => {
    await store.declare([notes()]);
    const writer = await begun();
    await writer.put({ n1: january });
    await expect(store.get(notesView, 'n1')).rejects.toMatchObject(unavailable);
    await expect(store.find(notesView, byOwner)).rejects.toMatchObject(unavailable);
    await expect(store.findJson(notesView, byOwner)).rejects.toMatchObject(unavailable);
    await store.promote('note-keeper', writer.generation);
    expect(await store.get(notesView, 'n1')).toEqual(january);
  });

  it('starts no new generation when the same declaration is repeated', async () => {
    await liveNotes(store);
    await store.declare([notes()]);
    expect(await generations()).toEqual({ live: 1, building: null });
  });

  it('builds the next generation next to the live one, which readers use until the swap', async () => {
    const old = await liveNotes(store);
    await old.put({ n1: { ...january, text: 'old' } });
    const next = await begun();
    expect(next.generation).not.toBe(old.generation);
    expect(await generations()).toEqual({ live: old.generation, building: next.generation });
    await next.put({ n1: { ...january, text: 'new' }, n2: { ...january, text: 'new' } });
    expect(await texts()).toEqual(['old']);
    await old.put({ n1: { ...january, text: 'old but changed' } });
    expect(await texts()).toEqual(['old but changed']);
    await store.promote('note-keeper', next.generation);
    expect(await texts()).toEqual(['new', 'new']);
    expect(await generations()).toEqual({ live: next.generation, building: null });
  });

  it('separates checkpoints, documents and parked events of generations', async () => {
    const old = await liveNotes(store);
    const parked = [{ position: position(1), stream: 's', keys: ['k'], reason: 'r' }];
    await old.commit({ ...old.batch({ n1: january }), parked });
    const next = await begun();
    expect(await store.checkpoint('note-keeper', next.generation)).toBeNull();
    expect(await store.parked('note-keeper', next.generation)).toEqual([]);
    expect(await store.getMany('note-keeper', next.generation, ['n1'])).toEqual(new Map());
    await next.put({ n2: january, n3: january });
    expect(await store.checkpoint('note-keeper', old.generation)).toBe(position(1));
    expect(await store.checkpoint('note-keeper', next.generation)).toBe(position(2));
  });

  it('stays readable while generations are built, swapped and dropped', async () => {
    let writer = await liveNotes(store);
    await writer.put({ n1: { ...january, text: 'always' } });
    const rounds = { isDone: false };
    let reads = 0;
    const reader = (async () => {
      while (!rounds.isDone) {
        expect(await texts()).toEqual(['always']);
        expect(await store.get(notesView, 'n1')).not.toBeNull();
        reads += 1;
        await new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS));
      }
    })();
    for (let round = 0; round < 5; round += 1) {
      const next = await begun();
      await next.put({ n1: { ...january, text: 'always' } });
      await store.promote('note-keeper', next.generation);
      await store.drop('note-keeper', writer.generation);
      writer = next;
    }
    rounds.isDone = true;
    await reader;
    expect(reads).toBeGreaterThan(0);
  });

  it('treats commits into a generation neither live nor building as stale', async () => {
    const old = await liveNotes(store);
    const next = await begun();
    await store.promote('note-keeper', next.generation);
    expect(await store.commit(old.batch({ n1: january }))).toBe('stale');
    await store.drop('note-keeper', old.generation);
    expect(await store.commit(old.batch({ n1: january }))).toBe('stale');
    await next.put({ n1: january });
  });

  it('promotes only the generation being built; promoting the live one has no effect', async () => {
    const old = await liveNotes(store);
    await store.promote('note-keeper', old.generation);
    const next = await begun();
    await store.promote('note-keeper', next.generation);
    await store.promote('note-keeper', next.generation);
    await expect(store.promote('note-keeper', old.generation)).rejects.toThrow();
    await expect(store.promote('note-keeper', 99)).rejects.toThrow();
    expect(await generations()).toEqual({ live: next.generation, building: null });
  });

  it('drops a generation with its contents, but never the live one or the one being built', async () => {
    const old = await liveNotes(store);
    await old.put({ n1: january });
    const next = await begun();
    await expect(store.drop('note-keeper', old.generation)).rejects.toThrow();
    await expect(store.drop('note-keeper', next.generation)).rejects.toThrow();
    await store.promote('note-keeper', next.generation);
    await store.drop('note-keeper', old.generation);
    await store.drop('note-keeper', old.generation);
    expect(await store.getMany('note-keeper', old.generation, ['n1'])).toEqual(new Map());
    expect(await store.checkpoint('note-keeper', old.generation)).toBeNull();
    const scan = store.scan('note-keeper', old.generation)[Symbol.asyncIterator]();
    await expect(scan.next()).rejects.toMatchObject(unavailable);
  });

  it('numbers generations upward and never reuses a number', async () => {
    const first = await liveNotes(store);
    const second = await begun();
    await store.promote('note-keeper', second.generation);
    await store.drop('note-keeper', first.generation);
    const third = await begun();
    expect(new Set([first.generation, second.generation, third.generation]).size).toBe(3);
  });

  it('needs a new generation when the version is raised, and serves the old one until then', async () => {
    const old = await liveNotes(store);
    await old.put({ n1: { ...january, text: 'old' } });
    await store.declare([notes(2)]);
    const { live, building } = await generations();
    expect(live).toBe(old.generation);
    expect(building).not.toBeNull();
    expect(await texts()).toEqual(['old']);
    await store.declare([notes(2)]);
    expect(await generations()).toEqual({ live, building });
    const next = await begun();
    expect(next.generation).toBe(building);
    await next.put({ n1: { ...january, text: 'new' } });
    await store.promote('note-keeper', next.generation);
    await store.declare([notes(2)]);
    expect(await generations()).toEqual({ live: building, building: null });
    expect(await texts()).toEqual(['new']);
  });

  it('starts another build when the version is raised during a build', async () => {
    const old = await liveNotes(store);
    const abandoned = await begun();
    await abandoned.put({ n1: january });
    await store.declare([notes(2)]);
    const { building } = await generations();
    expect(building).not.toBe(abandoned.generation);
    expect(await store.commit(abandoned.batch({ n2: january }))).toBe('stale');
    await old.put({ n1: january });
    expect(await store.get(notesView, 'n1')).toEqual(january);
  });

  it('leaves a newer generation alone when an older version is declared', async () => {
    await store.declare([notes(2)]);
    await store.promote('note-keeper', 1);
    await store.declare([notes(1)]);
    expect(await generations()).toEqual({ live: 1, building: null });
  });

  it('needs a new generation when the indexes change; queries on missing indexes are unavailable until then', async () => {
    const old = await liveNotes(store);
    await old.put({ n1: { ...january, text: 'a' } });
    const indexes = [...notes().indexes, { name: 'byWords', eq: ['text'], sort: 'at' }];
    await store.declare([notes(1, indexes)]);
    const byWords = { by: 'byWords', where: { text: 'a' }, limit: 9 };
    expect(await texts()).toEqual(['a']);
    await expect(store.find(notesView, byWords)).rejects.toMatchObject(unavailable);
    const next = await begun();
    await next.put({ n1: { ...january, text: 'a' } });
    await store.promote('note-keeper', next.generation);
    expect((await store.find(notesView, byWords)).items).toHaveLength(1);
  });

  it('keeps cursors valid across a swap', async () => {
    const old = await liveNotes(store);
    const documents = { n1: january, n2: { ...january, at: '2026-02' } };
    await old.put(documents);
    const { nextCursor } = await store.find(notesView, { ...byOwner, limit: 1 });
    const next = await begun();
    await next.put(documents);
    await store.promote('note-keeper', next.generation);
    const page = await store.find(notesView, { ...byOwner, cursor: nextCursor ?? '' });
    expect(page.items).toEqual([documents.n2]);
  });

  it("sees another process's swap within a second and keeps reading when the old generation is dropped immediately", async () => {
    const old = await liveNotes(store);
    await old.put({ n1: { ...january, text: 'old' } });
    const other = await under.another();
    await other.declare([notes()]);
    expect((await other.find(notesView, byOwner)).items).toMatchObject([{ text: 'old' }]);
    const next = await begun();
    await next.put({ n1: { ...january, text: 'new' } });
    await store.promote('note-keeper', next.generation);
    expect(['old', 'new']).toContain((await other.find(notesView, byOwner)).items[0]?.text);
    letTimePass(LIVE_POINTER_MS);
    expect((await other.find(notesView, byOwner)).items).toMatchObject([{ text: 'new' }]);
    const last = await begun();
    await last.put({ n1: { ...january, text: 'last' } });
    await store.promote('note-keeper', last.generation);
    await store.drop('note-keeper', next.generation);
    expect((await other.find(notesView, byOwner)).items).toMatchObject([{ text: 'last' }]);
    jest.restoreAllMocks();
  });

  it('separates projections', async () => {
    await liveNotes(store);
    await store.declare([{ ...notes(), name: 'diary-keeper' }]);
    expect(await store.generations('diary-keeper')).toEqual({ live: null, building: 1 });
    expect(await generations()).toEqual({ live: 1, building: null });
  });

  it('starts no generation for an undeclared projection', async () => {
    await expect(store.begin('nobody')).rejects.toThrow();
    await expect(store.promote('nobody', 1)).rejects.toThrow();
  });

  it('serves the same live generation after reopening and continues building the next', async () => {
    const old = await liveNotes(store);
    await old.put({ n1: january });
    const next = await begun();
    await next.put({ n1: january, n2: january });
    store = await under.reopen();
    await store.declare([notes()]);
    expect(await generations()).toEqual({ live: old.generation, building: next.generation });
    expect(await texts()).toHaveLength(1);
    expect(await store.checkpoint('note-keeper', next.generation)).toBe(position(2));
    await store.promote('note-keeper', next.generation);
    expect(await texts()).toHaveLength(2);
  });

  it('is ready while open and unavailable once closed', async () => {
    const writer = await liveNotes(store);
    await store.ready();
    await store.close();
    await store.close();
    await expect(store.ready()).rejects.toMatchObject(unavailable);
    await expect(store.get(notesView, 'n1')).rejects.toMatchObject(unavailable);
    await expect(store.commit(writer.batch({ n1: january }))).rejects.toMatchObject(unavailable);
  });
}
