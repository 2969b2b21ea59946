import {
  dropDatabase,
  freshDatabase,
  startMongoServer,
  type MongoServer,
} from '../../../../test/support/fake-mongo-server.js';
import { PATIENCE_MS } from '../../../../test/support/wait-for.js';
import { openMongoVault } from './mongodb-vault.js';
import { vaultContract, type VaultUnderTest } from '../../../../test/contracts/vault.contract.js';

let server: MongoServer;

beforeAll(async () => {
  server = await startMongoServer();
});

afterAll(async () => {
  await server.stop();
  process.stdout.write(`Vault contract covered: MongoDB, on the ${server.kind}.\n`);
});

async function open(): Promise<VaultUnderTest> {
  const { url } = server;
  const database = freshDatabase();
  const settings = { url, database, deadlineMs: PATIENCE_MS };
  let vault = await openMongoVault(settings);
  return {
    vault,
    async reopen() {
      await vault.close();
      vault = await openMongoVault(settings);
      return vault;
    },
    async discard() {
      await vault.close();
      await dropDatabase(url, database);
    },
  };
}

vaultContract('MongoDB', open);
