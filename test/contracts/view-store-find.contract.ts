import { encodeCursor } from '../../api/src/engine/view-store/cursor.js';
import {
  HOSTILE_TEXTS,
  liveNotes,
  walk,
  type Note,
  type NoteWriter,
  type ViewStoreUnderTest,
  notesView,
} from '../support/view-store-fixture.js';
import {
  FIND_LIMIT,
  InvalidCursor,
  type ViewQuery,
  type ViewStore,
} from '../../api/src/engine/view-store/view-store.port.js';

const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'];

/** Cases about get, find and findJson. */
export function findCases(open: () => Promise<ViewStoreUnderTest>): void {
  let under: ViewStoreUnderTest;
  let store: ViewStore;
  let writer: NoteWriter;

  beforeEach(async () => {
    under = await open();
    store = under.store;
    writer = await liveNotes(store);
  });

  afterEach(() => under.discard());

  const byOwner = (more: Partial<ViewQuery> = {}): ViewQuery => ({
    by: 'byOwner',
    where: { owner: 'ann' },
    limit: 100,
    ...more,
  });
  const putMonths = () =>
    writer.putAll(months.map((at, place) => [`m${place + 1}`, { owner: 'ann', at }] as const));
  const found = async (query: ViewQuery) => (await store.find(notesView, query)).items.map(({ at }) => at);

  it('returns a document as written, and null for a missing one', async () => {
    const note = {
      owner: 'ann',
      at: '2026-01',
      open: true,
      text: 'a\u0000b 😀 "q"',
      extra: [1, { n: null }],
    };
    await writer.put({ n1: note });
    expect(await store.get(notesView, 'n1')).toEqual(note);
    expect(await store.get(notesView, 'n2')).toBeNull();
  });

  it('finds the documents of an index in the order of its sort field, either way', async () => {
    await putMonths();
    await writer.put({ other: { owner: 'ben', at: '2026-03' } });
    expect(await found(byOwner())).toEqual(months);
    expect(await found(byOwner({ desc: true }))).toEqual([...months].reverse());
    expect(await found({ by: 'all', where: {}, limit: 3 })).toEqual(['2026-01', '2026-02', '2026-03']);
    expect(await found(byOwner({ where: { owner: 'nobody' } }))).toEqual([]);
  });

  it('treats `from` as inclusive and `to` as exclusive', async () => {
    await putMonths();
    expect(await found(byOwner({ from: '2026-02', to: '2026-04' }))).toEqual(['2026-02', '2026-03']);
    expect(await found(byOwner({ from: '2026-02', to: '2026-04', desc: true }))).toEqual([
      '2026-03',
      '2026-02',
    ]);
    expect(await found(byOwner({ from: '2026-05' }))).toEqual(['2026-05', '2026-06']);
    expect(await found(byOwner({ to: '2026-02' }))).toEqual(['2026-01']);
    expect(await found(byOwner({ from: '2026-04', to: '2026-02' }))).toEqual([]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7])(
    'walks a view in pages of %i exactly as one page shows it',
    async (limit) => {
      await putMonths();
      for (const desc of [false, true]) {
        for (const range of [
          {},
          { from: '2026-02' },
          { to: '2026-05' },
          { from: '2026-02', to: '2026-05' },
        ]) {
          const whole = await store.find(notesView, byOwner({ desc, ...range }));
          expect(await walk(store, byOwner({ desc, limit, ...range }))).toEqual(whole.items);
          expect(whole.nextCursor).toBeNull();
        }
      }
    },
  );

  it('returns a cursor only when there is a next page', async () => {
    await putMonths();
    expect((await store.find(notesView, byOwner({ limit: 6 }))).nextCursor).toBeNull();
    expect((await store.find(notesView, byOwner({ limit: 5 }))).nextCursor).not.toBeNull();
  });

  it('orders equal sort values by id, either way and across pages', async () => {
    const ids = ['c', 'a', 'e', 'b', 'd'];
    await writer.putAll(ids.map((id) => [id, { owner: 'ann', at: 'same', text: id }] as const));
    const texts = async (query: ViewQuery) => (await walk(store, query)).map(({ text }) => text);
    for (const limit of [1, 2, 5]) {
      expect(await texts(byOwner({ limit }))).toEqual(['a', 'b', 'c', 'd', 'e']);
      expect(await texts(byOwner({ limit, desc: true }))).toEqual(['e', 'd', 'c', 'b', 'a']);
    }
  });

  it('orders texts by code point, as every store does', async () => {
    const order = ['', 'A', 'B', 'a', 'b', 'é', '\uffff', '😀'];
    await writer.putAll(
      [...order].reverse().map((at, place) => [`n${place}`, { owner: 'ann', at }] as const),
    );
    expect(await found(byOwner())).toEqual(order);
    expect((await walk(store, byOwner({ limit: 1, desc: true }))).map(({ at }) => at)).toEqual(
      [...order].reverse(),
    );
    expect(await found(byOwner({ from: '\uffff' }))).toEqual(['\uffff', '😀']);
    expect(await found(byOwner({ to: '\uffff', from: 'é' }))).toEqual(['é']);
  });

  it('requires every equality field of an index, booleans included', async () => {
    await writer.put({
      n1: { owner: 'ann', at: '1', open: true },
      n2: { owner: 'ann', at: '2', open: false },
      n3: { owner: 'ben', at: '3', open: true },
    });
    const byState = (owner: string, isOpen: string | boolean): ViewQuery => ({
      by: 'byState',
      where: { owner, open: isOpen },
      limit: 9,
    });
    expect(await found(byState('ann', true))).toEqual(['1']);
    expect(await found(byState('ann', false))).toEqual(['2']);
    expect(await found(byState('ann', 'true'))).toEqual([]);
    await expect(
      store.find(notesView, { by: 'byState', where: { owner: 'ann' }, limit: 9 }),
    ).rejects.toThrow();
    await expect(store.find(notesView, byOwner({ where: { owner: 'ann', open: true } }))).rejects.toThrow();
    await expect(store.find(notesView, byOwner({ where: { open: true } }))).rejects.toThrow();
  });

  const byAmount = (more: Partial<ViewQuery> = {}) => byOwner({ by: 'byAmount', ...more });

  it('orders numbers by size, without documents that have none, either way and across pages', async () => {
    const amounts = [-5, 0, 2, 9, 10, 10, 1_000, 2 ** 31, 2 ** 40, Number.MAX_SAFE_INTEGER];
    const notes = [...amounts, null].map(
      (cents, place) => [`n${place}`, { owner: 'ann', at: 'a', cents }] as const,
    );
    await writer.putAll([...notes.reverse(), ['none', { owner: 'ann', at: 'a' }]]);
    const found = async (query: ViewQuery) => (await walk(store, query)).map(({ cents }) => cents);
    for (const limit of [1, 3, 100]) {
      expect(await found(byAmount({ limit }))).toEqual(amounts);
      expect(await found(byAmount({ limit, desc: true }))).toEqual([...amounts].reverse());
      expect(await found(byAmount({ limit, from: 2, to: 1_000 }))).toEqual([2, 9, 10, 10]);
      expect(await found(byAmount({ limit, from: 2, to: 1_000, desc: true }))).toEqual([10, 10, 9, 2]);
      expect(await found(byAmount({ limit, to: 0 }))).toEqual([-5]);
    }
    expect(await found({ by: 'ofAmount', where: { cents: 10 }, limit: 9 })).toEqual([10, 10]);
    await writer.put({ n0: { owner: 'ann', at: 'a', cents: 3 }, n2: { owner: 'ann', at: 'a', cents: null } });
    expect(await found(byAmount({ to: 10 }))).toEqual([0, 3, 9]);
  });

  it('a text, a boolean and a number are never equal, and each index has only its kind', async () => {
    const values = [1, '1', true, 0, '', false, null];
    const odd = (value: unknown) => ({ owner: 'ann', at: value, cents: value }) as unknown as Note;
    await writer.putAll(values.map((value, place) => [`n${place}`, odd(value)] as const));
    const found = async (query: ViewQuery) => (await store.find(notesView, query)).items.map(({ at }) => at);
    expect(await found(byAmount())).toEqual([0, 1]);
    expect(await found(byOwner())).toEqual(['', '1']);
    expect(await found({ by: 'ofAmount', where: { cents: '1' }, limit: 9 })).toEqual(['1']);
    expect(await found({ by: 'ofAmount', where: { cents: 1 }, limit: 9 })).toEqual([]);
  });

  it('takes only whole numbers, and no number for a text or the other way round', async () => {
    for (const cents of [1.5, Number.NaN, Infinity, 2 ** 53])
      await expect(writer.put({ n1: { owner: 'ann', at: 'a', cents } })).rejects.toThrow();
    for (const bound of ['1', 1.5, Number.NaN, { $gt: 1 }] as number[])
      await expect(store.find(notesView, byAmount({ from: bound }))).rejects.toThrow(TypeError);
    await expect(store.find(notesView, byOwner({ to: 1 }))).rejects.toThrow(TypeError);
    await writer.putAll(['a', 'b'].map((id) => [id, { owner: 'ann', at: '1', cents: 1 }] as const));
    const numbered = encodeCursor(JSON.stringify(['note-keeper', 'byOwner', false, 'ann']), {
      sort: 1,
      id: 'a',
    });
    await expect(store.find(notesView, byOwner({ cursor: numbered }))).rejects.toBeInstanceOf(InvalidCursor);
  });

  it("leaves a document out of an index when it lacks the index's fields", async () => {
    await writer.put({ n1: { owner: 'ann', at: '1' }, n2: { owner: 'ann', at: '2', open: true, text: 't' } });
    expect(await found(byOwner())).toEqual(['1', '2']);
    expect(await found({ by: 'byState', where: { owner: 'ann', open: true }, limit: 9 })).toEqual(['2']);
    await writer.put({ n2: { owner: 'ann', at: '2', open: true } });
    expect(await found({ by: 'byText', where: { open: true }, limit: 9 })).toEqual([]);
  });

  it('moves a document within its indexes when their fields change', async () => {
    await putMonths();
    await writer.put({ m1: { owner: 'ann', at: '2026-07' }, m2: { owner: 'ben', at: '2026-02' } });
    expect(await found(byOwner())).toEqual([...months.slice(2), '2026-07']);
    expect(await found(byOwner({ where: { owner: 'ben' } }))).toEqual(['2026-02']);
    expect(await found({ by: 'all', where: {}, limit: 9 })).toEqual([...months.slice(1), '2026-07']);
  });

  it('hides a deleted document from get and find, and shows it again when it returns', async () => {
    await putMonths();
    await writer.put({ m3: null });
    expect(await store.get(notesView, 'm3')).toBeNull();
    expect(await found(byOwner())).not.toContain('2026-03');
    expect(await found({ by: 'all', where: {}, limit: 9 })).toHaveLength(5);
    await writer.put({ m3: { owner: 'ann', at: '2026-03' } });
    expect(await found(byOwner())).toEqual(months);
  });

  it('continues from a cursor whose document was changed or removed', async () => {
    await putMonths();
    const { nextCursor } = await store.find(notesView, byOwner({ limit: 2 }));
    await writer.put({ m3: null, m4: { owner: 'ann', at: '2026-09' } });
    expect(await found(byOwner({ cursor: nextCursor ?? '' }))).toEqual(['2026-05', '2026-06', '2026-09']);
  });

  it.each([0, -1, 1.5, FIND_LIMIT + 1, Number.NaN])('refuses a limit of %p', async (limit) => {
    await expect(store.find(notesView, byOwner({ limit }))).rejects.toThrow();
  });

  it('returns as many documents as the largest limit', async () => {
    const documents = Array.from(
      { length: FIND_LIMIT + 1 },
      (_, n) => [`n${n}`, { owner: 'ann', at: String(n).padStart(6, '0') }] as const,
    );
    await writer.putAll(documents);
    const page = await store.find(notesView, byOwner({ limit: FIND_LIMIT }));
    expect(page.items).toEqual(documents.slice(0, FIND_LIMIT).map(([, note]) => note));
    expect(await walk(store, byOwner({ limit: FIND_LIMIT }))).toHaveLength(FIND_LIMIT + 1);
  });

  it.each(['', 'x', '%', 'bnVsbA', '🙂', 'W10', 'eyJhIjoxfQ==', 'A'.repeat(100_000)])(
    'refuses a foreign cursor: %.20s',
    async (cursor) => {
      await putMonths();
      await expect(store.find(notesView, byOwner({ cursor }))).rejects.toBeInstanceOf(InvalidCursor);
      await expect(store.findJson(notesView, byOwner({ cursor }))).rejects.toBeInstanceOf(InvalidCursor);
    },
  );

  it('refuses a cursor that was modified or belongs to another query', async () => {
    await putMonths();
    const cursor = (await store.find(notesView, byOwner({ limit: 2 }))).nextCursor ?? '';
    const refused = [
      byOwner({ cursor: `${cursor}A` }),
      byOwner({ cursor: ` ${cursor}` }),
      byOwner({ cursor: `${cursor}=` }),
      byOwner({ cursor: cursor.slice(0, -2) }),
      byOwner({ cursor: cursor.slice(0, 12) + (cursor[12] === 'A' ? 'B' : 'A') + cursor.slice(13) }),
      byOwner({ cursor, desc: true }),
      byOwner({ cursor, where: { owner: 'ben' } }),
      { by: 'all', where: {}, limit: 2, cursor },
    ];
    for (const query of refused) {
      await expect(store.find(notesView, query)).rejects.toBeInstanceOf(InvalidCursor);
    }
    expect(await found(byOwner({ cursor, limit: 1 }))).toEqual(['2026-03']);
  });

  it('treats any text as an id or value literally', async () => {
    await writer.putAll(HOSTILE_TEXTS.map((text) => [text, { owner: text, at: text, text }] as const));
    for (const text of HOSTILE_TEXTS) {
      const note = { owner: text, at: text, text };
      expect(await store.get(notesView, text)).toEqual(note);
      expect((await store.find(notesView, byOwner({ where: { owner: text } }))).items).toEqual([note]);
      expect((await store.find(notesView, byOwner({ where: { owner: text }, from: text }))).items).toEqual([
        note,
      ]);
      expect((await store.find(notesView, byOwner({ where: { owner: text }, to: text }))).items).toEqual([]);
    }
    const all = { by: 'all', where: {}, limit: 100 };
    expect(await walk(store, { ...all, limit: 1 })).toEqual((await store.find(notesView, all)).items);
    expect((await store.find(notesView, all)).items).toHaveLength(HOSTILE_TEXTS.length);
  });

  it('keeps lone surrogates distinct when a caller passes them', async () => {
    const texts = ['\ud800', '\ud801', '\udfff', '\ufffd'];
    await writer.putAll(texts.map((text) => [text, { owner: text, at: '1', text }] as const));
    for (const owner of texts) {
      expect(await store.get(notesView, owner)).toMatchObject({ owner });
      expect((await store.find(notesView, byOwner({ where: { owner } }))).items).toMatchObject([{ owner }]);
    }
  });

  it('never treats a value as an operator: only texts, numbers and booleans are accepted (ASVS 1.2.4)', async () => {
    await putMonths();
    for (const owner of [{ $gt: '' }, ['ann'], null, 1.5, undefined]) {
      const where = { owner } as unknown as Record<string, string>;
      await expect(store.find(notesView, byOwner({ where }))).rejects.toThrow();
    }
    const hostile = [{ from: { $gt: '' } }, { to: 1 }, { cursor: { $ne: 1 } }, { by: '__proto__' }];
    for (const more of hostile) {
      await expect(store.find(notesView, byOwner(more as unknown as Partial<ViewQuery>))).rejects.toThrow();
    }
  });

  it('returns from findJson the JSON text of exactly what find returns', async () => {
    await putMonths();
    await writer.putAll(HOSTILE_TEXTS.map((text) => [text, { owner: 'ann', at: text, text }] as const));
    const queries = [
      byOwner(),
      byOwner({ desc: true, limit: 3 }),
      byOwner({ limit: 1 }),
      byOwner({ where: { owner: 'nobody' } }),
    ];
    for (const query of queries) {
      expect(JSON.parse(await store.findJson(notesView, query))).toEqual(await store.find(notesView, query));
    }
  });

  it('refuses an undeclared view or index', async () => {
    const diaries = { ...notesView, name: 'diary-keeper' };
    await expect(store.get(diaries, 'n1')).rejects.toThrow();
    await expect(store.find(diaries, byOwner())).rejects.toThrow();
    await expect(store.find(notesView, byOwner({ by: 'byColour' }))).rejects.toThrow();
  });
}
