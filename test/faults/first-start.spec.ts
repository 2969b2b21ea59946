import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SqliteDatabase } from '../../api/src/engine/storage/sqlite.js';
import { StoreUnavailable } from '../../api/src/engine/storage/store-unavailable.js';
import type { Transaction } from '../../api/src/kernel/money/transfers.js';
import { demoHistoryContract, signedInAs } from '../contracts/demo-history.contract.js';
import { FlipServer } from '../support/flip-server.js';
import { expectViewsEqualTheLog } from '../support/ops.js';

/** Number of logged transfers at which a first start is in the middle of the demo history: one sender has closed the account. */
const HALFWAY = 36;
/** By then it is killed at any moment: on a slow machine none may be seen in which a charge waits for what follows. */
const LATEST = 44;
/** It runs in between, also beside other programs. */
const LOOK_EVERY_MS = 10;

describe('a first start that was killed and repeated', () => {
  let server: FlipServer;
  let dataDir: string;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'flip-first-'));
    await killedHalfway(dataDir);
    server = await FlipServer.start({ dataDir, env: { DEMO_HISTORY: 'on' } });
  });
  afterAll(async () => {
    await server.kill();
    rmSync(dataDir, { recursive: true, force: true });
  });

  demoHistoryContract(() => server);

  it('keeps every transfer while operator commands read and close the same log', async () => {
    const luis = await signedInAs(server, 'verified sender');
    const sent: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      sent.push((await luis.send<{ id: string }>({ amount: '1.00' })).body.id);
      await expectViewsEqualTheLog(dataDir);
    }
    await server.kill('SIGTERM');
    server = await FlipServer.start({ dataDir, env: { DEMO_HISTORY: 'on' } });
    const again = await signedInAs(server, 'verified sender');
    const { body } = await again.get<{ items: readonly Transaction[] }>('/api/transfers?limit=200');
    expect(body.items.map(({ id }) => id)).toEqual(expect.arrayContaining(sent));
  });
});

/** Kills a first start while it plays the demo history, while a transfer waits for what follows its charge. */
async function killedHalfway(dataDir: string): Promise<void> {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', PORT: '0', FLIP_DATA: dataDir },
    stdio: 'ignore',
  });
  while (!existsSync(join(dataDir, 'demo.json'))) await pause(LOOK_EVERY_MS);
  const log = new SqliteDatabase(join(dataDir, 'events.db'), [], true);
  const count = (type: string) =>
    Number(log.first('SELECT count(*) FROM events WHERE type = ?', [type])?.[0]);
  const requested = () => count('TransferRequested');
  const waits = () => count('PaymentAuthorized') > count('CaptureRequested');
  const isSeen = (look: () => boolean) => {
    try {
      return look();
    } catch (error) {
      // Stopped with a lock of the file.
      if (error instanceof StoreUnavailable) return false;
      throw error;
    }
  };
  try {
    while (!isSeen(() => requested() > HALFWAY)) await pause(LOOK_EVERY_MS);
    for (;;) {
      child.kill('SIGSTOP');
      if (isSeen(() => waits() || requested() > LATEST)) break;
      child.kill('SIGCONT');
      await pause(LOOK_EVERY_MS);
    }
  } finally {
    child.kill('SIGKILL');
    log.close();
  }
  await new Promise((done) => child.once('exit', done));
  expect(JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))).toMatchObject({ done: false });
}
