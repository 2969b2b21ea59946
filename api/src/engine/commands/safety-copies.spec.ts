import {
  newContext,
  openTillStores,
  paid,
  removeTillStores,
  till,
  type TillStores,
} from '../../../../test/support/till.js';
import { systemClock } from '../../config/clock.js';
import { CommandRunner } from './command-runner.js';
import { SAFETY_CHECKPOINT, SafetyCopies } from './safety-copies.js';

let stores: TillStores;
let copies: SafetyCopies;
const open = async (declaration: typeof paid) => {
  stores = await openTillStores([declaration]);
  copies = new SafetyCopies(stores.vault);
  copies.isCopying = true;
  return new CommandRunner(stores.log, systemClock, { copies });
};
afterEach(() => removeTillStores(stores));

const pay = (runner: CommandRunner) =>
  runner.execute({
    decider: till,
    stream: 'till-a',
    context: newContext(),
    command: { paymentId: '1', cents: 1 },
  });

it('a decision that must survive a restore is acknowledged once it is copied', async () => {
  const runner = await open({ ...paid, safety: () => 'payment' });
  const order: string[] = [];
  const acknowledged = pay(runner).then(() => order.push('acknowledged'));
  while ((await stores.eventStore.head()) === '') await new Promise(setImmediate);
  const { kind, id, owner } = SAFETY_CHECKPOINT;
  const value = { through: await stores.eventStore.head(), sequence: 1, chain: '' };
  order.push('copied');
  await stores.vault.put(kind, id, { owner, value }, null);
  copies.moved();
  await acknowledged;
  expect(order).toEqual(['copied', 'acknowledged']);
});

it('a decision is acknowledged although it cannot be copied; it is recorded', async () => {
  const runner = await open({ ...paid, safety: () => 'payment' });
  expect((await pay(runner)).events).toHaveLength(1);
});

it('nothing else waits, nor does anything without a copier', async () => {
  const runner = await open(paid);
  const waited = jest.spyOn(copies, 'waitFor');
  await pay(runner);
  expect(waited).not.toHaveBeenCalled();
  copies.isCopying = false;
  const read = jest.spyOn(stores.vault, 'get');
  await copies.waitFor('1');
  expect(read).not.toHaveBeenCalled();
});
