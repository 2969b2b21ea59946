import { createCipheriv, createDecipheriv, randomFillSync, type KeyObject } from 'node:crypto';
import type { Json } from './event-store.port.js';

/** Where the personal fields of an event went: `sealed` = version : uid : field names : iv, tag and text in base64url. */
export interface Envelope {
  readonly uid: string;
  readonly fields: readonly string[];
  /** Everything before the body; it is authenticated with it. */
  readonly header: string;
  readonly body: string;
}

const VERSION = '1';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const TAG_LENGTH = { authTagLength: TAG_BYTES };
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
  const cipher = createCipheriv('aes-256-gcm', key, iv, TAG_LENGTH);
  cipher.setAAD(Buffer.from(`${context}|${header}`));
  const text = cipher.update(JSON.stringify([...fields.values()]));
  // In this mode nothing is left for the end but the tag.
  cipher.final();
  return `${header}:${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')}`;
}

/** The parts of a sealed text, null when it is none. */
export function readEnvelope(sealed: unknown): Envelope | null {
  if (typeof sealed !== 'string') return null;
  const [version, uid, fields, body] = sealed.split(':', 5);
  if (version !== VERSION || !uid || !fields || !body) return null;
  return { uid, fields: fields.split(','), header: sealed.slice(0, -body.length - 1), body };
}

/** The values in the order of the envelope's fields. @throws when it was changed or belongs to another event */
export function open(envelope: Envelope, key: KeyObject, context: string): Json[] {
  const bytes = Buffer.from(envelope.body, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), TAG_LENGTH);
  decipher.setAAD(Buffer.from(`${context}|${envelope.header}`));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
  // Throws unless the tag fits: nothing is looked at before.
  decipher.final();
  return JSON.parse(text.toString()) as Json[];
}

/** Random bytes are drawn for many envelopes at once; none is used twice, and none is kept by who asked for it. */
const ivPool = Buffer.alloc(IV_BYTES * 1_024);
let ivPoolUsed = ivPool.length;

function nextIv(): Buffer {
  if (ivPoolUsed === ivPool.length) {
    randomFillSync(ivPool);
    ivPoolUsed = 0;
  }
  ivPoolUsed += IV_BYTES;
  return ivPool.subarray(ivPoolUsed - IV_BYTES, ivPoolUsed);
}
