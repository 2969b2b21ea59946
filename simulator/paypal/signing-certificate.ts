import { generateKeyPair, randomUUID, sign, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

/** A self-signed certificate, as PayPal publishes one, with its key. */
export interface SigningCertificate {
  /** In its address; PayPal uses another one for each. */
  readonly id: string;
  readonly pem: string;
  /** SHA256withRSA in base64. */
  readonly sign: (text: string) => string;
}

const DAY_MS = 86_400_000;
const VALID_DAYS = 365;
const KEY_BITS = 2_048;
/** Tags of DER (ITU-T X.690). */
const [INTEGER, BIT_STRING, OBJECT_ID, UTF8_STRING, TIME, SEQUENCE, SET] = [2, 3, 6, 12, 24, 0x30, 0x31];
const VERSION = 0xa0;
const NULL = Buffer.from([5, 0]);
const SHA256_WITH_RSA = Buffer.from('2a864886f70d01010b', 'hex');
const COMMON_NAME = Buffer.from('550403', 'hex');

/** A new key, and a certificate of it that is valid for a year around now. Node reads certificates, but makes none. */
export async function newSigningCertificate(nowMs: number): Promise<SigningCertificate> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: KEY_BITS });
  const der = certificateOf(publicKey, privateKey, nowMs);
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    id: `CERT-${randomUUID().slice(0, 8)}`,
    pem: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    sign: (text) => sign('sha256', Buffer.from(text), privateKey).toString('base64'),
  };
}

/** RFC 5280, 4.1 */
function certificateOf(publicKey: KeyObject, privateKey: KeyObject, nowMs: number): Buffer {
  const algorithm = der(SEQUENCE, der(OBJECT_ID, SHA256_WITH_RSA), NULL);
  const commonName = der(UTF8_STRING, Buffer.from('Simulated PayPal'));
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, der(OBJECT_ID, COMMON_NAME), commonName)));
  const [from, to] = [nowMs - DAY_MS, nowMs + VALID_DAYS * DAY_MS].map(timeOf);
  const signed = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1])),
    ...[algorithm, name, der(SEQUENCE, from ?? NULL, to ?? NULL), name],
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', signed, privateKey)]);
  return der(SEQUENCE, signed, algorithm, der(BIT_STRING, signature));
}

/** GeneralizedTime: 20261121120000Z */
function timeOf(ms: number): Buffer {
  const text = new Date(ms).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return der(TIME, Buffer.from(text));
}

/** A value with its tag and length. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
