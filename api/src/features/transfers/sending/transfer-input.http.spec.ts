import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestApp } from '../../../../../test/support/test-app.js';
import { openTransfers, sendingOf } from '../../../../../test/support/transfers-app.js';
import { HANDLE_CODES } from '../../../kernel/text/handles.js';

const notText: readonly unknown[] = [null, 20, -0, true, ['20.00'], { $gt: '' }, { toString: 'x' }];
const badAmounts = [
  '',
  ' 20',
  '-1',
  '-0',
  '+1',
  '1e-7',
  '1e21',
  'NaN',
  'Infinity',
  '20.001',
  '.5',
  '٢٠',
  '２０',
];
const badTexts = [
  '',
  '   ',
  'x'.repeat(81),
  '😀'.repeat(81),
  'a\u0000b',
  'a\nb',
  'a\u200bb',
  'a\u202eb',
  'a\u2066b',
  'a\ud800',
];

const refused: readonly (readonly [string, readonly unknown[]])[] = [
  ['recipient', [undefined, ...notText, ...badTexts]],
  ['platform', [undefined, ...notText, '', 'cash app', 'Bitcoin', '__proto__', 'constructor']],
  ['handle', [undefined, ...notText, '', '$', '$1234', '$ma ya', 'x'.repeat(300), '$ma\u202eya', 'a@b']],
  ['amount', [undefined, ...notText, ...badAmounts, '1000000.00', '2'.repeat(5_000)]],
  ['total', [undefined, ...notText, ...badAmounts, '10000000.00']],
  ['cardId', [null, 20, true, ['card'], { $ne: 1 }, '', 'a b', 'x'.repeat(65)]],
  ['note', [...notText, 'x'.repeat(141), 'a\u0000b', 'a\u202eb']],
  ['uid', [randomUUID()]],
  ['status', ['delivered']],
  ['fees', [{ totalFee: '0.00' }]],
  ['createdAt', ['2020-01-01T00:00:00.000Z']],
];

describe('every field of a send', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await openTransfers({ RATE_LIMIT: 'off' });
  });
  afterAll(() => app.close());

  it('takes no card number as a key or in a search', async () => {
    const searching = (text: string) => ({ headers: { 'x-flip-search': text } });
    const ana = app.person('ana');
    const codes = [
      await ana.request('POST', '/transfers/check', {
        body: {},
        headers: { 'idempotency-key': '4242-4242-4242-4242' },
      }),
      await ana.request('GET', '/transfers', searching('4242%204242%204242%204242')),
      await ana.request('GET', '/transfers/total', searching('4242424242424242')),
      await ana.request('GET', '/transfers.csv', searching('4/2/4/2/4/2/4/2/4/2/4/2/4/2/4/2')),
    ].map(({ status, body }) => `${String(status)} ${body.code}`);
    expect(codes).toEqual(Array(4).fill('400 card_number_in_body'));
  });

  const recordedFor = async (uid: string) => (await app.events(`sender-${uid}`)).map(({ type }) => type);

  it.each(refused)(
    'is refused by name when invalid, and nothing is stored: %s (ASVS 2.1.2, 2.2.3)',
    async (field, values) => {
      const ana = app.person(randomUUID());
      const headers = { 'idempotency-key': randomUUID() };
      for (const value of values) {
        const body = { ...sendingOf(ana).draft(), total: '21.90', [field]: value };
        const answer = await ana.request('POST', '/transfers', { body, headers });
        const named = answer.body.fields?.map((one) => one.field);
        expect({ value, status: answer.status, named }).toEqual({ value, status: 400, named: [field] });
      }
      expect(await recordedFor(ana.uid)).toEqual([]);
    },
  );

  it('cannot reach a prototype or arrive in a huge body', async () => {
    const ana = app.person(randomUUID());
    const send = (payload: object) =>
      ana.request('POST', '/transfers', {
        body: payload,
        headers: { 'idempotency-key': randomUUID() },
      });
    const proto = JSON.parse('{"__proto__": {"isAdmin": true}}') as object;
    expect((await send({ ...sendingOf(ana).draft(), nested: proto })).status).toBe(400);
    expect((await send({ recipient: 'x'.repeat(20_000) })).status).toBe(413);
    expect((await send([sendingOf(ana).draft()])).status).toBe(400);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(await recordedFor(ana.uid)).toEqual([]);
  });

  it("is explained in the caller's language", async () => {
    const ana = app.person(randomUUID());
    const send = (language: string) =>
      ana.request('POST', '/transfers/check', {
        body: sendingOf(ana).draft({ platform: 'PayPal', handle: 'paypal.me/maya' }),
        headers: { 'idempotency-key': randomUUID(), 'accept-language': language },
      });
    expect((await send('en')).body.fields).toEqual([
      { field: 'handle', code: 'handle_paypal_me', message: 'Use their PayPal e-mail or US mobile number.' },
    ]);
    expect((await send('es')).body.fields?.[0]?.message).toBe(
      'Usa su correo de PayPal o su número de celular de Estados Unidos.',
    );
  });
});

describe('every reason to refuse a handle', () => {
  it.each(['en', 'es'])('is explained in %s', (language) => {
    const file = join(import.meta.dirname, '../../../i18n', language, 'errors.json');
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    for (const code of HANDLE_CODES)
      expect({ code, text: texts[code] }).toEqual({ code, text: expect.any(String) as string });
  });
});

describe('an unreadable history', () => {
  it("returns the retryable problem 'getUserTransactions failed'", async () => {
    const app = await openTransfers();
    try {
      const ana = app.person(randomUUID());
      await app.viewStore.close();
      for (const path of ['/transfers', '/transfers.csv', `/transfers/${randomUUID()}`]) {
        const answer = await ana.request('GET', path);
        expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
          503,
          'get_user_transactions_failed',
          'getUserTransactions failed',
        ]);
        expect(answer.headers['retry-after']).toBe('1');
      }
    } finally {
      await app.close();
    }
  });
});
