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
/** Whether a call of Persona waits while later ones of Stripe are answered. */
const isHeld = async (): Promise<boolean> => {
  const ended = new AbortController();
  let isAnswered = false;
  const held = send('/api/v1/inquiries/inq_1', { signal: ended.signal }).then(
    () => (isAnswered = true),
    () => undefined,
  );
  for (let call = 0; call < 5; call++) await send('/v1/refunds');
  ended.abort();
  await held;
  return !isAnswered;
};

it('lets named calls hang and others through, until the next order', async () => {
  expect(await order({ hang: ['persona.inquiries.retrieve'] })).toBe(200);
  expect(await isHeld()).toBe(true);
  expect(await order({})).toBe(200);
  expect((await send('/api/v1/inquiries/inq_1')).status).toBe(401);
});

it('delays one provider and no other', async () => {
  expect(await order({ persona: 60_000 })).toBe(200);
  expect(await isHeld()).toBe(true);
});

it.each([{ stripe: -1 }, { other: 1 }, { hang: ['other.call'] }, { paypal: 60_001 }])(
  'refuses %j',
  async (body) => {
    expect(await order(body)).toBe(400);
  },
);
