import { appendFile, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '../../test/support/wait-for.js';
import { SimulatorMemory } from './simulator-memory.js';
import type { ReceivedMail } from './simulator-state.js';
import type { Simulation } from '../simulation.js';
import type { SimulatedPayment } from '../stripe/stripe-state.js';
import { WebhookLog } from './webhook-log.js';
import { stripeWebhooks, WebhookSender } from './webhook-sender.js';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flip-simulator-'));
  path = join(folder, 'simulator.json');
});
afterEach(() => rm(folder, { recursive: true }));

const payment = (id: string): SimulatedPayment => ({
  id,
  created: 1,
  amount: 1_000,
  status: 'requires_capture',
  methodId: 'pm_1',
  customerId: null,
  savesCard: false,
  returnUrl: '',
  challengeSecret: null,
  declineCode: null,
  canceledAt: null,
  metadata: {},
});
const mail = (id: string, text: string): ReceivedMail => ({
  id,
  at: '2026-11-20T12:00:00.000Z',
  from: '',
  to: [],
  subject: '',
  text,
  html: null,
});
const sizeOfFile = async () => (await stat(path)).size;

async function filled(count: number): Promise<SimulatorMemory> {
  const memory = await SimulatorMemory.open(path);
  for (let index = 0; index < count; index += 1) memory.add('payments', payment(`pi_${index}`));
  await memory.save();
  return memory;
}

it('a change writes the entry that changed and nothing else, however much is stored', async () => {
  const memory = await filled(1_000);
  const whole = await sizeOfFile();
  const [first] = memory.state.stripe.payments;
  if (first) memory.change('payments', first, { status: 'succeeded' });
  await memory.save();
  await memory.save();
  expect((await sizeOfFile()) - whole).toBe(
    JSON.stringify(['payments', 'pi_0', { ...payment('pi_0'), status: 'succeeded' }]).length + 1,
  );
});

it('has after a restart what it had before: added, changed and removed entries in their order', async () => {
  const memory = await filled(3);
  const [first, second] = memory.state.stripe.payments;
  if (first) memory.remove('payments', first);
  if (second) memory.change('payments', second, { status: 'canceled' });
  memory.add('payments', payment('pi_9'));
  memory.setDesk({ auto: false });
  await memory.save();
  const again = await SimulatorMemory.open(path);
  expect(again.state).toEqual(memory.state);
  expect(again.state.stripe.payments.map(({ id, status }) => [id, status])).toEqual([
    ['pi_1', 'canceled'],
    ['pi_2', 'requires_capture'],
    ['pi_9', 'requires_capture'],
  ]);
});

it('reads the file of an earlier version, which is the state alone', async () => {
  const stripe = { payments: [payment('pi_1')] };
  const deliveries = [{ id: 'evt_1', body: '{}', attemptsMade: 2 }];
  await writeFile(path, JSON.stringify({ desk: { auto: false }, deliveries, stripe }));
  const memory = await SimulatorMemory.open(path);
  memory.add('payments', payment('pi_2'));
  await memory.save();
  const { state } = await SimulatorMemory.open(path);
  expect(state.stripe.payments.map(({ id }) => id)).toEqual(['pi_1', 'pi_2']);
  expect([state.desk.auto, state.deliveries[0]]).toEqual([
    false,
    { id: 'evt_1', provider: 'persona', copy: 0, body: '{}', attemptsMade: 2 },
  ]);
});

it('drops the half of a write that a power loss has left', async () => {
  const memory = await filled(1);
  memory.add('payments', payment('pi_1'));
  await memory.save();
  await appendFile(path, '["payments","pi_2",{"id":"pi_2","crea');
  const again = await SimulatorMemory.open(path);
  expect(again.state.stripe.payments).toHaveLength(2);
  again.add('payments', payment('pi_3'));
  await again.save();
  expect((await SimulatorMemory.open(path)).state.stripe.payments).toHaveLength(3);
});

it('begins the file again before its changes outgrow the state, and when it is gone', async () => {
  const memory = await filled(1);
  for (let round = 0; round < 3; round += 1) {
    memory.add('mails', mail('1', 'x'.repeat(3_500_000)));
    await memory.save();
    const [kept] = memory.state.mails;
    if (kept) memory.remove('mails', kept);
  }
  await memory.save();
  expect(await sizeOfFile()).toBeLessThan(8_000_000);
  expect((await SimulatorMemory.open(path)).state).toEqual(memory.state);
  await rm(path);
  memory.add('payments', payment('pi_5'));
  await memory.save();
  expect((await SimulatorMemory.open(path)).state).toEqual(memory.state);
});

it('sends a webhook only once its file has what the webhook reports', async () => {
  const happened: string[] = [];
  const receiver = createServer((request, response) => {
    request.resume();
    happened.push('received');
    response.end();
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const memory = await SimulatorMemory.open(path);
  const save = memory.save.bind(memory);
  memory.save = async () => {
    await save();
    happened.push('saved');
  };
  const webhookLog = new WebhookLog();
  const clock = { now: () => Date.now() };
  const simulation = { memory, webhookLog, clock, playsHistory: false } as unknown as Simulation;
  const sender = new WebhookSender(simulation, stripeWebhooks('whsec_1234567890'));
  sender.deliverTo(`http://127.0.0.1:${String((receiver.address() as AddressInfo).port)}`);
  sender.send([{ id: 'evt_1', body: '{}' }]);
  await waitFor('the end of the delivery', () =>
    Promise.resolve(memory.state.deliveries.length === 0 || null),
  );
  await sender.close();
  await new Promise((done) => receiver.close(done));
  expect(happened.slice(0, 2)).toEqual(['saved', 'received']);
});

it('keeps no webhook for later while it plays a history', async () => {
  const memory = await SimulatorMemory.open(path);
  const simulation = { memory, playsHistory: true } as unknown as Simulation;
  new WebhookSender(simulation, stripeWebhooks('whsec_1234567890')).send([{ id: 'evt_1', body: '{}' }]);
  expect(memory.state.deliveries).toEqual([]);
});
