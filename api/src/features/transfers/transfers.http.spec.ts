import { randomUUID } from 'node:crypto';
import type { Client } from '../../../../test/support/client.js';
import { verify } from '../../../../test/support/recorded-facts.js';
import { sampleDraft } from '../../../../test/support/sample-send.js';
import type { TestApp } from '../../../../test/support/test-app.js';
import { openTransfers, sendingOf } from '../../../../test/support/transfers-app.js';
import { ClockGuard } from '../../engine/commands/clock-guard.js';
import { feesOf } from '../../kernel/money/fees.js';
import { formatAmount, parseAmountCents } from '../../kernel/money/money.js';
import type {
  FeeQuote,
  FeeScheduleOverview,
  TransactionPage,
  Timeline,
} from '../../kernel/money/transfers.js';
import type { RequestTransferDto } from './sending/request-transfer.dto.js';

let app: TestApp;
let ana: Client;

beforeAll(async () => {
  app = await openTransfers();
});
afterAll(() => app.close());
beforeEach(() => {
  ana = app.person(randomUUID());
});

describe('a send over HTTP', () => {
  const history = async () => (await ana.request<TransactionPage>('GET', '/transfers')).body.items;

  it('returns the transaction that the history then shows', async () => {
    const sent = await sendingOf(ana).send({ amount: '120', handle: 'https://cash.app/$MayaOkafor' });
    expect(sent.status).toBe(201);
    expect(sent.body).toMatchObject({
      uid: ana.uid,
      ...sampleDraft({ amountCents: 12_000 }),
      fees: { totalFee: '6.90', total: '126.90', breakdown: { flipFee: '3.00', processingFee: '3.90' } },
      createdAt: '2026-11-01T12:00:00.000Z',
      status: 'processing',
      released: false,
    });
    expect(await history()).toEqual([sent.body]);
    expect((await ana.request('GET', `/transfers/${sent.body.id}`)).body).toEqual(sent.body);
  });

  it('repeated twenty times at once under one key, and ten days later, is one transfer with one response', async () => {
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => sendingOf(ana).send({ amount: '40.00' }, key)),
    );
    expect(new Set(answers.map(({ status, text }) => `${String(status)} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    app.clock.nowMs += 10 * 24 * 3_600_000;
    expect((await sendingOf(ana).send({ amount: '40.00' }, key)).text).toBe(answers[0]?.text);
    expect(await history()).toHaveLength(1);
  });

  it.each<[string, Partial<RequestTransferDto>]>([
    ['another amount', { amount: '41.00' }],
    ['another recipient', { recipient: 'Luis Herrera' }],
    ['another platform', { platform: 'Chime' }],
    ['another handle', { handle: '$another1' }],
    ['a note', { note: 'Dinner' }],
  ])('under the same key with %s is a mismatch', async (_, other) => {
    const key = randomUUID();
    await sendingOf(ana).send({ amount: '40.00' }, key);
    const answer = await sendingOf(ana).send({ amount: '40.00', ...other }, key);
    expect([answer.status, answer.body.code]).toEqual([422, 'idempotency_mismatch']);
    expect(await history()).toHaveLength(1);
  });

  it('is refused while the clock is suspect, and the same key succeeds afterwards', async () => {
    const key = randomUUID();
    const guard = jest.spyOn(app.get(ClockGuard), 'problem').mockReturnValue('the clock jumped');
    const refused = await sendingOf(ana).send({ amount: '40.00' }, key);
    guard.mockRestore();
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
      503,
      'clock_suspect',
      '1',
    ]);
    expect(refused.body.detail).toContain('Nothing was stored');
    expect(await history()).toEqual([]);
    expect((await sendingOf(ana).send({ amount: '40.00' }, key)).status).toBe(201);
  });

  it('with a note is shown with it everywhere, and can be found by it', async () => {
    const sent = await sendingOf(ana).send({ note: '  Birthday 🎂 for María ' });
    expect(sent.body.note).toBe('Birthday 🎂 for María');
    const found = await ana.request<TransactionPage>('GET', '/transfers', {
      headers: { 'x-flip-search': 'birthday' },
    });
    expect(found.body.items.map(({ id, note }) => [id, note])).toEqual([[sent.body.id, sent.body.note]]);
    const csv = await ana.request('GET', '/transfers.csv');
    expect(csv.text).toContain(`,"Birthday 🎂 for María","${sent.body.id}"\r\n`);
  });

  it('with an empty note has none', async () => {
    const key = randomUUID();
    const sent = await sendingOf(ana).send({ note: ' ' }, key);
    expect(sent.body).not.toHaveProperty('note');
    expect((await sendingOf(ana).send({}, key)).text).toBe(sent.text);
  });

  it('under the same key with equivalent spelling is the same send', async () => {
    const key = randomUUID();
    const first = await sendingOf(ana).send({ amount: '40.00', recipient: 'José Díaz' }, key);
    const again = await sendingOf(ana).send(
      { amount: '40', recipient: '  Jose\u0301  Díaz ', handle: 'MAYAOKAFOR' },
      key,
    );
    expect([again.status, again.text]).toEqual([201, first.text]);
  });

  it('of another sender under the same key is a different transfer', async () => {
    const key = randomUUID();
    const luis = app.person(randomUUID());
    const [one, other] = [await sendingOf(ana).send({}, key), await sendingOf(luis).send({}, key)];
    expect(one.body.id).not.toBe(other.body.id);
  });

  it.each([undefined, '', 'short', 'x'.repeat(129), 'with space 0123456789', 'ключ-ключ-ключ-ключ'])(
    'without a valid key (%j) gets a problem that names the header',
    async (key) => {
      const body = { ...sendingOf(ana).draft(), total: '21.90' };
      const headers = key === undefined ? {} : { 'idempotency-key': key };
      const answer = await ana.request('POST', '/transfers', { body, headers });
      expect([answer.status, answer.body.fields?.[0]?.field]).toEqual([400, 'Idempotency-Key']);
    },
  );

  it('over the weekly limit is refused with the remaining amount, recorded, and refused the same way again', async () => {
    await sendingOf(ana).send({ amount: '240.00' });
    const key = randomUUID();
    const refused = await sendingOf(ana).send({ amount: '20.00' }, key);
    expect([refused.status, refused.body.code]).toEqual([422, 'weekly_limit_exceeded']);
    expect(refused.body.detail).toBe('This send would exceed your weekly limit. You have $10.00 remaining.');
    app.clock.nowMs += 8 * 24 * 3_600_000 - 1;
    const again = await sendingOf(ana).send({ amount: '20.00' }, key);
    expect([again.status, again.text]).toEqual([refused.status, refused.text]);
    expect(await history()).toHaveLength(1);
  });

  it('over $1,000.00 is refused by the per-transfer limit first', async () => {
    const answer = await sendingOf(ana).send({ amount: '1000.01' });
    expect([answer.status, answer.body.code]).toEqual([422, 'per_transfer_limit_exceeded']);
    expect(answer.body.params).toMatchObject({ remaining: '250.00', perTransferLimit: '1000.00' });
    expect(answer.body.detail).toBe('A transfer can be at most $1,000.00. You can send up to $250.00 now.');
  });

  it('of exactly $1,000.00 is accepted from a verified sender', async () => {
    await verify(app, ana.uid);
    expect((await sendingOf(ana).send({ amount: '1000.00' })).status).toBe(201);
  });

  it("with a total that differs from the schedule's gets the correct total", async () => {
    const answer = await sendingOf(ana).send({ amount: '20.00', total: '21.89' });
    expect([answer.status, answer.body.code]).toEqual([409, 'total_changed']);
    expect(answer.body.params).toEqual({ total: '21.90' });
    expect(await history()).toEqual([]);
  });

  it('under a dollar is refused with the minimum', async () => {
    const answer = await sendingOf(ana).send({ amount: '0.99' });
    expect([answer.status, answer.body.code]).toEqual([422, 'below_minimum']);
  });

  it('is refused immediately after fifty recorded refusals; a send that fits is still accepted', async () => {
    for (let index = 0; index < 50; index += 1) await sendingOf(ana).send({ amount: '251.00' });
    const capped = await sendingOf(ana).send({ amount: '251.00' });
    expect([capped.status, capped.body.code]).toEqual([429, 'too_many_refusals']);
    expect(capped.body.params).toMatchObject({ remaining: '250.00' });
    expect(capped.headers['retry-after']).toBe('3600');
    expect((await sendingOf(ana).send({ amount: '250.00' })).status).toBe(201);
  });
});

describe('a check', () => {
  it('of a send that fits is 204 and accepts nothing', async () => {
    const key = randomUUID();
    const check = await sendingOf(ana).check({ amount: '20.00' }, key);
    expect([check.status, check.text]).toEqual([204, '']);
    expect((await ana.request<TransactionPage>('GET', '/transfers')).body.items).toEqual([]);
    expect((await sendingOf(ana).send({ amount: '20.00' }, key)).status).toBe(201);
    expect((await sendingOf(ana).check({ amount: '20.00' }, key)).status).toBe(204);
  });

  it('is refused like a send, and the send under its key gets the same refusal', async () => {
    const key = randomUUID();
    const check = await sendingOf(ana).check({ amount: '250.01' }, key);
    expect([check.status, check.body.code]).toEqual([422, 'weekly_limit_exceeded']);
    const send = await sendingOf(ana).send({ amount: '250.01' }, key);
    expect([send.status, send.text]).toEqual([422, check.text]);
  });

  it('accepts no total', async () => {
    const check = await sendingOf(ana).check({ amount: '20.00', total: '21.90' });
    expect([check.status, check.body.fields?.[0]?.field]).toEqual([400, 'total']);
  });
});

describe("a transfer's timeline", () => {
  it('reveals no hold to its sender, and no place in a stream', async () => {
    const { id } = (await sendingOf(ana).send()).body;
    const facts = ['HoldPlaced', 'HoldReleased', 'CaptureRequested'];
    const data = { uid: ana.uid, caseId: randomUUID() };
    await app.record(
      `transfer-${id}`,
      facts.map((type) => ({ type, data: type === 'CaptureRequested' ? { uid: ana.uid } : data })),
    );
    const { body } = await ana.request<Timeline>('GET', `/transfers/${id}/timeline`);
    expect(body.items.map(({ event }) => event)).toEqual([
      'TransferRequested',
      'PaymentAwaited',
      'CaptureRequested',
    ]);
    expect(new Set(body.items.flatMap(Object.keys))).toEqual(new Set(['event', 'at']));
  });

  it('shows each recorded step with its time', async () => {
    const at = new Date(app.clock.nowMs).toISOString();
    await sendingOf(ana).send({ amount: '300.00' });
    const sent = await sendingOf(ana).send({ amount: '20.00' });
    const path = `/transfers/${sent.body.id}`;
    const { body } = await ana.request<Timeline>('GET', `${path}/timeline`);
    expect(body).toEqual({
      items: [
        { event: 'TransferRequested', at },
        { event: 'PaymentAwaited', at },
      ],
      nextCursor: null,
    });
  });
});

describe('fees over HTTP', () => {
  it.each(['card-3pct-plus-30c', 'card-0.30pct'] as const)(
    'follow the active schedule %s',
    async (schedule) => {
      const priced = await openTransfers({ FEE_SCHEDULE: schedule });
      try {
        const anyone = priced.person(randomUUID());
        const quote = await anyone.request<FeeQuote>('GET', '/fees?amount=500');
        expect(quote.body).toMatchObject({ amount: '500.00', schedule });
        const overview = (await anyone.request<FeeScheduleOverview>('GET', '/fees/schedule')).body;
        expect(overview.rows.map((row) => row.amount)).toEqual([
          '45.00',
          '50.00',
          '120.00',
          '260.00',
          '500.00',
          '1000.00',
        ]);
        for (const { amount, fees } of overview.rows) {
          const { totalCents } = feesOf(parseAmountCents(amount) ?? 0, schedule);
          expect(fees.total).toBe(formatAmount(totalCents));
        }
        expect(overview).toMatchObject({
          minimum: '1.00',
          perTransferLimit: '1000.00',
          weeklyLimit: '250.00',
          verifiedWeeklyLimit: null,
          acceptedFunding: ['debit'],
        });
        expect((await anyone.request('GET', '/fees')).status).toBe(400);
        expect((await anyone.request('GET', '/fees?amount=1e3')).status).toBe(400);
      } finally {
        await priced.close();
      }
    },
  );
});
