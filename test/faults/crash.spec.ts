import { rmSync } from 'node:fs';
import { FlipServer } from '../support/flip-server.js';
import { expectEveryKeyOnce, sendUntilKilled } from './killed-under-load.js';
import { expectViewsEqualTheLog } from '../support/ops.js';
import { counts } from '../support/scale.js';

const OFF = { RATE_LIMIT: 'off' };

describe('a server killed under load', () => {
  it(`loses and duplicates no acknowledged transfer and repeats every first response, ${String(counts.crashCycles)} times (ASVS 2.3.3)`, async () => {
    let server = await FlipServer.start({ env: OFF });
    const { dataDir } = server;
    try {
      for (let cycle = 0; cycle < counts.crashCycles; cycle += 1) {
        const sender = server.browser();
        const credentials = await sender.signUp();
        const asked = await sendUntilKilled(server, sender);
        server = await FlipServer.start({ dataDir, env: OFF });
        await expectEveryKeyOnce(server, credentials, asked);
      }
      await server.kill('SIGTERM');
      await expectViewsEqualTheLog(dataDir);
    } finally {
      await server.kill();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
