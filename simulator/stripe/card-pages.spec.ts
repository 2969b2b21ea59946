import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulator, type Simulator } from '../index.js';

const secrets = { simulatorApiKey: 'key-of-the-test', simulatorWebhookSecret: 'secret-of-the-test' };
const NOON_MS = Date.parse('2026-11-21T12:00:00.000Z');
const card = { number: '4000 0566 5566 5556', expMonth: 12, expYear: 2026, cvc: '123' };

let nowMs: number;
let dataDir: string;
let simulator: Simulator;

const start = () =>
  startSimulator({
    dataDir,
    clock: { now: () => nowMs },
    secrets,
    port: 0,
    publicUrl: 'http://127.0.0.1:3000',
  });

beforeEach(async () => {
  nowMs = NOON_MS;
  dataDir = await mkdtemp(join(tmpdir(), 'flip-card-pages-'));
  simulator = await start();
});
afterEach(async () => {
  await simulator.close();
  await rm(dataDir, { recursive: true });
});

const tokenize = async (changes: Partial<typeof card> = {}, type = 'application/json') => {
  const init = {
    method: 'POST',
    headers: { 'content-type': type },
    body: JSON.stringify({ ...card, ...changes }),
  };
  const response = await fetch(`${simulator.httpUrl}/card-frame/tokens`, init);
  return { status: response.status, ...((await response.json()) as { token?: string; field?: string }) };
};
const api = (path: string, form?: Record<string, string>) =>
  fetch(`${simulator.httpUrl}/v1/${path}`, {
    headers: { authorization: `Bearer ${secrets.simulatorApiKey}` },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
const pay = async (changes: Partial<typeof card> = {}) => {
  const payment_method = (await tokenize(changes)).token ?? '';
  const response = await api('payment_intents', {
    amount: '2190',
    currency: 'usd',
    payment_method,
    capture_method: 'manual',
    confirm: 'true',
    'allowed_payment_method_types[0]': 'card',
    return_url: 'http://127.0.0.1:3000/payment?transfer=1',
  });
  return (await response.json()) as { id: string; next_action: { redirect_to_url: { url: string } } };
};

describe('the card frame', () => {
  it("may be framed only by the app's pages, under either of its names on this machine", async () => {
    simulator.deliverTo('http://127.0.0.1:3001');
    const policy = (await fetch(`${simulator.httpUrl}/card-frame`)).headers.get('content-security-policy');
    expect(policy).toContain(
      'frame-ancestors http://127.0.0.1:3000 http://localhost:3000 http://127.0.0.1:3001 http://localhost:3001;',
    );
  });

  it('has the language and colors of its parent page', async () => {
    const text = await (await fetch(`${simulator.httpUrl}/card-frame?lang=es&scheme=dark`)).text();
    expect(text).toMatch(/<html lang="es" data-scheme="dark">/);
    expect(text).toContain('Número de la tarjeta');
  });

  it.each([
    ['number', { number: '4000056655665557' }],
    ['number', { number: '40000566' }],
    ['test_number', { number: '4111111111111111' }],
    ['expiry', { expMonth: 13 }],
    ['expiry', { expYear: 2025 }],
    ['expiry', { expMonth: 10 }],
    ['cvc', { cvc: '12' }],
  ])('names the invalid field: %s %j', async (field, changes) => {
    expect(await tokenize(changes)).toEqual({ status: 400, field });
  });

  it('accepts a card until the end of its month, and no form of another site', async () => {
    expect((await tokenize({ expMonth: 11 })).token).toMatch(/^pm_/);
    nowMs = Date.parse('2026-12-01T00:00:00.000Z');
    expect(await tokenize({ expMonth: 11 })).toEqual({ status: 400, field: 'expiry' });
    expect((await tokenize({}, 'text/plain')).status).toBe(415);
  });

  it('stores brand and last digits, never a number or code, even across a restart', async () => {
    const token = (await tokenize({ cvc: '8642' })).token ?? '';
    await simulator.close();
    const file = await readFile(join(dataDir, 'simulator.json'), 'utf8');
    expect(file).toContain('"last4":"5556"');
    expect(file).not.toMatch(/400005665566|8642/);
    simulator = await start();
    expect(await (await api(`payment_methods/${token}`)).json()).toMatchObject({ card: { last4: '5556' } });
  });
});

describe("the bank's page", () => {
  const submitOutcome = (url: string, outcome: string) => {
    const body = new URLSearchParams([...new URL(url).searchParams, ['answer', outcome]]);
    return fetch(`${simulator.httpUrl}/card-challenge`, { method: 'POST', redirect: 'manual', body });
  };
  const waiting = async () => (await pay({ number: '4000000000003220' })).next_action.redirect_to_url.url;

  it.each([
    ['approve', 'succeeded'],
    ['refuse', 'failed'],
  ])('shows the payment and returns to the app: %s', async (outcome, status) => {
    const url = await waiting();
    const page = await fetch(url);
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1:3000");
    expect(await page.text()).toMatch(/\$21\.90[^]*Visa ••••\u00a03220/);
    const address = new URL((await submitOutcome(url, outcome)).headers.get('location') ?? '');
    expect(address.pathname).toBe('/payment');
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      transfer: '1',
      redirect_status: status,
    });
    expect((await fetch(`${url}&language=es`)).status).toBe(409);
  });

  it('opens only with the secret in its link', async () => {
    const url = await waiting();
    for (const other of [
      url.replace(/secret=.*/, 'secret='),
      url.replace(/secret=.*/, 'secret=x'),
      url.split('?')[0] ?? '',
    ])
      expect((await fetch(other)).status).toBe(404);
    expect((await submitOutcome(url.replace(/secret=.*/, 'secret=x'), 'approve')).status).toBe(404);
  });
});

describe('a payment of a card with the code 999', () => {
  it('is authorized immediately, and its webhook is sent twice', async () => {
    expect(await pay({ number: '4000000000000002', cvc: '999' })).toMatchObject({
      status: 'requires_capture',
    });
    const response = await fetch(`${simulator.httpUrl}/control/deliveries`);
    const { waiting } = (await response.json()) as { waiting: { id: string; attemptsMade: number }[] };
    expect(waiting).toHaveLength(2);
    expect(new Set(waiting.map(({ id }) => id)).size).toBe(1);
  });
});

describe('the API of the card processor', () => {
  it.each([
    ['an unknown parameter', { payment_intent: 'pi_1', amount: '500', color: 'red' }, 'color'],
    ['an invalid amount', { payment_intent: 'pi_1', amount: 'x' }, 'amount'],
  ])('refuses %s', async (_, form, param) => {
    const response = await api('refunds', form);
    expect([response.status, await response.json()]).toMatchObject([400, { error: { param } }]);
  });

  it('refuses a wrong key, and counts the calls of every provider', async () => {
    expect((await fetch(`${simulator.httpUrl}/v1/payment_intents/pi_1`)).status).toBe(401);
    await pay();
    expect(await (await fetch(`${simulator.httpUrl}/control/calls`)).json()).toEqual({
      total: 2,
      calls: { 'stripe.payment_intents.create': 1, 'stripe.payment_intents.retrieve': 1 },
    });
  });
});
