import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto';
import type { Json } from './event-store.port.js';

/** The encrypted personal fields of an event, stored in its field `sealed` as version:uid:field names:base64url. */
export interface Envelope {
  readonly uid: string;
  readonly fields: readonly string[];
  /** Everything before the body; authenticated with it. */
  readonly header: string;
  readonly body: string;
}

const VERSION = '1';
const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const TAG_LENGTH = { authTagLength: TAG_BYTES };
const UID = /^[\w-]{1,64}$/;

/** IV, tag and text; `context` must be the same when it is decrypted. */
export function encrypt(key: KeyObject, context: string, plain: string | Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv, TAG_LENGTH).setAAD(Buffer.from(context));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

/** @throws when key, context or bytes are not those of the encryption */
export function decrypt(key: KeyObject, context: string, bytes: Buffer): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), TAG_LENGTH);
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}

/** Encrypts the values of `fields` with the key of the user `uid`. `context` binds the envelope to its event. */
export function encryptFields(
  { key, context }: { readonly key: KeyObject; readonly context: string },
  uid: string,
  fields: ReadonlyMap<string, Json>,
): string {
  if (!UID.test(uid)) throw new TypeError('The subject of personal fields is not a uid');
  const header = `${VERSION}:${uid}:${[...fields.keys()].join(',')}`;
  const bytes = encrypt(key, `${context}|${header}`, JSON.stringify([...fields.values()]));
  return `${header}:${bytes.toString('base64url')}`;
}

/** null when the text is not an envelope. */
export function readEnvelope(text: unknown): Envelope | null {
  if (typeof text !== 'string') return null;
  const [version, uid, fields, body] = text.split(':', 5);
  if (version !== VERSION || !uid || !fields || !body) return null;
  return { uid, fields: fields.split(','), header: text.slice(0, -body.length - 1), body };
}

/** The values in the order of the envelope's fields. @throws when it was changed or belongs to another event */
export function decryptFields({ header, body }: Envelope, key: KeyObject, context: string): Json[] {
  const plain = decrypt(key, `${context}|${header}`, Buffer.from(body, 'base64url'));
  return JSON.parse(plain.toString()) as Json[];
}
