import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** HMAC-SHA256 of a text, base64url: only the holder of the key can make it. */
export type Mac = (text: string) => string;

/** What a key made from the key encryption key is for. What is made with the key of one purpose is worth nothing for another. */
export type KeyPurpose =
  | 'log'
  | 'event'
  | 'vault'
  | 'share'
  | 'mail-opt-out'
  | 'position'
  | 'replay'
  | 'second-factor'
  | 'export'
  | 'safety';

/** `keyEncryptionKey` is base64; each purpose has a separate key, derived with HKDF (RFC 5869). */
export function derivedKey(keyEncryptionKey: string, purpose: KeyPurpose): KeyObject {
  const derived = hkdfSync('sha256', Buffer.from(keyEncryptionKey, 'base64'), '', `flip ${purpose}`, 32);
  return createSecretKey(Buffer.from(derived));
}

/** A MAC with the key of one purpose. */
export function macFor(keyEncryptionKey: string, purpose: KeyPurpose): Mac {
  const key = derivedKey(keyEncryptionKey, purpose);
  return (text) => createHmac('sha256', key).update(text).digest('base64url');
}
