import { createHmac, timingSafeEqual } from 'node:crypto';
import { FIRST_KEY, type KeyHolder, type KeyPurpose } from '../../config/key-lists.js';
import { KeyRing, type RingKey } from './key-ring.js';

/** HMAC-SHA256 of texts with the keys of one purpose: only their holder can make it. */
export interface Mac {
  /** With the newest key, which it names unless that is the first: base64url, or an id, a dot and base64url. */
  of(text: string): string;
  /** Whether `given` was made of the text with the key that it names. */
  isOf(given: unknown, text: string): boolean;
  /** With each key, without its name; the newest first. */
  all(text: string): readonly [string, ...string[]];
}

/** A MAC with the keys of one purpose. */
export function macFor(holder: KeyHolder, purpose: KeyPurpose): Mac {
  const ring = new KeyRing(holder, purpose);
  return {
    of: (text) => namedMac(ring.all[0], text),
    isOf: (given, text) => {
      if (typeof given !== 'string') return false;
      const key = ring.named(keyIdIn(given));
      return key !== undefined && isSame(given, namedMac(key, text));
    },
    all: (text) => {
      const [newest, ...others] = ring.all;
      return [bareMac(newest, text), ...others.map((key) => bareMac(key, text))];
    },
  };
}

/** Id of the key that a MAC or an encrypted text names; of one that names none, the first key's. */
export function keyIdIn(text: string): string {
  const end = text.indexOf('.');
  return end === -1 ? FIRST_KEY : text.slice(0, end);
}

/** A text with the id of the key that made it. */
export function withKeyId(id: string, text: string): string {
  return id === FIRST_KEY ? text : `${id}.${text}`;
}

/** In a time that does not reveal where they differ. */
function isSame(given: string, made: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(made)];
  return one.length === other.length && timingSafeEqual(one, other);
}

const namedMac = (key: RingKey, text: string): string => withKeyId(key.id, bareMac(key, text));

const bareMac = ({ secret }: RingKey, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');
