import { randomUUID } from 'node:crypto';
import type { Browser, Credentials } from '../support/browser.js';
import { FlipServer } from '../support/flip-server.js';

const NOON = '2026-11-01T12:00:00.000Z';
const TEN_DAYS_LATER = '2026-11-11T12:00:00.000Z';
const TWENTY_DAYS_LATER = '2026-11-21T12:00:00.000Z';

let server: FlipServer;
let sender: Browser;
let credentials: Credentials;

beforeAll(async () => {
  server = await FlipServer.start({ frozenAt: NOON });
});
afterAll(() => server.dispose());
beforeEach(async () => {
  sender = server.browser();
  credentials = await sender.signUp();
});

describe('one idempotency key', () => {
  const ids = async () => {
    const { body } = await sender.get<{ items: readonly { id: string }[] }>('/api/transfers');
    return body.items.map((item) => item.id);
  };

  it('makes one transfer with one response: twenty times at once, and ten days later', async () => {
    const key = randomUUID();
    const parallel = await Promise.all(
      Array.from({ length: 20 }, () => sender.send({ amount: '40.00' }, key)),
    );
    const [first] = parallel;
    if (!first) throw new Error('no answer');
    expect(first.status).toBe(201);
    for (const answer of parallel) expect([answer.status, answer.text]).toEqual([201, first.text]);

    server.setClock(TEN_DAYS_LATER);
    sender.cookies.clear();
    await sender.signIn(credentials);
    const later = await sender.send({ amount: '40.00' }, key);
    // It was not paid: the same transfer has ended in the meantime.
    const { status, payment, steps, cancellable, ...same } = first.body;
    expect([status, payment, steps, cancellable]).toEqual(['processing', expect.anything(), [], 'yes']);
    expect([later.status, later.body]).toEqual([201, expect.objectContaining(same)]);
    expect(await ids()).toEqual([first.body.id]);
  });

  it('stands for the same request in any spelling of its fields', async () => {
    const key = randomUUID();
    const recipient = { recipient: 'Maya Okafor', handle: '$mayaokafor' };
    const first = await sender.send({ recipient: ' Maya  Okafor ', handle: ' $MayaOkafor ' }, key);
    expect([first.status, first.body]).toMatchObject([201, recipient]);
    const again = await sender.send(recipient, key);
    expect([again.status, again.text]).toEqual([201, first.text]);
  });

  it('refuses another amount, recipient, platform or handle under a used key', async () => {
    const key = randomUUID();
    await sender.send({ amount: '40.00' }, key);
    const others = [
      { amount: '41.00' },
      { amount: '40.00', recipient: 'Luis Herrera' },
      { amount: '40.00', handle: 'another1' },
      { amount: '40.00', platform: 'Chime' },
    ];
    for (const other of others) {
      const answer = await sender.send(other, key);
      expect([answer.status, answer.body.code]).toEqual([422, 'idempotency_mismatch']);
    }
    expect(await ids()).toHaveLength(1);
  });

  it('repeats a refusal even when the amount would fit now', async () => {
    const key = randomUUID();
    await sender.send({ amount: '240.00' });
    const refused = await sender.send({ amount: '20.00' }, key);
    expect(refused.status).toBe(422);
    server.setClock(TWENTY_DAYS_LATER);
    sender.cookies.clear();
    await sender.signIn(credentials);
    const again = await sender.send({ amount: '20.00' }, key);
    expect([again.status, again.body.code, again.body.params]).toEqual([
      422,
      refused.body.code,
      refused.body.params,
    ]);
    expect(await ids()).toHaveLength(1);
  });

  it('is required', async () => {
    const draft = {
      recipient: 'Maya',
      platform: 'Zelle',
      handle: 'maya@people.example',
      amount: '20.00',
      total: '21.90',
    };
    const answer = await sender.post('/api/transfers', draft);
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
    expect(answer.text.toLowerCase()).toContain('idempotency-key');
  });
});

describe('a check before the send', () => {
  const draft = { recipient: 'Maya Okafor', platform: 'Cash App', handle: 'mayaokafor' };
  const check = (amount: string, key: string) =>
    sender.post('/api/transfers/check', { ...draft, amount }, { 'idempotency-key': key });

  it('accepts nothing', async () => {
    expect((await check('20.00', randomUUID())).status).toBe(204);
    expect((await sender.get<{ items: unknown[] }>('/api/transfers')).body.items).toEqual([]);
  });

  it('refuses what the send would refuse, and a send under that key gets the same refusal', async () => {
    const key = randomUUID();
    const checked = await check('300.00', key);
    const sent = await sender.send({ amount: '300.00' }, key);
    expect([checked.status, sent.status]).toEqual([422, 422]);
    expect(sent.body.params).toEqual(checked.body.params);
  });

  it('returns 204 for an accepted key', async () => {
    const key = randomUUID();
    await sender.send({ amount: '20.00' }, key);
    expect((await check('20.00', key)).status).toBe(204);
  });
});
