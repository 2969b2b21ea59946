import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';

/** HMAC-SHA256 of a text, base64url: only the holder of the key can make it. */
export type Mac = (text: string) => string;

/** What a key made from the key encryption key authenticates. A MAC of one purpose is worth nothing for another. */
export type MacPurpose = 'log' | 'event' | 'vault' | 'share' | 'mail-opt-out';

/** `keyEncryptionKey` is base64; each purpose has a separate key, derived with HKDF (RFC 5869). */
export function macFor(keyEncryptionKey: string, purpose: MacPurpose): Mac {
  const derived = hkdfSync('sha256', Buffer.from(keyEncryptionKey, 'base64'), '', `flip ${purpose}`, 32);
  const key = createSecretKey(Buffer.from(derived));
  return (text) => createHmac('sha256', key).update(text).digest('base64url');
}
