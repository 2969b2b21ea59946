import { createHmac } from 'node:crypto';
import { signatureOf } from '../../../../../simulator/control/webhook-sender.js';
import { isSigned, readWebhook, SIGNATURE_TOLERANCE_MS } from './persona-webhook.js';

const nowMs = Date.parse('2026-11-21T12:00:00.000Z');
const secrets = ['wbhsec_current', 'wbhsec_next'];
const rule = { secrets, nowMs };
const inquiry = {
  type: 'inquiry',
  id: 'inq_1',
  attributes: { status: 'approved', 'reference-id': '7d0f1c5e-2a44-4c8e-9b1a-3f6c2d5e8a90' },
};
const event = (changes: object = {}, data: unknown = inquiry) => ({
  data: {
    type: 'event',
    id: 'evt_1',
    attributes: {
      name: 'inquiry.approved',
      'created-at': '2026-11-21T13:59:00.000+02:00',
      payload: { data },
      ...changes,
    },
  },
});
const nested = (depth: number): unknown => (depth === 0 ? 0 : [nested(depth - 1)]);
const body = JSON.stringify(event(), null, 1);
const raw = Buffer.from(body);
const sign = (secret: string, text = body, atMs = nowMs) => signatureOf(secret, text, atMs);
const pair = (t: string, v1: string) => `t=${t},v1=${v1}`;
const hex = (t: string, secret = 'wbhsec_current') =>
  createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
const now = String(nowMs / 1_000);

describe('a webhook is accepted', () => {
  it.each([
    ['signed now', sign('wbhsec_current')],
    ['signed with the other secret while they rotate', sign('wbhsec_next')],
    ['with a pair for each secret', `${sign('wbhsec_gone')} ${sign('wbhsec_next')}`],
    [
      'with four pairs, the last of them right',
      [...Array<string>(3).fill(sign('x')), sign('wbhsec_current')].join(' '),
    ],
    ['300 seconds old', sign('wbhsec_current', body, nowMs - SIGNATURE_TOLERANCE_MS)],
    ['300 seconds ahead', sign('wbhsec_current', body, nowMs + SIGNATURE_TOLERANCE_MS)],
  ])('%s', (_, signature) => {
    expect(isSigned(raw, signature, rule)).toBe(true);
  });
});

describe('a webhook is refused', () => {
  it.each([
    ['without a signature', undefined],
    ['with an empty one', ''],
    ['with a foreign secret', sign('wbhsec_foreign')],
    ['301 seconds old', sign('wbhsec_current', body, nowMs - SIGNATURE_TOLERANCE_MS - 1_000)],
    ['301 seconds ahead', sign('wbhsec_current', body, nowMs + SIGNATURE_TOLERANCE_MS + 1_000)],
    ['with the same signature over a re-serialised body', sign('wbhsec_current', JSON.stringify(event()))],
    ['with another time than the signed one', sign('wbhsec_current').replace(now, String(nowMs / 1_000 + 1))],
    ['with a shortened digest', sign('wbhsec_current').slice(0, -2)],
    ['with a digest in capitals', pair(now, hex(now).toUpperCase())],
    ['with no time', `v1=${hex(now)}`],
    ['with a negative time', pair(`-${now}`, hex(`-${now}`))],
    ['with a time in another notation', pair('1.7e9', hex('1.7e9'))],
    ['with an empty secret as the key', pair(now, hex(now, ''))],
    [
      'with five pairs, the last of them right',
      [...Array<string>(4).fill(sign('x')), sign('wbhsec_current')].join(' '),
    ],
    ['with commas between the pairs', `${sign('x')},${sign('wbhsec_current')}`],
  ])('%s', (_, signature) => {
    expect(isSigned(raw, signature, rule)).toBe(false);
  });

  it('regardless of its content when no secret is configured', () => {
    expect(isSigned(raw, pair(now, hex(now, '')), { secrets: [''], nowMs })).toBe(false);
    expect(isSigned(raw, pair(now, hex(now, '')), { secrets: [], nowMs })).toBe(false);
  });

  it('with one byte changed', () => {
    const changed = Buffer.from(body.replace('approved', 'declined'));
    expect(isSigned(changed, sign('wbhsec_current'), rule)).toBe(false);
  });
});

describe('reading a webhook', () => {
  const read = (value: unknown) => readWebhook(Buffer.from(JSON.stringify(value)));

  it('returns ids, status and a normalized instant', () => {
    expect(read(event())).toEqual({
      provider: 'persona',
      eventId: 'evt_1',
      name: 'inquiry.approved',
      inquiryId: 'inq_1',
      referenceId: '7d0f1c5e-2a44-4c8e-9b1a-3f6c2d5e8a90',
      providerStatus: 'approved',
      providerAt: '2026-11-21T11:59:00.000Z',
    });
  });

  it.each(['inquiry.transitioned', 'inquiry.redacted', 'inquiry.updated-tags'])(
    '%s changes no status',
    (name) => {
      expect(read(event({ name }))).toMatchObject({ inquiryId: 'inq_1', providerStatus: null });
    },
  );

  it('accepts other events without reading their payload', () => {
    expect(read(event({ name: 'report/address-lookup.ready' }, { id: 7 }))).toMatchObject({
      inquiryId: null,
    });
  });

  it('discards a reference that could be personal', () => {
    const attributes = { 'reference-id': 'maya@example.com' };
    expect(read(event({}, { ...inquiry, attributes }))).toMatchObject({ referenceId: null });
    expect(read(event({}, { ...inquiry, attributes: {} }))).toMatchObject({ referenceId: null });
  });

  it.each([
    ['no JSON', 'text'],
    ['null', null],
    ['no event', { data: {} }],
    ['an inquiry event without an inquiry', event({}, null)],
    ['an id with odd characters', event({}, { ...inquiry, id: 'inq_1/../2' })],
    ['what is nested too deeply', event({ extra: nested(40) })],
    ['more than two thousand members', event({ extra: Array<number>(2_001).fill(0) })],
    ['an instant that is none', event({ 'created-at': 'yesterday' })],
  ])('refuses %s', (_, value) => {
    const buffer = Buffer.from(value === 'text' ? 'text' : JSON.stringify(value));
    expect(() => readWebhook(buffer)).toThrow(
      expect.objectContaining({ code: 'webhook_unreadable' }) as Error,
    );
  });
});
