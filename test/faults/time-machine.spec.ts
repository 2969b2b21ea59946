import { timeMachineContract } from '../contracts/time-machine.contract.js';
import { FlipServer } from '../support/flip-server.js';
import { Servers } from '../support/servers.js';

describe('the time machine, on an event store and a view store on servers (fake ones)', () => {
  let servers: Servers;
  beforeAll(async () => {
    servers = await Servers.start();
  });
  timeMachineContract(() => FlipServer.start({ env: { ...servers.env, RATE_LIMIT: 'off' } }));
  afterAll(() => servers.dispose());
});
