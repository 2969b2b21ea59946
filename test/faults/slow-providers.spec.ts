import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Problem } from '../../api/src/kernel/people/accounts.js';
import type { Transaction } from '../../api/src/kernel/money/transfers.js';
import { callsTo } from '../support/at-providers.js';
import { enteredCard, type Browser } from '../support/browser.js';
import { FlipServer } from '../support/flip-server.js';
import { waitFor } from '../support/wait-for.js';

/** Fewer than the transfers with hanging calls: all that are allowed at a time. */
const PARALLEL = 4;

let server: FlipServer;
let sender: Browser;

beforeEach(async () => {
  const env = { RATE_LIMIT: 'off', PAYPAL_PARALLEL: String(PARALLEL), STRIPE_PARALLEL: String(PARALLEL) };
  server = await FlipServer.start({ env });
  sender = server.browser();
  await sender.signUp();
});
afterEach(() => server.dispose());

const hang = async (...calls: readonly string[]): Promise<void> => {
  const response = await fetch(`${server.simulatorUrl}/control/latency`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ hang: calls }),
  });
  expect(response.status).toBe(200);
};
const callsOf = async (kind: string): Promise<number> => {
  const { calls } = (await callsTo(server.simulatorUrl)) as { calls: Readonly<Record<string, number>> };
  return calls[kind] ?? 0;
};
const called = (kind: string, times: number) =>
  waitFor(`${times} times ${kind}`, async () => ((await callsOf(kind)) >= times ? true : null));

async function sent(platform: string, handle: string): Promise<string> {
  const cardToken = await enteredCard(server.simulatorUrl);
  const { status, body } = await sender.send<{ id: string }>({ amount: '1.00', cardToken, platform, handle });
  expect(status).toBe(201);
  return body.id;
}

/** Requests with a body that never arrives completely, and a connection on which none begins. */
async function halfRequests(url: string): Promise<void> {
  const { port, hostname } = new URL(url);
  const lines = 'POST /api/auth/sign-in HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
  for (const text of [`${lines}content-length: 99\r\n\r\n{"email`, lines, '', 'P']) {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    await new Promise((done) => socket.write(text, done));
  }
}

const reached = (id: string, status: string) =>
  waitFor(`${id} ${status}`, async () => {
    const { body } = await sender.get<Transaction>(`/api/transfers/${id}`);
    return body.status === status ? true : null;
  });

it('delivers transfers of other platforms while every call to PayPal hangs (ASVS 16.5.2)', async () => {
  await hang('paypal.create');
  for (let send = 0; send < 2 * PARALLEL; send += 1) await sent('PayPal', 'maya@example.com');
  await called('paypal.create', PARALLEL);
  await reached(await sent('Zelle', 'maya@example.com'), 'delivered');
});

it('says of a send that waits only for a cancelled one what is about to be freed, and records no refusal', async () => {
  await hang('stripe.payment_intents.create');
  const cardToken = await enteredCard(server.simulatorUrl);
  const first = await sender.send<{ id: string }>({ amount: '200.00', cardToken });
  await called('stripe.payment_intents.create', 1);
  // It is cancelled on its page.
  await reached(first.body.id, 'processing');
  const cancelled = await sender.post<Transaction>(`/api/transfers/${first.body.id}/cancel`);
  expect(cancelled.body.status).toBe('cancelled');
  const key = randomUUID();
  const again = () => sender.send<Problem>({ amount: '100.00' }, key);
  const refused = await again();
  expect([refused.status, refused.body.code, refused.body.params]).toEqual([
    409,
    'allowance_freeing',
    { freeing: '200.00', remaining: '50.00' },
  ]);
  expect((await sender.send<Problem>({ amount: '251.00' })).body.code).toBe('weekly_limit_exceeded');
  await hang();
  // The same key: a refusal that was recorded would be repeated.
  await waitFor('the amount', async () => ((await again()).status === 201 ? true : null));
});

it('stops with exit code 0 while providers hang and clients send half of their requests', async () => {
  const { simulatorApiKey, simulatorWebhookSecret } = JSON.parse(
    readFileSync(join(server.dataDir, 'secrets.json'), 'utf8'),
  ) as Readonly<Record<string, string>>;
  // A server that does not stop with its providers.
  const stopped = await FlipServer.start({
    env: {
      STRIPE_API_URL: server.simulatorUrl,
      STRIPE_SECRET_KEY: simulatorApiKey ?? '',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_45c48cce2e2d7fbd',
      STRIPE_WEBHOOK_SECRETS: simulatorWebhookSecret ?? '',
      PAYPAL_API_URL: server.simulatorUrl,
      PAYPAL_CLIENT_ID: 'simulator',
      PAYPAL_CLIENT_SECRET: simulatorApiKey ?? '',
      PAYPAL_WEBHOOK_ID: 'WH-simulator',
    },
  });
  try {
    await hang('paypal.create', 'stripe.payment_methods.attach');
    sender = stopped.browser();
    await sender.signUp();
    await sent('PayPal', 'maya@example.com');
    await called('paypal.create', 1);
    const token = await enteredCard(server.simulatorUrl);
    const saving = sender.post('/api/cards', { token }).catch((error: unknown) => error);
    await called('stripe.payment_methods.attach', 1);
    await halfRequests(stopped.url);
    expect(await stopped.kill('SIGTERM')).toBe(0);
    await saving;
  } finally {
    await stopped.dispose();
  }
});
