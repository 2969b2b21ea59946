import { timeMachineContract } from '../contracts/time-machine.contract.js';
import { FlipServer } from '../support/flip-server.js';

describe('the time machine', () => {
  timeMachineContract(() => FlipServer.start({ env: { RATE_LIMIT: 'off' } }));
});
