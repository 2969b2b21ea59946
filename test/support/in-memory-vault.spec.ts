import { InMemoryRecords, openInMemoryVault } from './in-memory-vault.js';
import { vaultContract } from '../contracts/vault.contract.js';

vaultContract('in-memory reference', () => {
  const records = new InMemoryRecords();
  let vault = openInMemoryVault(records);
  return Promise.resolve({
    vault,
    async reopen() {
      await vault.close();
      vault = openInMemoryVault(records);
      return vault;
    },
    discard: () => vault.close(),
  });
});

afterAll(() => {
  process.stdout.write('Vault contract covered: in-memory reference.\n');
});
