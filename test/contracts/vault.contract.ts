import { VAULT_LIST_LIMIT, type Vault } from '../../api/src/engine/vault/vault.port.js';

/** Each case gets a fresh vault and a way to reopen it. */
export interface VaultUnderTest {
  readonly vault: Vault;
  /** Closes and reopens the same records. */
  reopen(): Promise<Vault>;
  /** Closes and removes everything. */
  discard(): Promise<void>;
}

const HOSTILE = [
  '{"$gt":""}',
  '__proto__',
  `'; DROP TABLE records; --`,
  'a\u0000b',
  'a\u0000c',
  '\u0001',
  '\u0001\u0001',
  '\ud800',
  '\ud801',
  '\u202egnirts',
  '😀',
  ' ',
];

/** The contract of every vault adapter. */
export function vaultContract(name: string, open: () => Promise<VaultUnderTest>): void {
  describe(`vault: ${name}`, () => {
    let under: VaultUnderTest;
    let vault: Vault;

    beforeEach(async () => {
      under = await open();
      vault = under.vault;
    });

    afterEach(() => under.discard());

    const put = (id: string, value: object, version: number | null) =>
      vault.put('token', id, { owner: 'ann', value }, version);

    it('returns null for a missing record', async () => {
      expect(await vault.get('token', 'missing')).toBeNull();
    });

    it('stores a record with its owner and counts its writes from 1', async () => {
      expect(await put('t1', { hash: 'h1' }, null)).toBe('ok');
      expect(await vault.get('token', 't1')).toEqual({
        id: 't1',
        owner: 'ann',
        value: { hash: 'h1' },
        version: 1,
      });
      expect(await put('t1', { hash: 'h2' }, 1)).toBe('ok');
      expect(await vault.get('token', 't1')).toMatchObject({ value: { hash: 'h2' }, version: 2 });
    });

    it('stores a record of several megabytes, like a snapshot of a long state', async () => {
      const value = { text: 'A1+/'.repeat(1_250_000), numbers: [1, 2], pairs: [['a', { n: 1 }]] };
      expect(await put('large', value, null)).toBe('ok');
      expect((await vault.get('token', 'large'))?.value).toEqual(value);
      expect((await vault.list('token', 'ann')).map(({ id }) => id)).toEqual(['large']);
    });

    it('refuses to create an existing record', async () => {
      await put('t1', { hash: 'first' }, null);
      expect(await put('t1', { hash: 'second' }, null)).toBe('stale');
      expect(await vault.get('token', 't1')).toMatchObject({ value: { hash: 'first' }, version: 1 });
    });

    it('refuses a write based on a version other than the one read', async () => {
      await put('t1', { n: 1 }, null);
      await put('t1', { n: 2 }, 1);
      expect(await put('t1', { n: 3 }, 1)).toBe('stale');
      expect(await put('t1', { n: 3 }, 7)).toBe('stale');
      expect(await vault.get('token', 't1')).toMatchObject({ value: { n: 2 } });
    });

    it('refuses to change a missing record', async () => {
      expect(await put('t1', { n: 1 }, 1)).toBe('stale');
      expect(await vault.get('token', 't1')).toBeNull();
    });

    it('lets exactly one of many writers of the same version win without affecting other writes', async () => {
      await put('hot', { n: 0 }, null);
      const answers = await Promise.all([
        ...Array.from({ length: 20 }, (_, n) => put('hot', { n }, 1)),
        put('calm', { n: 0 }, null),
      ]);
      expect(answers.filter((answer) => answer === 'ok')).toHaveLength(2);
      expect(answers.at(-1)).toBe('ok');
      expect(await vault.get('token', 'hot')).toMatchObject({ version: 2 });
    });

    it('applies concurrent writes of one record in the order of the calls', async () => {
      const answers = await Promise.all([
        put('t1', { n: 1 }, null),
        put('t1', { n: 2 }, 1),
        put('t1', { n: 3 }, 2),
      ]);
      expect(answers).toEqual(['ok', 'ok', 'ok']);
      expect(await vault.get('token', 't1')).toMatchObject({ value: { n: 3 }, version: 3 });
    });

    it('separates the kinds', async () => {
      await put('same', { of: 'token' }, null);
      await vault.put('session', 'same', { owner: 'ann', value: { of: 'session' } }, null);
      await vault.delete('token', 'same');
      expect(await vault.get('token', 'same')).toBeNull();
      expect(await vault.get('session', 'same')).toMatchObject({ value: { of: 'session' } });
    });

    it('lists the records of one owner and kind in id order', async () => {
      for (const id of ['b', 'a', 'c']) await put(id, { id }, null);
      await vault.put('token', 'd', { owner: 'ben', value: {} }, null);
      await vault.put('session', 'e', { owner: 'ann', value: {} }, null);
      expect((await vault.list('token', 'ann')).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
      expect(await vault.list('token', 'nobody')).toEqual([]);
    });

    it('lists a record under its new owner after a change of owner', async () => {
      await put('t1', {}, null);
      await vault.put('token', 't1', { owner: 'ben', value: {} }, 1);
      expect(await vault.list('token', 'ann')).toEqual([]);
      expect(await vault.list('token', 'ben')).toMatchObject([{ id: 't1', owner: 'ben', version: 2 }]);
    });

    it('lists no more than its limit', async () => {
      const ids = Array.from({ length: VAULT_LIST_LIMIT + 1 }, (_, n) => String(n).padStart(5, '0'));
      await hundredAtOnce(ids, (id) => put(id, {}, null));
      const listed = await vault.list('token', 'ann');
      expect(listed.map(({ id }) => id)).toEqual(ids.slice(0, VAULT_LIST_LIMIT));
    });

    it('scans every record of a kind once, page by page, for all owners', async () => {
      const ids = [...HOSTILE, ...Array.from({ length: VAULT_LIST_LIMIT }, (_, n) => `id-${n}`)];
      await hundredAtOnce(ids, (id, n) =>
        vault.put('token', id, { owner: n % 2 ? 'ann' : 'ben', value: { n } }, null),
      );
      await vault.put('session', 'other', { owner: 'ann', value: {} }, null);
      const found: string[] = [];
      for (let page = await vault.scan('token', null); page.length > 0;) {
        expect(page.length).toBeLessThanOrEqual(VAULT_LIST_LIMIT);
        found.push(...page.map(({ id }) => id));
        page = await vault.scan('token', found.at(-1) ?? null);
      }
      expect(found.sort()).toEqual([...ids].sort());
      expect(await vault.scan('token', null)).toContainEqual(
        expect.objectContaining({ owner: 'ann', version: 1, value: { n: 1 } }),
      );
      expect(await vault.scan('credential', null)).toEqual([]);
    });

    it('deletes a version, and leaves what was written since', async () => {
      const record = { owner: 'ann', value: { n: 1 } };
      await vault.put('token', 't1', record, null);
      await vault.put('token', 't1', record, 1);
      await vault.delete('token', 't1', 1);
      expect(await vault.get('token', 't1')).toMatchObject({ version: 2 });
      await vault.delete('token', 't1', 2);
      expect(await vault.get('token', 't1')).toBeNull();
    });

    it('deletes a record, and ignores a missing one', async () => {
      await put('t1', {}, null);
      await vault.delete('token', 't1');
      await vault.delete('token', 't1');
      expect(await vault.get('token', 't1')).toBeNull();
      expect(await vault.list('token', 'ann')).toEqual([]);
      expect(await put('t1', { again: true }, null)).toBe('ok');
    });

    it('returns every value unchanged', async () => {
      const value = {
        text: 'a\u0000b "quoted" \u2028 😀',
        number: -1.5,
        large: Number.MAX_SAFE_INTEGER,
        yes: true,
        none: null,
        list: [1, 'two', { three: [] }],
        nested: { constructor: 'x', $gt: '', 'dotted.key': 1 },
      };
      await put('t1', value, null);
      expect((await vault.get('token', 't1'))?.value).toEqual(value);
    });

    it('treats any text as an id or owner literally', async () => {
      for (const [place, text] of HOSTILE.entries()) {
        expect(await vault.put('attempts', text, { owner: text, value: { place } }, null)).toBe('ok');
      }
      for (const [place, text] of HOSTILE.entries()) {
        const expected = { id: text, owner: text, value: { place }, version: 1 };
        expect(await vault.get('attempts', text)).toEqual(expected);
        expect(await vault.list('attempts', text)).toEqual([expected]);
      }
    });

    it('still has every record, version and owner after reopening', async () => {
      await put('t1', { n: 1 }, null);
      await put('t1', { n: 2 }, 1);
      await put('t2', {}, null);
      await vault.delete('token', 't2');
      const again = await under.reopen();
      expect(await again.list('token', 'ann')).toEqual([
        { id: 't1', owner: 'ann', value: { n: 2 }, version: 2 },
      ]);
      expect(await again.put('token', 't1', { owner: 'ann', value: { n: 3 } }, 2)).toBe('ok');
    });

    it('stores pending writes when it is closed', async () => {
      const waiting = put('t1', {}, null);
      const again = await under.reopen();
      expect(await waiting).toBe('ok');
      expect(await again.get('token', 't1')).not.toBeNull();
    });

    it('is ready while open and unavailable once closed', async () => {
      await vault.ready();
      await vault.close();
      await vault.close();
      const unavailable = { name: 'StoreUnavailable' };
      await expect(vault.ready()).rejects.toMatchObject(unavailable);
      await expect(vault.get('token', 't1')).rejects.toMatchObject(unavailable);
      await expect(put('t1', {}, null)).rejects.toMatchObject(unavailable);
    });
  });
}

async function hundredAtOnce<T>(
  items: readonly T[],
  work: (item: T, place: number) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < items.length; start += 100)
    await Promise.all(items.slice(start, start + 100).map((item, n) => work(item, start + n)));
}
