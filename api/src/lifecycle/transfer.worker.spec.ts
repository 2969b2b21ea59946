import type { CommandBus } from '@nestjs/cqrs';
import { MINUTE, TransferLife } from '../../../test/support/transfer-life.js';
import type { CommandRunner } from '../commands/command-runner.js';
import { TransferWorker } from './transfer.worker.js';

/** How often the rail is asked in an hour about a payout of which it has nothing new to tell. */
async function askedInAnHour(state: 'pending' | 'unclaimed'): Promise<number> {
  const life = new TransferLife().toSubmitted();
  life.paidOut(state);
  let asked = 0;
  const execute = () => Promise.resolve((asked += 1));
  const runner = {
    query: () => Promise.resolve(life.state),
    execute: () => Promise.resolve({ events: [] }),
  };
  const worker = new TransferWorker(runner as unknown as CommandRunner, { execute } as unknown as CommandBus);
  Object.assign(worker, { clock: { now: () => life.nowMs } });
  for (let second = 0; second < 60 * 60; second += 1) {
    await worker.advance(life.of.transferId);
    life.wait(MINUTE / 60);
  }
  return asked;
}

it('rarely queries a payout whose recipient has a month to claim it', async () => {
  expect([await askedInAnHour('pending'), await askedInAnHour('unclaimed')]).toEqual([120, 4]);
});
