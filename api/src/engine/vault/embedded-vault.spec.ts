import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import Database from 'libsql';
import { StoreUnavailable } from '../storage/store-unavailable.js';
import { openEmbeddedVault, VAULT_QUEUE_LIMIT } from './embedded-vault.js';
import { vaultContract, type VaultUnderTest } from '../../../../test/contracts/vault.contract.js';
import type { Vault } from './vault.port.js';

async function open(): Promise<VaultUnderTest & { readonly folder: string; readonly file: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'flip-vault-'));
  const file = join(folder, 'vault.db');
  let vault: Vault = openEmbeddedVault(file);
  return {
    folder,
    file,
    vault,
    async reopen() {
      await vault.close();
      vault = openEmbeddedVault(file);
      return vault;
    },
    async discard() {
      await vault.close();
      await rm(folder, { recursive: true });
    },
  };
}

vaultContract('embedded', open);

describe('embedded vault', () => {
  let under: Awaited<ReturnType<typeof open>>;

  beforeEach(async () => {
    under = await open();
  });

  afterEach(() => under.discard());

  async function bytesOnDisk(): Promise<Buffer> {
    const names = await readdir(under.folder);
    return Buffer.concat(await Promise.all(names.map((name) => readFile(join(under.folder, name)))));
  }

  it('leaves no trace of a data key in its files once the key is destroyed', async () => {
    const { vault } = under;
    await vault.put('data-key', 'ann', { owner: 'ann', value: { key: 'canary-wrapped-key' } }, null);
    expect((await bytesOnDisk()).includes('canary-wrapped-key')).toBe(true);
    await vault.put('data-key', 'ann', { owner: 'ann', value: { destroyed: true } }, 1);
    expect((await bytesOnDisk()).includes('canary-wrapped-key')).toBe(false);
    expect((await bytesOnDisk()).includes('destroyed')).toBe(true);
  });

  it('is not ready while any page of it cannot be read', async () => {
    for (const method of ['warn', 'log'] as const) jest.spyOn(Logger.prototype, method).mockImplementation();
    const value = { text: 'x'.repeat(1_000) };
    for (let n = 0; n < 20; n += 1)
      await under.vault.put('credential', `of ${n}`, { owner: 'ann', value }, null);
    const vault = await under.reopen();
    const sound = await readFile(under.file);
    const damaged = Buffer.from(sound);
    const at = damaged.lastIndexOf('of 19');
    await writeFile(under.file, damaged.fill(0, at - (at % 4_096), at - (at % 4_096) + 4_096));
    await vault.ready();
    await expect(vault.get('credential', 'of 19')).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(vault.ready()).rejects.toThrow('vault.db');
    await writeFile(under.file, sound);
    await vault.ready();
    jest.restoreAllMocks();
  });

  it('leaves no byte of a key whose record is deleted on the disk', async () => {
    const { vault } = under;
    await vault.put('data-key', 'ann', { owner: 'ann', value: { key: 'canary-wrapped-key' } }, null);
    expect((await bytesOnDisk()).includes('canary-wrapped-key')).toBe(true);
    await vault.delete('data-key', 'ann');
    expect((await bytesOnDisk()).includes('canary-wrapped-key')).toBe(false);
  });

  it('shreds a key later when another reader of the file delayed it', async () => {
    const { vault, file } = under;
    await vault.put('data-key', 'ann', { owner: 'ann', value: { key: 'canary-wrapped-key' } }, null);
    const reader = new Database(file);
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM records').get();
    await vault.put('data-key', 'ann', { owner: 'ann', value: { destroyed: true } }, 1);
    expect((await bytesOnDisk()).includes('canary-wrapped-key')).toBe(true);
    reader.exec('COMMIT');
    reader.close();
    await vault.put('token', 't1', { owner: 'ben', value: {} }, null);
    expect((await bytesOnDisk()).includes('canary-wrapped-key')).toBe(false);
  });

  it('refuses writes beyond its queue limit instead of growing indefinitely', async () => {
    const { vault } = under;
    const puts = Array.from({ length: VAULT_QUEUE_LIMIT + 1 }, (_, n) =>
      vault.put('token', String(n), { owner: 'ann', value: {} }, null),
    );
    await expect(puts.at(-1)).rejects.toMatchObject({ name: 'StoreUnavailable' });
    expect(new Set(await Promise.all(puts.slice(0, -1)))).toEqual(new Set(['ok']));
  });

  it('opened for reading shows concurrent writes and refuses its own', async () => {
    const reading = openEmbeddedVault(under.file, { readonly: true });
    await under.vault.put('token', 't1', { owner: 'ann', value: {} }, null);
    expect(await reading.get('token', 't1')).toMatchObject({ owner: 'ann' });
    await expect(reading.delete('token', 't1')).rejects.toThrow(StoreUnavailable);
    await reading.close();
    expect(await under.vault.get('token', 't1')).not.toBeNull();
  });

  it('moves its write-ahead log into its file although a lease is renewed all the time', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const vault = openEmbeddedVault(under.file);
    const moves: number[] = [];
    for (let second = 0; second < 30; second += 1) {
      await vault.put('lease', `l${second}`, { owner: 'mail', value: {} }, null);
      jest.advanceTimersByTime(1_000);
      await vault.ready();
      if ((await stat(`${under.file}-wal`)).size === 0) moves.push(second);
    }
    await vault.close();
    jest.useRealTimers();
    // The first comes soon after the start: a kill can have left older writes.
    expect(moves).toEqual([4, 13, 22]);
  });

  it('reports a missing folder as unavailable', () => {
    expect(() => openEmbeddedVault(join(under.folder, 'missing', 'vault.db'))).toThrow(StoreUnavailable);
  });
});

afterAll(() => {
  process.stdout.write('Vault contract covered: embedded.\n');
});
