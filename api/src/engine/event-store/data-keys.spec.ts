import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreUnavailable } from '../storage/store-unavailable.js';
import { DATA_KEY_LIFE_MS, DataKeys, type DataKey } from './data-keys.js';
import { openEmbeddedVault } from '../vault/embedded-vault.js';
import type { Vault } from '../vault/vault.port.js';

const KEK = randomBytes(32).toString('base64');
const bytesOf = (key: DataKey | null) =>
  key === null || key === 'destroyed' ? key : key.export().toString('hex');

describe('the store of data keys', () => {
  let folder: string;
  let vault: Vault;
  let keys: DataKeys;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flip-keys-'));
    vault = openEmbeddedVault(join(folder, 'vault.db'));
    keys = new DataKeys(vault, { keyEncryptionKey: KEK });
  });
  afterEach(async () => {
    await vault.close();
    await rm(folder, { recursive: true });
  });

  /** Another process over the same vault. */
  const others = (nowMs?: () => number, over: Vault = vault) =>
    new DataKeys(over, { keyEncryptionKey: KEK }, nowMs);

  it('uses one permanent key per person, in every process', async () => {
    const uid = randomUUID();
    const key = bytesOf(await keys.getOrCreate(uid));
    expect(key).toHaveLength(64);
    expect(bytesOf(await keys.getOrCreate(uid))).toBe(key);
    expect(bytesOf(await others().get(uid))).toBe(key);
    expect(bytesOf(await keys.getOrCreate(randomUUID()))).not.toBe(key);
  });

  it('creates one key for many concurrent first requests', async () => {
    const uid = randomUUID();
    const asked = [keys, others(), others()].flatMap((ring) => [
      ring.getOrCreate(uid),
      ring.getOrCreate(uid),
    ]);
    expect(new Set((await Promise.all(asked)).map(bytesOf)).size).toBe(1);
  });

  it('stores the key in the vault before it can be used', async () => {
    const order: string[] = [];
    const watched: Vault = Object.assign(Object.create(vault) as Vault, {
      put: async (...args: Parameters<Vault['put']>) => {
        const outcome = await vault.put(...args);
        order.push('durable');
        return outcome;
      },
    });
    await others(undefined, watched)
      .getOrCreate(randomUUID())
      .then(() => order.push('used'));
    expect(order).toEqual(['durable', 'used']);
  });

  it('returns null for a person who never had a key', async () => {
    expect(await keys.get(randomUUID())).toBeNull();
  });

  it('destroys a key permanently, here immediately and elsewhere within a minute', async () => {
    const uid = randomUUID();
    let now = 0;
    const elsewhere = others(() => now);
    await keys.getOrCreate(uid);
    await elsewhere.get(uid);
    await keys.destroy(uid, '2026-11-01T12:00:00.000Z');
    expect(await keys.get(uid)).toBe('destroyed');
    expect(await keys.getOrCreate(uid)).toBe('destroyed');
    expect(await elsewhere.get(uid)).not.toBe('destroyed');
    now = DATA_KEY_LIFE_MS;
    expect(await elsewhere.get(uid)).toBe('destroyed');
    expect(await others().getOrCreate(uid)).toBe('destroyed');
  });

  it('can destroy a key before its creation, which then never happens', async () => {
    const uid = randomUUID();
    await keys.destroy(uid, '2026-11-01T12:00:00.000Z');
    expect(await others().getOrCreate(uid)).toBe('destroyed');
  });

  it('does not restore a key that was destroyed during a read of the vault', async () => {
    const uid = randomUUID();
    await keys.getOrCreate(uid);
    let answer: () => void = () => undefined;
    const slow: Vault = Object.assign(Object.create(vault) as Vault, {
      get: async (...args: Parameters<Vault['get']>) => {
        const record = await vault.get(...args);
        await new Promise<void>((resolve) => (answer = resolve));
        return record;
      },
    });
    const ring = others(undefined, slow);
    const reading = ring.get(uid);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const release = answer;
    const destroying = ring.destroy(uid, '2026-11-01T12:00:00.000Z');
    await new Promise((resolve) => setTimeout(resolve, 5));
    answer();
    await destroying;
    release();
    await reading;
    expect(ring.peek(uid)).toBe('destroyed');
  });

  it('reports an unavailable vault, and queries it again the next time', async () => {
    const uid = randomUUID();
    let away = true;
    const flaky: Vault = Object.assign(Object.create(vault) as Vault, {
      get: (...args: Parameters<Vault['get']>) =>
        away ? Promise.reject(new StoreUnavailable('away')) : vault.get(...args),
    });
    const ring = others(undefined, flaky);
    await expect(ring.getOrCreate(uid)).rejects.toBeInstanceOf(StoreUnavailable);
    away = false;
    expect(bytesOf(await ring.getOrCreate(uid))).toHaveLength(64);
  });

  it('refuses a key under another key encryption key or another person’s id', async () => {
    const uid = randomUUID();
    await keys.getOrCreate(uid);
    await expect(
      new DataKeys(vault, { keyEncryptionKey: randomBytes(32).toString('base64') }).get(uid),
    ).rejects.toThrow();
    const record = await vault.get<{ wrapped: string }>('data-key', uid);
    const thief = randomUUID();
    await vault.put('data-key', thief, { owner: thief, value: record?.value ?? {} }, null);
    await expect(others().get(thief)).rejects.toThrow();
  });

  it('wraps every key with a new key encryption key, and goes on where it was stopped', async () => {
    const uids = Array.from({ length: 30 }, () => randomUUID());
    const before = await Promise.all(uids.map(async (uid) => bytesOf(await keys.getOrCreate(uid))));
    const erased = randomUUID();
    await keys.destroy(erased, '2026-11-01T12:00:00.000Z');
    const [first, second] = [KEK, randomBytes(32).toString('base64')].map((key, n) => ({
      id: `${n + 1}`,
      key,
    }));
    const rotated = (...listed: readonly (typeof first)[]) => ({
      keyEncryptionKey: KEK,
      keys: { 'key-encryption': listed.flatMap((one) => (one ? [one] : [])) },
    });
    let writes = 0;
    const put = (...args: Parameters<Vault['put']>) =>
      ++writes > 10 ? Promise.reject(new StoreUnavailable('killed')) : vault.put(...args);
    const stopped = Object.assign(Object.create(vault) as Vault, { put });
    await expect(new DataKeys(stopped, rotated(first, second)).rewrap()).rejects.toThrow('killed');
    expect(await new DataKeys(vault, rotated(first, second)).rewrap()).toBe(20);
    expect(await new DataKeys(vault, rotated(first, second)).rewrap()).toBe(0);
    const afterwards = new DataKeys(vault, rotated(second));
    expect(await Promise.all(uids.map(async (uid) => bytesOf(await afterwards.get(uid))))).toEqual(before);
    expect(await afterwards.get(erased)).toBe('destroyed');
  });

  it('leaves neither a destroyed key nor its wrapped form in the vault’s files', async () => {
    const uid = randomUUID();
    const key = await keys.getOrCreate(uid);
    const record = await vault.get<{ wrapped: string }>('data-key', uid);
    await keys.destroy(uid, '2026-11-01T12:00:00.000Z');
    const names = await readdir(folder);
    const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')));
    expect(files.join('')).toContain(uid);
    expect(files.join('')).not.toContain(record?.value.wrapped);
    expect(files.join('')).not.toContain(key === 'destroyed' ? key : key.export().toString('latin1'));
  });
});
