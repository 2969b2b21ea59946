import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulator, type Simulator } from '../index.js';

const secrets = {
  simulatorApiKey: 'sk_test_1234567890abcdef',
  simulatorWebhookSecret: 'whsec_1234567890abcdef',
};
let dataDir: string;
let simulator: Simulator;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'flip-latency-'));
  simulator = await startSimulator({ dataDir, clock: { now: () => Date.now() }, secrets, port: 0 });
});
afterEach(async () => {
  await simulator.close();
  await rm(dataDir, { recursive: true });
});

const send = (path: string, init: RequestInit = {}) =>
  fetch(`${simulator.httpUrl}${path}`, { headers: { 'content-type': 'application/json' }, ...init });
const order = (body: object) =>
  send('/control/latency', { method: 'POST', body: JSON.stringify(body) }).then(({ status }) => status);
const isAnswered = async (path: string): Promise<boolean> => {
  const response = await send(path, { signal: AbortSignal.timeout(300) }).catch(() => null);
  return response !== null;
};

it('lets named calls hang and others through, until the next order', async () => {
  expect(await order({ hang: ['persona.inquiries.retrieve'] })).toBe(200);
  expect([await isAnswered('/api/v1/inquiries/inq_1'), await isAnswered('/v1/refunds')]).toEqual([
    false,
    true,
  ]);
  expect(await order({})).toBe(200);
  expect(await isAnswered('/api/v1/inquiries/inq_1')).toBe(true);
});

it('delays one provider and no other', async () => {
  expect(await order({ persona: 60_000 })).toBe(200);
  expect([await isAnswered('/api/v1/inquiries/inq_1'), await isAnswered('/v1/refunds')]).toEqual([
    false,
    true,
  ]);
});

it.each([{ stripe: -1 }, { other: 1 }, { hang: ['other.call'] }, { paypal: 60_001 }])(
  'refuses %j',
  async (body) => {
    expect(await order(body)).toBe(400);
  },
);
