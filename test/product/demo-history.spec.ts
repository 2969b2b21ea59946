import { demoHistoryContract } from '../contracts/demo-history.contract.js';
import { sharedServer, type SharedServer } from '../support/shared-servers.js';

describe('the demo history', () => {
  let server: SharedServer;
  beforeAll(async () => {
    server = await sharedServer('demo');
  });
  demoHistoryContract(() => server);
});
