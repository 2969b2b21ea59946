import { InMemoryRecords, openInMemoryVault } from '../../../../test/support/in-memory-vault.js';
import { KEY_ENCRYPTION_KEY } from '../../../../test/support/sample-events.js';
import { vaultContract } from '../../../../test/contracts/vault.contract.js';
import { AuthenticVault, DamagedRecord } from './authentic-vault.js';
import type { Vault, VaultRecord } from './vault.port.js';

const open = (records: InMemoryRecords, key = KEY_ENCRYPTION_KEY): Vault =>
  new AuthenticVault(openInMemoryVault(records), { keyEncryptionKey: key });

vaultContract('authentic, over the in-memory reference', () => {
  const records = new InMemoryRecords();
  let vault = open(records);
  return Promise.resolve({
    vault,
    async reopen() {
      await vault.close();
      vault = open(records);
      return vault;
    },
    discard: () => vault.close(),
  });
});

describe('a record written by someone without the key', () => {
  const credential = { hash: 'a', sessionsValidFrom: 1 };
  let records: InMemoryRecords;
  let vault: Vault;
  beforeEach(async () => {
    records = new InMemoryRecords();
    vault = open(records);
    await vault.put('credential', 'ann', { owner: 'ann', value: credential }, null);
    await vault.put('credential', 'bob', { owner: 'bob', value: { ...credential, hash: 'b' } }, null);
  });

  const stored = (id: string) => records.of('credential').get(id) as VaultRecord<Record<string, unknown>>;

  it.each<[string, () => Partial<VaultRecord>]>([
    ['another value', () => ({ value: { ...stored('ann').value, hash: 'c' } })],
    ['the value of another record', () => ({ value: stored('bob').value })],
    ['another owner', () => ({ owner: 'bob' })],
    ['another version', () => ({ version: 2 })],
    ['no MAC', () => ({ value: credential })],
  ])('is refused by every read: %s', async (_, change) => {
    records.of('credential').set('ann', { ...stored('ann'), ...change() });
    const refused = new DamagedRecord('credential', 'ann');
    await expect(vault.get('credential', 'ann')).rejects.toEqual(refused);
    await expect(vault.scan('credential', null)).rejects.toEqual(refused);
    await expect(vault.list('credential', stored('ann').owner)).rejects.toEqual(refused);
    expect((await vault.get('credential', 'bob'))?.value).toEqual({ ...credential, hash: 'b' });
  });

  it('is refused when it was written with other secrets', async () => {
    const other = open(records, Buffer.alloc(32, 8).toString('base64'));
    await expect(other.get('credential', 'ann')).rejects.toBeInstanceOf(DamagedRecord);
  });
});
