import { randomUUID } from 'node:crypto';
import { FakeEventStoreServer } from '../../../../../test/support/fake-event-store-server.js';
import type { Clock } from '../../../config/clock.js';
import { EncryptedEventLog } from '../encrypted-event-log.js';
import { CommandRunner } from '../../commands/command-runner.js';
import { COMMAND_BATCH_LIMIT } from '../../commands/stream-queue.js';
import {
  newContext,
  paid,
  till,
  type Paid,
  type Pay,
  type TillState,
} from '../../../../../test/support/till.js';
import { DataKeys } from '../data-keys.js';
import { InMemoryRecords, openInMemoryVault } from '../../../../../test/support/in-memory-vault.js';
import { Codec } from '../codec.js';
import { openEventStoreDb, type EventStoreDb } from './eventstoredb-event-store.js';
import { all } from '../../../../../test/support/sample-events.js';

const clock: Clock = { now: () => Date.parse('2026-03-01T12:00:00.000Z') };
const BATCHES = 3;
const COMMANDS = BATCHES * COMMAND_BATCH_LIMIT;

let fakeServer: FakeEventStoreServer;
let store: EventStoreDb;

beforeAll(async () => {
  fakeServer = await FakeEventStoreServer.start();
  store = await openEventStoreDb({ url: fakeServer.url });
});
afterAll(async () => {
  await store.close();
  await fakeServer.dispose();
  process.stdout.write('Calls of commands covered: EventStoreDB, on a fake server.\n');
});

function newRunner(): CommandRunner {
  const vault = openInMemoryVault(new InMemoryRecords());
  const codec = new Codec(
    [paid],
    new DataKeys(vault, { keyEncryptionKey: Buffer.alloc(32).toString('base64') }),
  );
  return new CommandRunner(new EncryptedEventLog(store, codec), clock);
}

async function pay(runner: CommandRunner, stream: string): Promise<number> {
  const { selected } = await runner.execute<TillState, Pay, Paid, number>({
    decider: till,
    stream,
    command: { paymentId: randomUUID(), cents: 1 },
    context: newContext(),
    select: (state) => state.total,
  });
  return selected;
}

it('a batch of commands on a stream takes one append, and one read for the positions of its events', async () => {
  const runner = newRunner();
  const stream = `till-${randomUUID()}`;
  const { counts: before } = await fakeServer.state();
  const totals = await Promise.all(Array.from({ length: COMMANDS }, () => pay(runner, stream)));
  const { counts } = await fakeServer.state();
  expect(totals).toEqual(Array.from({ length: COMMANDS }, (_, n) => n + 1));
  // The first command is sent at once; those that arrive before its response are collected.
  expect(counts.append - before.append).toBeLessThanOrEqual(BATCHES + 1);
  // One of them finds the stream empty; the server tells the place of the last event of an append alone.
  expect(counts.read - before.read).toBeLessThanOrEqual(1 + BATCHES);
  expect(await all(store.read(stream))).toHaveLength(COMMANDS);
});

it('the next command needs no read', async () => {
  const runner = newRunner();
  const stream = `till-${randomUUID()}`;
  await pay(runner, stream);
  const { counts: before } = await fakeServer.state();
  for (let n = 0; n < BATCHES; n += 1) await pay(runner, stream);
  const { counts } = await fakeServer.state();
  expect([counts.append - before.append, counts.read - before.read]).toEqual([BATCHES, 0]);
});
