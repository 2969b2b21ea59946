import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreUnavailable } from '../storage/store-unavailable.js';
import { changed } from '../../../../test/support/till-views.js';
import { openEmbeddedVault } from '../vault/embedded-vault.js';
import type { Vault } from '../vault/vault.port.js';
import { CopyRefused, GuardedVault, IMPORT_MARKER, refuseHalfImport } from './import-marker.js';

describe('the vault of a server', () => {
  let folder: string;
  let kept: Vault;
  let isAway: boolean;
  let refusals: Error[];
  let vault: GuardedVault;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flip-guard-'));
    kept = openEmbeddedVault(join(folder, 'vault.db'));
    isAway = false;
    refusals = [];
    const unsteady = changed<Vault>(kept, {
      get: (kind, id) => (isAway ? Promise.reject(new StoreUnavailable('away')) : kept.get<never>(kind, id)),
    });
    vault = new GuardedVault(
      unsteady,
      () => refuseHalfImport(unsteady).then(() => true),
      (error) => refusals.push(error),
    );
  });
  afterEach(async () => {
    await vault.close();
    await rm(folder, { recursive: true });
  });

  const beginImport = () =>
    kept.put(
      IMPORT_MARKER.kind,
      IMPORT_MARKER.id,
      { owner: IMPORT_MARKER.owner, value: { exportId: 'one' } },
      null,
    );

  it('forwards every call when no import is unfinished', async () => {
    await vault.ready();
    expect(await vault.put('token', 't', { owner: 'ann', value: { n: 1 } }, null)).toBe('ok');
    expect((await vault.get('token', 't'))?.value).toEqual({ n: 1 });
    expect(await vault.list('token', 'ann')).toHaveLength(1);
    expect(await vault.scan('token', null)).toHaveLength(1);
    await vault.delete('token', 't');
    expect(await vault.get('token', 't')).toBeNull();
    expect(refusals).toEqual([]);
  });

  it('refuses to start on an unfinished import, and does not end the process itself', async () => {
    await beginImport();
    await expect(vault.ready()).rejects.toThrow('run the same import again');
    expect(refusals).toEqual([]);
  });

  it('rejects every call on an unfinished import found after the start, and ends the process', async () => {
    await beginImport();
    isAway = true;
    await expect(vault.get('checkpoint', 'fraud')).rejects.toBeInstanceOf(StoreUnavailable);
    isAway = false;
    const asked: readonly (() => Promise<unknown>)[] = [
      () => vault.get('checkpoint', 'fraud'),
      () => vault.list('session', 'ann'),
      () => vault.scan('outbox', null),
      () => vault.put('data-key', 'ann', { owner: 'ann', value: {} }, null),
      () => vault.delete('token', 't'),
    ];
    for (const ask of asked) await expect(ask()).rejects.toBeInstanceOf(CopyRefused);
    expect(refusals).toHaveLength(asked.length);
    expect(await kept.get('data-key', 'ann')).toBeNull();
  });
});
