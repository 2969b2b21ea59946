import { StoreUnavailable } from '../../api/src/engine/storage/store-unavailable.js';
import {
  HOSTILE_TEXTS,
  NoteWriter,
  liveNotes,
  notes,
  position,
  type Note,
  type ViewStoreUnderTest,
} from '../support/view-store-fixture.js';
import type {
  ParkedEvent,
  ViewCommit,
  ViewDocument,
  ViewStore,
  ViewWrite,
} from '../../api/src/engine/view-store/view-store.port.js';

const january: Note = { owner: 'ann', at: '2026-01' };
const february: Note = { owner: 'ann', at: '2026-02' };

/** Repeats a commit that waited too long for the other process, as a consumer does: on a slow machine it may. */
async function committed(store: ViewStore, batch: ViewCommit): Promise<'ok' | 'stale'> {
  for (;;)
    try {
      return await store.commit(batch);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
}

/** Cases about commits into a live generation or one being built. */
export function commitCases(open: () => Promise<ViewStoreUnderTest>, kind: 'live' | 'building'): void {
  let under: ViewStoreUnderTest;
  let store: ViewStore;
  let writer: NoteWriter;

  beforeEach(async () => {
    under = await open();
    store = under.store;
    if (kind === 'live') {
      writer = await liveNotes(store);
      return;
    }
    await store.declare([notes()]);
    writer = new NoteWriter(store, await store.begin('note-keeper'));
  });

  afterEach(() => under.discard());

  const stored = async () => {
    const documents: ViewDocument[] = [];
    for await (const document of store.scan('note-keeper', writer.generation)) documents.push(document);
    return documents;
  };
  const checkpoint = () => store.checkpoint('note-keeper', writer.generation);
  /** The batch of a repeated fold: documents that already contain its events are left unchanged. */
  const withoutWritten = async (batch: ViewCommit): Promise<ViewCommit> => {
    const ids = batch.writes.map(({ id }) => id);
    const held = await store.getMany('note-keeper', writer.generation, ids);
    const isWritten = ({ id, position: at }: ViewWrite) => (held.get(id)?.position ?? '') >= at;
    return { ...batch, writes: batch.writes.filter((write) => !isWritten(write)) };
  };

  it('stores documents with their positions and the checkpoint together', async () => {
    expect(await checkpoint()).toBeNull();
    await writer.put({ n1: january, n2: february });
    expect(await checkpoint()).toBe(position(2));
    expect(await stored()).toEqual([
      { id: 'n1', document: january, position: position(1) },
      { id: 'n2', document: february, position: position(2) },
    ]);
  });

  it('moves the checkpoint of a batch that writes nothing', async () => {
    await writer.commit({ ...writer.batch({}), next: position(7) });
    expect(await checkpoint()).toBe(position(7));
  });

  it('returns many documents at once: with positions, tombstones as null, missing ones left out', async () => {
    const ids = Array.from({ length: 1_500 }, (_, n) => `n${n}`);
    await writer.putAll(ids.map((id, place) => [id, place % 2 ? january : null] as const));
    const many = await store.getMany<Note>('note-keeper', writer.generation, [...ids, 'missing']);
    expect(many.size).toBe(ids.length);
    expect(many.get('n0')).toEqual({ document: null, position: position(1) });
    expect(many.get('n1')).toEqual({ document: january, position: position(2) });
    expect(await store.getMany('note-keeper', writer.generation, [])).toEqual(new Map());
  });

  it('refuses the same batch a second time and changes nothing', async () => {
    const batch = writer.batch({ n1: january });
    await writer.commit(batch);
    const before = await stored();
    expect(await store.commit(batch)).toBe('stale');
    expect(await stored()).toEqual(before);
    expect(await checkpoint()).toBe(batch.next);
  });

  it('refuses a batch based on another checkpoint', async () => {
    await writer.put({ n1: january });
    const batch = writer.batch({ n2: february });
    for (const expect_ of [null, position(0), position(9)]) {
      expect(await store.commit({ ...batch, expect: expect_, next: position(10) })).toBe('stale');
    }
    expect(await store.getMany('note-keeper', writer.generation, ['n2'])).toEqual(new Map());
  });

  it.each([
    ['was not there when read but is now', 'n1', null],
    ['is at another position than the one read', 'n1', position(77)],
    ['was read but is not there', 'n9', position(1)],
  ])('refuses the whole batch when one document %s', async (_, id, was) => {
    await writer.put({ n1: january });
    const before = await stored();
    const batch = writer.batch({ n2: february, n3: february });
    const conflicting = { id, document: february, position: position(50), was };
    expect(await store.commit({ ...batch, writes: [...batch.writes, conflicting] })).toBe('stale');
    expect(await checkpoint()).toBe(position(1));
    if (under.commitsWhole) expect(await stored()).toEqual(before);
    expect(await store.commit(await withoutWritten(batch))).toBe('ok');
    expect(await stored()).toEqual([
      ...before,
      { id: 'n2', document: february, position: position(2) },
      { id: 'n3', document: february, position: position(3) },
    ]);
  });

  it('changes a document repeatedly, in separate batches and together with others', async () => {
    for (let round = 1; round <= 5; round += 1) {
      await writer.put({ n1: { owner: 'ann', at: `${round}` }, [`other${round}`]: january });
    }
    const many = await store.getMany<Note>('note-keeper', writer.generation, ['n1', 'other5']);
    expect(many.get('n1')).toEqual({ document: { owner: 'ann', at: '5' }, position: position(9) });
    expect(many.get('other5')?.position).toBe(position(10));
    expect(await stored()).toHaveLength(6);
  });

  it('keeps a tombstone with its position until a document replaces it', async () => {
    await writer.put({ n1: january });
    await writer.put({ n1: null });
    expect(await stored()).toEqual([{ id: 'n1', document: null, position: position(2) }]);
    await writer.put({ n1: february });
    expect(await stored()).toEqual([{ id: 'n1', document: february, position: position(3) }]);
  });

  it('keeps a tombstone of a document that never existed', async () => {
    await writer.put({ n1: null });
    expect(await stored()).toEqual([{ id: 'n1', document: null, position: position(1) }]);
  });

  it('refuses a batch that names a document twice or ends before its checkpoint', async () => {
    await writer.put({ n1: january });
    const batch = writer.batch({ n2: february });
    await expect(store.commit({ ...batch, writes: [...batch.writes, ...batch.writes] })).rejects.toThrow();
    await expect(store.commit({ ...batch, next: position(0) })).rejects.toThrow();
    expect(await store.commit(batch)).toBe('ok');
  });

  it('scans every document in id order, including tombstones, for any ids', async () => {
    const ids = [...HOSTILE_TEXTS, ...Array.from({ length: 1_200 }, (_, n) => `n${n}`)];
    await writer.putAll(ids.map((id, place) => [id, place % 3 ? { owner: id, at: '1' } : null] as const));
    const expected = [...ids].sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
    expect((await stored()).map(({ id }) => id)).toEqual(expected);
  });

  it('returns hostile ids and values from getMany unchanged', async () => {
    await writer.putAll(HOSTILE_TEXTS.map((text) => [text, { owner: text, at: text, text }] as const));
    const many = await store.getMany<Note>('note-keeper', writer.generation, HOSTILE_TEXTS);
    expect([...many.keys()].sort()).toEqual([...HOSTILE_TEXTS].sort());
    for (const [id, { document }] of many) expect(document).toEqual({ owner: id, at: id, text: id });
  });

  it('keeps parked events in order, once each, until they are applied', async () => {
    const parkedAt = (number: number, reason = 'it threw'): ParkedEvent => ({
      position: position(number),
      stream: `note-${number}`,
      keys: [`n${number}`, 'shared'],
      reason,
    });
    await writer.commit({ ...writer.batch({}), next: position(9), parked: [parkedAt(8), parkedAt(3)] });
    await writer.commit({ ...writer.batch({}), next: position(9), parked: [parkedAt(3, 'it threw again')] });
    const again = parkedAt(3, 'it threw again');
    expect(await store.parked('note-keeper', writer.generation)).toEqual([again, parkedAt(8)]);
    const unparked = [position(3), position(4)];
    await writer.commit({ ...writer.batch({}), next: position(9), unparked });
    expect(await store.parked('note-keeper', writer.generation)).toEqual([parkedAt(8)]);
    expect(await checkpoint()).toBe(position(9));
  });

  it('parks nothing of a stale batch', async () => {
    await writer.put({ n1: january });
    const parked = [{ position: position(1), stream: 's', keys: ['k'], reason: 'r' }];
    expect(await store.commit({ ...writer.batch({}), expect: null, parked })).toBe('stale');
    expect(await store.parked('note-keeper', writer.generation)).toEqual([]);
  });

  it('is stale in an unknown generation and for an unknown projection', async () => {
    const batch = writer.batch({ n1: january });
    expect(await store.commit({ ...batch, generation: 99 })).toBe('stale');
    expect(await store.commit({ ...batch, projection: 'nobody' })).toBe('stale');
  });

  it('still has documents, checkpoint and parked events after reopening', async () => {
    await writer.put({ n1: january, n2: null });
    const parked = [{ position: position(2), stream: 's', keys: ['k'], reason: 'r' }];
    await writer.commit({ ...writer.batch({ n1: february }), parked });
    const before = await stored();
    store = await under.reopen();
    await store.declare([notes()]);
    expect(await stored()).toEqual(before);
    expect(await checkpoint()).toBe(position(3));
    expect(await store.parked('note-keeper', writer.generation)).toEqual(parked);
  });

  it('lets one of two processes that fold the same events win without losing anything', async () => {
    const other = await under.another();
    await other.declare([notes()]);
    const otherWriter = new NoteWriter(other, writer.generation);
    const outcomes = await Promise.all([
      committed(store, writer.batch({ n1: january })),
      committed(other, otherWriter.batch({ n1: january })),
    ]);
    const last = await Promise.all([store.ready(), store.parked('note-keeper', writer.generation)]);
    expect(last[1]).toEqual([]);
    if (kind === 'live') expect([...outcomes].sort()).toEqual(['ok', 'stale']);
    expect(outcomes).toContain('ok');
    expect(await stored()).toEqual([{ id: 'n1', document: january, position: position(1) }]);
    expect(await checkpoint()).toBe(position(1));
  });
}
