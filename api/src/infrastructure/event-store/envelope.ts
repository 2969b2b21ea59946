import { createCipheriv, createDecipheriv, randomFillSync, type KeyObject } from 'node:crypto';
import type { Json } from './event-store.port.js';

/** Where the personal fields of an event went: `sealed` = version : uid : field names : iv, tag and text in base64url. */
export interface Envelope {
  readonly uid: string;
  readonly fields: readonly string[];
  readonly body: string;
}

const VERSION = '1';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const UID = /^[\w-]{1,64}$/;

/** Names the event's place, so that an envelope opens nowhere else. */
export function envelopeContext(event: {
  readonly type: string;
  readonly schemaVersion: number;
  readonly stream: string;
  readonly id: string;
}): string {
  return `${event.type}|${event.schemaVersion}|${event.stream}|${event.id}`;
}

/** Seals the values of `fields` for the person `uid`. */
export function seal(
  { key, context }: { readonly key: KeyObject; readonly context: string },
  uid: string,
  fields: ReadonlyMap<string, Json>,
): string {
  if (!UID.test(uid)) throw new TypeError('The subject of personal fields is no uid');
  const header = `${VERSION}:${uid}:${[...fields.keys()].join(',')}`;
  const iv = nextIv();
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(`${context}|${header}`));
  const text = Buffer.concat([cipher.update(JSON.stringify([...fields.values()])), cipher.final()]);
  return `${header}:${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')}`;
}

/** The parts of a sealed text, null when it is none. */
export function readEnvelope(sealed: unknown): Envelope | null {
  if (typeof sealed !== 'string') return null;
  const [version, uid, fields, body] = sealed.split(':');
  if (version !== VERSION || !uid || !fields || !body) return null;
  return { uid, fields: fields.split(','), body };
}

/** The values in the order of the envelope's fields. @throws when it was changed or belongs to another event */
export function open(envelope: Envelope, key: KeyObject, context: string): Json[] {
  const bytes = Buffer.from(envelope.body, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(`${context}|${VERSION}:${envelope.uid}:${envelope.fields.join(',')}`));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const text =
    decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  return JSON.parse(text) as Json[];
}

/** Random bytes are drawn for many envelopes at once; none is used twice. */
const ivPool = Buffer.alloc(IV_BYTES * 1_024);
let ivPoolUsed = ivPool.length;

function nextIv(): Buffer {
  if (ivPoolUsed === ivPool.length) {
    randomFillSync(ivPool);
    ivPoolUsed = 0;
  }
  ivPoolUsed += IV_BYTES;
  return Buffer.from(ivPool.subarray(ivPoolUsed - IV_BYTES, ivPoolUsed));
}
