import {
  newSigningCertificate,
  type SigningCertificate,
} from '../../../../../simulator/paypal/signing-certificate.js';
import { paypalSigned } from '../../../../../simulator/control/webhook-sender.js';
import publishedWebhooks from '../../../../../test/support/paypal-published-webhooks.json' with { type: 'json' };
import { ProviderAway } from '../../../engine/providers/provider-unknown.js';
import { PayPalSignatures } from './paypal-signatures.js';

const NOON_MS = Date.parse('2026-11-21T12:00:00.000Z');
const DAY_MS = 86_400_000;
const CERTIFICATES = 'https://api.paypal.com/v1/notifications/certs/';
const BODY = '{"id":"WH-1","summary":"Años, “ñ”"}';
const invalid = { code: 'webhook_signature_invalid' };
const unavailable = { code: 'payouts_unavailable' };

let nowMs: number;
let published: Map<string, string>;
/** Addresses in the order of the requests. */
let asked: string[];
let first: SigningCertificate;

beforeAll(async () => {
  first = await newSigningCertificate(NOON_MS);
});
beforeEach(() => {
  nowMs = NOON_MS;
  asked = [];
  published = new Map([[`${CERTIFICATES}${first.id}`, first.pem]]);
});

function signaturesAt(
  apiUrl = 'https://api-m.paypal.com',
  certificate = (address: string) => Promise.resolve(published.get(address) ?? null),
  webhookId = 'WH-OURS',
): PayPalSignatures {
  const client = {
    certificate: (address: string) => {
      asked.push(address);
      return certificate(address);
    },
  };
  return new PayPalSignatures(client, { webhookId, apiUrl }, { now: () => nowMs });
}

/** Headers of an event that a certificate signs. */
function signedBy({ id, sign }: SigningCertificate, { body = BODY, webhookId = 'WH-OURS' } = {}) {
  const transmission = { id: '69cd13f0-d67a-11e5-baa3-778b53f4ae55', time: '2026-11-21T11:59:59Z' };
  return {
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': `${CERTIFICATES}${id}`,
    'paypal-transmission-id': transmission.id,
    'paypal-transmission-sig': sign(paypalSigned(webhookId, body, transmission)),
    'paypal-transmission-time': transmission.time,
  };
}
const check = (signatures: PayPalSignatures, headers: object = signedBy(first), body = BODY) =>
  signatures.require(Buffer.from(body), { ...headers });

describe('the signature of a PayPal webhook', () => {
  it('signs id, time, webhook and the CRC-32 of the body, as PayPal documents', () => {
    const transmission = { id: '69cd13f0-d67a-11e5-baa3-778b53f4ae55', time: '2016-02-18T20:01:35Z' };
    // The check value of CRC-32 (ISO 3309) is that of these nine digits.
    expect(paypalSigned('4JH86294D6297924G', '123456789', transmission)).toBe(
      '69cd13f0-d67a-11e5-baa3-778b53f4ae55|2016-02-18T20:01:35Z|4JH86294D6297924G|3421780262',
    );
  });

  it('is valid of events that PayPal published, under a certificate and the one that replaced it', async () => {
    for (const event of publishedWebhooks) {
      nowMs = Date.parse(event.transmissionTime);
      published.set(event.certificateUrl, event.certificate);
      const headers = {
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-cert-url': event.certificateUrl,
        'paypal-transmission-id': event.transmissionId,
        'paypal-transmission-sig': event.signature,
        'paypal-transmission-time': event.transmissionTime,
      };
      const signatures = signaturesAt('https://api-m.sandbox.paypal.com', undefined, event.webhookId);
      await check(signatures, headers, event.body);
      await expect(check(signatures, headers, event.body.replace('USD', 'EUR'))).rejects.toMatchObject(
        invalid,
      );
    }
    expect(new Set(asked).size).toBe(2);
  });

  it('is checked here with a certificate that is fetched once', async () => {
    const signatures = signaturesAt();
    await Promise.all([check(signatures), check(signatures)]);
    await check(signatures);
    expect(asked).toEqual([`${CERTIFICATES}${first.id}`]);
  });

  it('is taken by the next certificate, too, after PayPal replaced the first', async () => {
    const signatures = signaturesAt();
    await check(signatures);
    const next = await newSigningCertificate(NOON_MS);
    published.set(`${CERTIFICATES}${next.id}`, next.pem);
    await check(signatures, signedBy(next));
    await check(signatures);
    expect(asked).toHaveLength(2);
    await expect(
      check(signatures, { ...signedBy(next), 'paypal-cert-url': `${CERTIFICATES}${first.id}` }),
    ).rejects.toMatchObject(invalid);
  });

  it('ends with its certificate', async () => {
    const signatures = signaturesAt();
    await check(signatures);
    nowMs += 366 * DAY_MS;
    const headers = { ...signedBy(first), 'paypal-transmission-time': new Date(nowMs).toISOString() };
    await expect(check(signatures, headers)).rejects.toMatchObject(invalid);
  });

  it.each<[string, () => Promise<void>]>([
    ['another body', () => check(signaturesAt(), signedBy(first), `${BODY} `)],
    ['another webhook', () => check(signaturesAt(), signedBy(first, { webhookId: 'WH-THEIRS' }))],
    [
      'another transmission',
      () => check(signaturesAt(), { ...signedBy(first), 'paypal-transmission-id': 'x' }),
    ],
    [
      'another algorithm',
      () => check(signaturesAt(), { ...signedBy(first), 'paypal-auth-algo': 'SHA1withRSA' }),
    ],
    [
      'a certificate that is not there',
      () => check(signaturesAt(), { ...signedBy(first), 'paypal-cert-url': `${CERTIFICATES}CERT-0` }),
    ],
    [
      'a certificate that is none',
      () => check(signaturesAt('https://api.paypal.com', () => Promise.resolve('<html>'))),
    ],
  ])('is refused for %s', async (_, checked) => expect(checked()).rejects.toMatchObject(invalid));

  it.each([
    [
      'a certificate from elsewhere',
      { 'paypal-cert-url': 'https://api.paypal.com.evil.example/v1/notifications/certs/C' },
    ],
    [
      'a certificate from another host of PayPal',
      { 'paypal-cert-url': 'https://www.paypal.com/v1/notifications/certs/C' },
    ],
    [
      'a certificate of the sandbox',
      { 'paypal-cert-url': 'https://api.sandbox.paypal.com/v1/notifications/certs/C' },
    ],
    ['a certificate without TLS', { 'paypal-cert-url': 'http://api.paypal.com/v1/notifications/certs/C' }],
    ['a certificate from another path', { 'paypal-cert-url': `${CERTIFICATES}../uploads/C` }],
    ['a certificate with a query', { 'paypal-cert-url': `${CERTIFICATES}C?x` }],
    ['a certificate with a user', { 'paypal-cert-url': 'https://a@api.paypal.com/v1/notifications/certs/C' }],
    ['a certificate that is no address', { 'paypal-cert-url': 'made up' }],
    ['a transmission of another week', { 'paypal-transmission-time': '2026-11-13T12:00:00Z' }],
    ['a transmission of next month', { 'paypal-transmission-time': '2026-12-21T12:00:00Z' }],
    ['a transmission at no time', { 'paypal-transmission-time': 'made up' }],
    ['no signature', { 'paypal-transmission-sig': undefined }],
    ['two signatures', { 'paypal-transmission-sig': ['AAAA', 'AAAA'] }],
  ])('is refused without a request for %s', async (_, changes) => {
    await expect(check(signaturesAt(), { ...signedBy(first), ...changes })).rejects.toMatchObject(invalid);
    expect(asked).toEqual([]);
  });

  it('of a genuine event is taken while any number of forged ones come', async () => {
    const signatures = signaturesAt('https://api.paypal.com', (address) =>
      published.has(address) ? Promise.resolve(published.get(address) ?? null) : new Promise(() => undefined),
    );
    await check(signatures);
    const forged = { ...signedBy(first), 'paypal-transmission-sig': 'AAAA' };
    for (let nth = 0; nth < 500; nth += 1) {
      await expect(check(signatures, forged)).rejects.toMatchObject(invalid);
      if (nth < 8)
        void check(signatures, { ...forged, 'paypal-cert-url': `${CERTIFICATES}CERT-${String(nth)}` });
    }
    const further = { ...forged, 'paypal-cert-url': `${CERTIFICATES}CERT-9` };
    await expect(check(signatures, further)).rejects.toMatchObject(unavailable);
    await check(signatures);
    expect(asked).toHaveLength(1 + 8);
  });

  it('is asked for again while PayPal does not give the certificate', async () => {
    let isAway = true;
    const signatures = signaturesAt('https://api.paypal.com', (address) =>
      isAway ? Promise.reject(new ProviderAway('away')) : Promise.resolve(published.get(address) ?? null),
    );
    await expect(check(signatures)).rejects.toMatchObject(unavailable);
    isAway = false;
    await check(signatures);
  });
});
