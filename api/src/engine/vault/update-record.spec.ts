import { InMemoryRecords, openInMemoryVault } from '../../../../test/support/in-memory-vault.js';
import { StoreUnavailable } from '../storage/store-unavailable.js';
import { updateRecord } from './update-record.js';
import type { Vault } from './vault.port.js';

interface Count {
  readonly count: number;
}

const RECORD = { kind: 'run', id: 'count' } as const;
const add = (vault: Pick<Vault, 'get' | 'put'>) =>
  updateRecord<Count, number>(vault, RECORD, (record) => {
    const count = (record?.value.count ?? 0) + 1;
    return { put: { owner: 'test', value: { count } }, result: count };
  });

describe('an update of a vault record', () => {
  const open = () => openInMemoryVault(new InMemoryRecords());

  it('creates a missing record and changes an existing one', async () => {
    const vault = open();
    expect([await add(vault), await add(vault)]).toEqual([1, 2]);
    expect(await vault.get(RECORD.kind, RECORD.id)).toMatchObject({ value: { count: 2 }, version: 2 });
  });

  it('loses none of the changes that come at the same time', async () => {
    const vault = open();
    const counts = await Promise.all([add(vault), add(vault), add(vault), add(vault)]);
    expect(counts.toSorted()).toEqual([1, 2, 3, 4]);
  });

  it('writes nothing when the record is to stay as it is', async () => {
    const vault = open();
    await add(vault);
    const found = await updateRecord<Count, number>(vault, RECORD, (record) => ({
      result: record?.value.count ?? 0,
    }));
    expect(found).toBe(1);
    expect(await vault.get(RECORD.kind, RECORD.id)).toMatchObject({ version: 1 });
  });

  it('gives up when others change the record each time', async () => {
    const vault = open();
    const contended: Pick<Vault, 'get' | 'put'> = {
      get: (kind, id) => vault.get(kind, id),
      put: () => Promise.resolve('stale'),
    };
    await expect(add(contended)).rejects.toThrow(StoreUnavailable);
  });
});
